package dev.reprise.spark;

import dev.reprise.batch.report.DeadLetter;
import dev.reprise.dynamodb.DynamoDbBatch;
import dev.reprise.dynamodb.read.KeyRead;
import dev.reprise.dynamodb.read.ReadReport;
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
 * The rows of a partition, each with its item. The thread of the task reads and returns rows; a
 * second thread runs the batch. The keys and items queued between them are bounded by the
 * concurrent requests of the batch.
 */
final class FoundRows implements Iterator<Row>, TaskCompletionListener {

  private static final int KEYS_OF_A_CALL = 100;

  private final ReadPlan plan;
  private final Iterator<Row> rows;
  private final DynamoDbClient client;
  private final Handoff<Map<String, AttributeValue>> keys;
  private final Handoff<KeyRead> reads;
  private final Map<Map<String, AttributeValue>, Deque<Row>> asked = new HashMap<>();
  private final Thread thread;
  private volatile boolean closed;
  private volatile @Nullable Throwable failure;
  private boolean allAsked;
  private @Nullable Row held;
  private @Nullable Row ready;

  FoundRows(ReadPlan plan, Iterator<Row> rows, int tasks) {
    this.plan = plan;
    this.rows = rows;
    int room = plan.parallelism() * KEYS_OF_A_CALL;
    this.keys = new Handoff<>(room);
    this.reads = new Handoff<>(room);
    this.client = plan.target().client(plan.parallelism());
    DynamoDbBatch batch = plan.batch(client, tasks).onDeadRead(this::died);
    this.thread = new Thread(() -> run(batch), "reprise-batch-get");
    thread.setDaemon(true);
    thread.start();
  }

  private void run(DynamoDbBatch batch) {
    try {
      ReadReport report = batch.get(keys, this::hand);
      if (!report.allDone() && failure == null) {
        failure = new IllegalStateException("not every key could be read: " + report);
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

  /** A single dead key fails the task, so no further keys are read. */
  private void died(DeadLetter<KeyRead> letter) {
    if (failure == null) {
      failure =
          new IllegalStateException(
              "a key cannot be read: "
                  + letter.stopReason()
                  + " after "
                  + letter.attempts()
                  + " attempts: "
                  + letter.message(),
              letter.error());
    }
  }

  private void hand(KeyRead read) {
    try {
      reads.put(read, () -> closed);
    } catch (InterruptedException over) {
      Thread.currentThread().interrupt();
    }
  }

  @Override
  public boolean hasNext() {
    while (ready == null) {
      failIfDead();
      if (reads.isReady() || (!ask() && reads.isReadySoon())) {
        if (!reads.hasNext()) {
          failIfDead();
          return false;
        }
        answered(reads.next());
      }
    }
    return true;
  }

  private void failIfDead() {
    if (failure != null) {
      throw new IllegalStateException("keys of this partition could not be read", failure);
    }
  }

  /** Queues a key; returns false if there is none or the queue is full. */
  private boolean ask() {
    if (allAsked) {
      return false;
    }
    Row row = held == null && rows.hasNext() ? rows.next() : held;
    held = row;
    if (row == null) {
      allAsked = keys.offerEnd();
      return false;
    }
    Map<String, AttributeValue> key = key(row);
    if (key == null) {
      held = null;
      joined(row, null);
      return true;
    }
    if (!keys.offer(key)) {
      return false;
    }
    asked.computeIfAbsent(key, first -> new ArrayDeque<>(1)).add(row);
    held = null;
    return true;
  }

  private void answered(KeyRead read) {
    Deque<Row> waiting = Objects.requireNonNull(asked.get(read.key()));
    Row row = waiting.remove();
    if (waiting.isEmpty()) {
      asked.remove(read.key());
    }
    joined(row, read.item().orElse(null));
  }

  private void joined(Row row, @Nullable Map<String, AttributeValue> item) {
    if (item == null && plan.dropsMissing()) {
      return;
    }
    @Nullable Object[] values = new Object[row.length() + 1];
    for (int at = 0; at < row.length(); at++) {
      values[at] = row.get(at);
    }
    values[row.length()] = item == null ? null : plan.decoder().row(item, plan.schema(), "");
    ready = RowFactory.create(values);
  }

  /** Returns the key of a row; null if a part of it is null: no item has such a key. */
  private @Nullable Map<String, AttributeValue> key(Row row) {
    Map<String, AttributeValue> key = new LinkedHashMap<>();
    for (Map.Entry<String, String> part : plan.facts().key().entrySet()) {
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
