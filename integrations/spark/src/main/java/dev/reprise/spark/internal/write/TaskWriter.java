package dev.reprise.spark.internal.write;

import dev.reprise.batch.Pace;
import dev.reprise.batch.report.BatchCounts;
import dev.reprise.batch.report.BatchReport;
import dev.reprise.batch.report.DeadLetter;
import dev.reprise.decision.StopReason;
import dev.reprise.dynamodb.DynamoDbBatch;
import dev.reprise.dynamodb.table.InvalidItemException;
import dev.reprise.dynamodb.write.ItemWrite;
import dev.reprise.dynamodb.write.WriteReport;
import dev.reprise.spark.internal.convert.ItemEncoder;
import dev.reprise.spark.internal.deadletter.DeadLetterFolder;
import dev.reprise.spark.internal.deadletter.TaskDeadLetters;
import dev.reprise.spark.internal.task.HandoffQueue;
import dev.reprise.text.CountText;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.atomic.AtomicLong;
import org.apache.spark.TaskContext;
import org.apache.spark.sql.catalyst.InternalRow;
import org.apache.spark.sql.connector.metric.CustomTaskMetric;
import org.apache.spark.sql.connector.write.DataWriter;
import org.apache.spark.sql.connector.write.WriterCommitMessage;
import org.jspecify.annotations.Nullable;
import software.amazon.awssdk.services.dynamodb.DynamoDbClient;

/**
 * A task attempt: writes its rows in one run of a batch. It reports dead rows to the driver, which
 * decides whether the job succeeds. The attempt itself fails only if some of its rows were not
 * sent.
 */
public final class TaskWriter implements DataWriter<InternalRow> {

  private static final int MAX_DEAD_REASONS = 5;

  /** Number of dead rows above {@code maxDead} at which a task stops reading. */
  private static final long DEAD_ROWS_BEYOND_LIMIT = 1000;

  private final WritePlan plan;
  private final ItemEncoder encoder;
  private final DynamoDbClient client;
  private final @Nullable TaskDeadLetters letters;
  private final @Nullable TaskContext context = TaskContext.get();
  private final List<String> deadReasons = new ArrayList<>();
  private volatile TaskCounts counts = TaskCounts.NONE;
  private final Thread thread = Thread.currentThread();
  private final AtomicLong dead = new AtomicLong();
  private volatile boolean stoppedEarly;
  private @Nullable AsyncRun asyncRun;

  public TaskWriter(WritePlan plan, int partition, long attempt, String queryId) {
    this.plan = plan;
    this.encoder = ItemEncoder.of(plan.schema(), plan.options().conversion());
    this.letters = letters(plan, partition, attempt, queryId);
    this.client = plan.options().table().client(plan.options().parallelism());
  }

  private static @Nullable TaskDeadLetters letters(
      WritePlan plan, int partition, long attempt, String queryId) {
    if (plan.letters() == null || plan.hadoop() == null) {
      return null;
    }
    return new TaskDeadLetters(
        new DeadLetterFolder(plan.letters(), queryId, plan.hadoop().value()),
        plan.options().table().name(),
        String.format(Locale.ROOT, "part-%05d-%s-%d.ndjson", partition, queryId, attempt));
  }

  private DynamoDbBatch batch() {
    return DynamoDbBatch.of(client, plan.options().table().name())
        .policy(plan.options().retryPolicy())
        .parallelism(plan.options().parallelism())
        .keySchema(plan.metadata().keySchema())
        .pace(plan.unitsPerSecond() > 0 ? Pace.fixed(plan.unitsPerSecond()) : Pace.adaptive())
        .onDeadWrite(this::addDead)
        .onProgress(this::update);
  }

  /** Called by Spark 4. The thread of the task runs the batch itself, and reads the rows. */
  @Override
  public void writeAll(Iterator<InternalRow> rows) throws IOException {
    finish(batch().readingOn(Runnable::run).write(untilTooManyAreDead(puts(rows))));
  }

  private Iterator<ItemWrite> puts(Iterator<InternalRow> rows) {
    return new Iterator<>() {
      @Override
      public boolean hasNext() {
        return rows.hasNext();
      }

      @Override
      public ItemWrite next() {
        return ItemWrite.put(encoder.encode(rows.next()));
      }
    };
  }

