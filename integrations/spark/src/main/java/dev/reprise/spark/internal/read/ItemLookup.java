package dev.reprise.spark.internal.read;

import dev.reprise.batch.report.DeadLetter;
import dev.reprise.dynamodb.DynamoDbBatch;
import dev.reprise.dynamodb.read.KeyRead;
import dev.reprise.dynamodb.read.ReadReport;
import dev.reprise.spark.internal.task.HandoffQueue;
import dev.reprise.text.CountText;
import java.math.BigDecimal;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.HashMap;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.NoSuchElementException;
import java.util.Objects;
import org.apache.spark.TaskContext;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.RowFactory;
import org.apache.spark.util.TaskCompletionListener;
import org.jspecify.annotations.Nullable;
import software.amazon.awssdk.core.SdkBytes;
import software.amazon.awssdk.services.dynamodb.DynamoDbClient;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;

/**
 * Iterates over the rows of a partition, each with its item. The thread of the task reads and
 * returns rows; a second thread runs the batch. Two bounded queues connect them: one of keys, one
 * of items. Their capacity is one full request for each concurrent request of the batch.
 */
final class ItemLookup implements Iterator<Row>, TaskCompletionListener {

  private static final int MAX_KEYS_OF_A_CALL = 100;

  private final ReadPlan plan;
  private final Iterator<Row> rows;
  private final DynamoDbClient client;
  private final HandoffQueue<Map<String, AttributeValue>> keys;
  private final HandoffQueue<KeyRead> reads;
  private final Map<Map<String, AttributeValue>, Deque<Row>> waiting = new HashMap<>();
  private final Thread thread;
  private volatile boolean closed;
  private volatile @Nullable Throwable failure;
  private boolean allQueued;
  private @Nullable Row pending;
  private @Nullable Row ready;

  ItemLookup(ReadPlan plan, Iterator<Row> rows, int tasks) {
    this.plan = plan;
    this.rows = rows;
    int capacity = plan.options().parallelism() * MAX_KEYS_OF_A_CALL;
    this.keys = new HandoffQueue<>(capacity);
    this.reads = new HandoffQueue<>(capacity);
    this.client = plan.options().table().client(plan.options().parallelism());
    DynamoDbBatch batch = plan.batch(client, tasks).onDeadRead(this::fail);
    this.thread = new Thread(() -> run(batch), "reprise-batch-get");
    thread.setDaemon(true);
    thread.start();
  }

  private void run(DynamoDbBatch batch) {
    try {
      ReadReport report = batch.get(keys, this::queueItem);
      if (!report.allDone() && failure == null) {
        failure = new IllegalStateException("some keys could not be read: " + report);
      }
    } catch (Throwable bug) {
      failure = bug;
    }
    try {
      reads.end(() -> closed);
    } catch (InterruptedException over) {
      thread.interrupt();
    }
  }

  /** Fails the task: one dead key is enough, and no further keys are read. */
  private void fail(DeadLetter<KeyRead> letter) {
    if (failure == null) {
      failure =
          new IllegalStateException(
              "a key could not be read: "
                  + letter.stopReason()
                  + " after "
                  + CountText.of(letter.attempts(), "attempt")
                  + ": "
                  + letter.message(),
              letter.error());
    }
  }

  private void queueItem(KeyRead read) {
    try {
      reads.put(read, () -> closed);
    } catch (InterruptedException over) {
      Thread.currentThread().interrupt();
    }
  }

  @Override
  public boolean hasNext() {
    while (ready == null) {
      throwFailure();
      if (reads.isReady() || (!queueNextKey() && reads.isReadySoon())) {
        if (!reads.hasNext()) {
          throwFailure();
          return false;
        }
        join(reads.next());
      }
    }
    return true;
  }

  private void throwFailure() {
    if (failure != null) {
      throw new IllegalStateException("some keys of this partition could not be read", failure);
    }
  }

  /** Queues the next key; returns false if there is none or the queue is full. */
  private boolean queueNextKey() {
    if (allQueued) {
      return false;
    }
    Row row = pending == null && rows.hasNext() ? rows.next() : pending;
    pending = row;
    if (row == null) {
      allQueued = keys.offerEnd();
      return false;
    }
    Map<String, AttributeValue> key = key(row);
    if (key == null) {
      pending = null;
      output(row, null);
      return true;
    }
    if (!keys.offer(key)) {
      return false;
    }
    waiting.computeIfAbsent(key, first -> new ArrayDeque<>(1)).add(row);
    pending = null;
    return true;
  }

  private void join(KeyRead read) {
    Deque<Row> rowsOfKey = Objects.requireNonNull(waiting.get(read.key()));
    Row row = rowsOfKey.remove();
    if (rowsOfKey.isEmpty()) {
      waiting.remove(read.key());
    }
    output(row, read.item().orElse(null));
  }

  private void output(Row row, @Nullable Map<String, AttributeValue> item) {
    if (item == null && plan.options().dropsMissing()) {
      return;
    }
    @Nullable Object[] values = new Object[row.length() + 1];
    for (int at = 0; at < row.length(); at++) {
      values[at] = row.get(at);
    }
    values[row.length()] = item == null ? null : plan.decoder().row(item, plan.schema(), "");
    ready = RowFactory.create(values);
  }

  /** Returns the key of a row; null if a part of it is null, because no item has such a key. */
  private @Nullable Map<String, AttributeValue> key(Row row) {
    Map<String, AttributeValue> key = new LinkedHashMap<>();
    for (Map.Entry<String, String> part : plan.metadata().key().entrySet()) {
      Object value = row.getAs(part.getKey());
      if (value == null) {
        return null;
      }
      key.put(part.getKey(), attribute(part.getValue(), value));
    }
    return key;
  }

  private static AttributeValue attribute(String type, Object value) {
    return switch (type) {
      case "S" -> AttributeValue.fromS(value.toString());
      case "B" -> AttributeValue.fromB(SdkBytes.fromByteArray((byte[]) value));
      default ->
          AttributeValue.fromN(
              value instanceof BigDecimal decimal ? decimal.toPlainString() : value.toString());
    };
  }

  @Override
  public Row next() {
    if (!hasNext()) {
      throw new NoSuchElementException();
    }
    Row row = Objects.requireNonNull(ready);
    ready = null;
    return row;
  }

  Thread thread() {
    return thread;
  }

  @Override
  public void onTaskCompletion(TaskContext context) {
    closed = true;
    keys.abandon();
    thread.interrupt();
    client.close();
  }
}
