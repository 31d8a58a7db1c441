package dev.reprise.spark;

import dev.reprise.batch.Pace;
import dev.reprise.batch.report.BatchCounts;
import dev.reprise.batch.report.BatchReport;
import dev.reprise.batch.report.DeadLetter;
import dev.reprise.decision.StopReason;
import dev.reprise.dynamodb.DynamoDbBatch;
import dev.reprise.dynamodb.write.ItemWrite;
import dev.reprise.dynamodb.write.WriteReport;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import org.apache.spark.TaskContext;
import org.apache.spark.sql.catalyst.InternalRow;
import org.apache.spark.sql.connector.metric.CustomTaskMetric;
import org.apache.spark.sql.connector.write.DataWriter;
import org.apache.spark.sql.connector.write.WriterCommitMessage;
import org.jspecify.annotations.Nullable;
import software.amazon.awssdk.services.dynamodb.DynamoDbClient;

/**
 * A task attempt: writes its rows in a run of a batch. Dead rows are reported to the driver, which
 * alone decides whether the job continues; the attempt fails only if not all of its rows were
 * tried.
 */
final class TaskWriter implements DataWriter<InternalRow> {

  private static final int DEATHS_TOLD = 5;

  /** Dead rows beyond {@code maxDead} after which a task stops reading. */
  private static final long HOPELESS = 1000;

  private final WritePlan plan;
  private final ItemEncoder encoder;
  private final DynamoDbClient client;
  private final @Nullable TaskLetters letters;
  private final @Nullable TaskContext context = TaskContext.get();
  private final List<String> deaths = new ArrayList<>();
  private volatile TaskCounts counts = TaskCounts.NONE;
  private final Thread thread = Thread.currentThread();
  private long dead;
  private boolean stoppedEarly;
  private @Nullable Fed fed;

  TaskWriter(WritePlan plan, int partition, long attempt, String queryId) {
    this.plan = plan;
    this.encoder = ItemEncoder.of(plan.schema(), plan.options().mapping());
    this.letters = letters(plan, partition, attempt, queryId);
    this.client = plan.options().target().client(plan.options().parallelism());
  }

  private static @Nullable TaskLetters letters(
      WritePlan plan, int partition, long attempt, String queryId) {
    if (plan.letters() == null || plan.hadoop() == null) {
      return null;
    }
    return new TaskLetters(
        new LetterFolder(plan.letters(), queryId, plan.hadoop().value()),
        plan.options().target().table(),
        String.format(Locale.ROOT, "part-%05d-%s-%d.ndjson", partition, queryId, attempt));
  }

  private DynamoDbBatch batch() {
    return DynamoDbBatch.of(client, plan.options().target().table())
        .policy(plan.options().retryPolicy())
        .parallelism(plan.options().parallelism())
        .keySchema(plan.facts().keySchema())
        .pace(plan.unitsPerSecond() > 0 ? Pace.fixed(plan.unitsPerSecond()) : Pace.adaptive())
        .onDeadWrite(this::died)
        .onProgress(this::progressed);
  }

  /** Spark 4 calls this, on the thread of the task, which then coordinates the batch itself. */
  @Override
  public void writeAll(Iterator<InternalRow> rows) throws IOException {
    settle(batch().write(new Items(rows)));
  }

  /** Spark 3 calls this, row by row; the batch then runs on threads of its own. */
  @Override
  public void write(InternalRow row) throws IOException {
    Fed to = fed;
    if (to == null) {
      Handoff<ItemWrite> items = new Handoff<>(plan.options().parallelism() * 25);
      to = new Fed(items, batch().writeAsync(items));
      fed = to;
    }
    try {
      to.items().put(ItemWrite.put(encoder.encode(row)), to.report()::isDone);
    } catch (InterruptedException interrupted) {
      throw interrupted(interrupted);
    }
  }

  /** A run that receives row by row. */
  private record Fed(Handoff<ItemWrite> items, CompletableFuture<WriteReport> report) {}

  private void died(DeadLetter<ItemWrite> letter) {
    dead++;
    if (deaths.size() < DEATHS_TOLD) {
      deaths.add(
          letter.stopReason() + " after " + letter.attempts() + " attempts: " + letter.message());
    }
    if (letters != null) {
      letters.add(letter);
    }
  }

  /** A task that is killed without an interrupt interrupts itself. */
  private void progressed(BatchCounts now) {
    counts = TaskCounts.of(now, 0);
    if (context != null && context.isInterrupted()) {
      thread.interrupt();
    }
  }

  /** Keeps the report, and fails unless every row was tried. */
  private void settle(WriteReport report) throws IOException {
    BatchReport<ItemWrite> batch = report.batch();
    counts = TaskCounts.of(report.counts(), report.usage().capacityUnits());
    if (batch.sourceFailure().isPresent()) {
      TaskWriter.<RuntimeException>rethrow(batch.sourceFailure().get());
    }
    if (batch.callbackFailure().isPresent()) {
      throw new IOException("dead letters cannot be kept", batch.callbackFailure().get());
    }
    if (batch.stopReason() != StopReason.SUCCEEDED || batch.counts().notAttempted() > 0) {
      throw new IOException("the task was stopped before its last row: " + report);
    }
  }

  /** Exceptions of Spark are rethrown unchanged: a kill, or a lost shuffle. */
  @SuppressWarnings("unchecked") // nothing is cast: exceptions are checked by the compiler alone
  private static <X extends Throwable> void rethrow(Throwable failure) throws X {
    throw (X) failure;
  }

  @Override
  public WriterCommitMessage commit() throws IOException {
    Fed open = fed;
    if (open != null) {
      try {
        open.items().end(open.report()::isDone);
        settle(open.report().get());
      } catch (InterruptedException interrupted) {
        throw interrupted(interrupted);
      } catch (ExecutionException failure) {
        throw new IOException(failure.getCause());
      }
    }
    String name = letters == null ? null : letters.commit();
    return new TaskCommit(counts, stoppedEarly, List.copyOf(deaths), name);
  }

  private static IOException interrupted(InterruptedException interrupted) {
    Thread.currentThread().interrupt();
    return new IOException("the task was interrupted", interrupted);
  }

  @Override
  public void abort() throws IOException {
    Fed open = fed;
    if (open != null) {
      open.report().cancel(true);
      open.items().abandon();
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

  /** The rows as puts, until too many are dead for the job to succeed. */
  private final class Items implements Iterator<ItemWrite> {

    private final Iterator<InternalRow> rows;

    Items(Iterator<InternalRow> rows) {
      this.rows = rows;
    }

    @Override
    public boolean hasNext() {
      if (dead > 0 && dead - HOPELESS >= plan.options().maxDead()) {
        stoppedEarly = true;
        return false;
      }
      return rows.hasNext();
    }

    @Override
    public ItemWrite next() {
      return ItemWrite.put(encoder.encode(rows.next()));
    }
  }
}