  /**
   * Returns the writes, without those after which too many rows are dead for the job to succeed.
   */
  private Iterator<ItemWrite> untilTooManyAreDead(Iterator<ItemWrite> writes) {
    return new Iterator<>() {
      @Override
      public boolean hasNext() {
        long now = dead.get();
        if (now > 0 && now - DEAD_ROWS_BEYOND_LIMIT >= plan.options().maxDead()) {
          stoppedEarly = true;
          return false;
        }
        return writes.hasNext();
      }

      @Override
      public ItemWrite next() {
        return writes.next();
      }
    };
  }

  /**
   * Called by Spark 3 for each row. The batch then runs on its own threads. Once it has stopped
   * early, further rows are dropped: Spark 3 reads all of them.
   */
  @Override
  public void write(InternalRow row) throws IOException {
    AsyncRun run = asyncRun;
    if (run == null) {
      HandoffQueue<ItemWrite> items = new HandoffQueue<>(plan.options().parallelism() * 25);
      run = new AsyncRun(items, batch().writeAsync(untilTooManyAreDead(items)));
      asyncRun = run;
    }
    try {
      run.items().put(ItemWrite.put(encoder.encode(row)), run.report()::isDone);
    } catch (InterruptedException interrupted) {
      throw interrupted(interrupted);
    }
  }

  /** A run on its own threads, and the queue of its input. */
  private record AsyncRun(HandoffQueue<ItemWrite> items, CompletableFuture<WriteReport> report) {}

  private void addDead(DeadLetter<ItemWrite> letter) {
    dead.incrementAndGet();
    if (deadReasons.size() < MAX_DEAD_REASONS) {
      deadReasons.add(reason(letter));
    }
    if (letters != null) {
      letters.add(letter);
    }
  }

  private static String reason(DeadLetter<ItemWrite> letter) {
    return letter.error() instanceof InvalidItemException invalid
        ? "invalid item: " + invalid.getMessage()
        : letter.stopReason()
            + " after "
            + CountText.of(letter.attempts(), "attempt")
            + ": "
            + letter.message();
  }

  /** Updates the counts. Interrupts the task if Spark killed it without an interrupt. */
  private void update(BatchCounts now) {
    counts = TaskCounts.of(now, 0);
    if (context != null && context.isInterrupted()) {
      thread.interrupt();
    }
  }

  /** Takes the counts of a report, and fails unless every row was sent. */
  private void finish(WriteReport report) throws IOException {
    BatchReport<ItemWrite> batch = report.batch();
    counts = TaskCounts.of(report.counts(), report.usage().capacityUnits());
    if (batch.sourceFailure().isPresent()) {
      TaskWriter.<RuntimeException>rethrow(batch.sourceFailure().get());
    }
    if (batch.callbackFailure().isPresent()) {
      throw new IOException("cannot write dead letters", batch.callbackFailure().get());
    }
    if (batch.stopReason() != StopReason.SUCCEEDED || batch.counts().notAttempted() > 0) {
      throw new IOException("the task stopped before its last row: " + report);
    }
  }

  /** Throws an exception of Spark unchanged, for example for a kill or a lost shuffle. */
  @SuppressWarnings("unchecked") // no cast happens at run time
  private static <X extends Throwable> void rethrow(Throwable failure) throws X {
    throw (X) failure;
  }

  @Override
  public WriterCommitMessage commit() throws IOException {
    AsyncRun run = asyncRun;
    if (run != null) {
      try {
        run.items().end(run.report()::isDone);
        finish(run.report().get());
      } catch (InterruptedException interrupted) {
        throw interrupted(interrupted);
      } catch (ExecutionException failure) {
        throw new IOException(failure.getCause());
      }
    }
    String name = letters == null ? null : letters.commit();
    return new TaskCommit(counts, stoppedEarly, List.copyOf(deadReasons), name);
  }

  private static IOException interrupted(InterruptedException interrupted) {
    Thread.currentThread().interrupt();
    return new IOException("the task was interrupted", interrupted);
  }

  @Override
  public void abort() throws IOException {
    AsyncRun run = asyncRun;
    if (run != null) {
      run.report().cancel(true);
      run.items().abandon();
    }
    if (letters != null) {
      letters.discard();
    }
  }

  @Override
  public void close() {
    client.close();
  }

  @Override
  public CustomTaskMetric[] currentMetricsValues() {
    return TaskMetric.of(counts);
  }
}
