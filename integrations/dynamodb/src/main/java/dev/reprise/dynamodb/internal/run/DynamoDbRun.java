package dev.reprise.dynamodb.internal.run;

import dev.reprise.Retry;
import dev.reprise.aws.AwsFailures;
import dev.reprise.aws.request.SdkRequests;
import dev.reprise.batch.Batch;
import dev.reprise.batch.BatchRun;
import dev.reprise.batch.Pace;
import dev.reprise.batch.operation.AsyncBatchOperation;
import dev.reprise.batch.operation.BatchReply;
import dev.reprise.batch.report.BatchReport;
import dev.reprise.classify.Failures;
import dev.reprise.dynamodb.internal.client.TableClient;
import dev.reprise.dynamodb.internal.client.TableLookup;
import dev.reprise.dynamodb.internal.client.UsageMeter;
import dev.reprise.dynamodb.internal.failure.ServiceErrors;
import dev.reprise.dynamodb.table.KeySchema;
import dev.reprise.dynamodb.table.TableDetails;
import dev.reprise.text.PrintableText;
import java.util.Collection;
import java.util.Iterator;
import java.util.List;
import java.util.OptionalDouble;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.function.BiFunction;
import java.util.function.Consumer;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * A run of writes, reads, transactions or statements.
 *
 * @param <I> type of the items
 * @param <P> type of its report
 */
public abstract class DynamoDbRun<I, P> {

  public final TableClient client;
  public final String table;
  public final BatchSettings settings;
  public final UsageMeter meter = new UsageMeter();

  public DynamoDbRun(TableClient client, String table, BatchSettings settings) {
    this.client = client;
    this.table = table;
    this.settings = settings;
  }

  /** Returns a batch that sends at a pace; {@code schema} is null for runs that need none. */
  protected abstract Batch<I> sending(@Nullable KeySchema schema, Pace pace);

  /** Adds listeners and journal, also to a batch that fails every item. */
  protected abstract Batch<I> withListeners(Batch<I> plain);

  protected abstract P report(BatchReport<I> batch);

  /** Returns the capacity units of which {@code capacityShare} is a share. */
  protected OptionalDouble capacity(TableDetails details) {
    return details.writeUnits();
  }

  /** Runs over {@code all}, or over {@code items} if {@code all} is null. */
  public final P run(TableLookup schema, Iterator<I> items, @Nullable Collection<I> all) {
    Batch<I> batch = batch(find(schema));
    return report(all == null ? batch.run(items) : batch.run(all));
  }

  protected final TableLookup.Found find(TableLookup schema) {
    return schema.findNow(settings.retry, settings.needsDetails());
  }

  public final P runAll(TableLookup.Found found, Iterator<I> items) {
    return report(batch(found).run(items));
  }

  public final P runAll(TableLookup.Found found, Collection<I> items) {
    return report(batch(found).run(items));
  }

  /** Starts over {@code items} when the look-up of the table has ended. */
  public final CompletableFuture<P> start(TableLookup schema, Iterator<I> items) {
    return start(schema, (batch, found) -> batch.start(items));
  }

  /** Starts a batch when the look-up of the table has ended. */
  protected final CompletableFuture<P> start(
      TableLookup schema, BiFunction<Batch<I>, TableLookup.Found, BatchRun<I>> starter) {
    CompletableFuture<P> result = new CompletableFuture<>();
    CompletableFuture<TableLookup.Found> sought =
        schema.find(settings.retry, settings.needsDetails());
    CompletionStage<P> end = result;
    end.whenComplete((report, failure) -> sought.cancel(true));
    CompletionStage<TableLookup.Found> answer = sought;
    answer.thenAccept(
        found -> {
          try {
            if (!result.isDone()) {
              follow(starter.apply(batch(found), found), result);
            }
          } catch (Throwable bug) {
            result.completeExceptionally(bug);
          }
        });
    return result;
  }

  /** Starts over {@code items}. */
  public final void start(TableLookup.Found found, Iterator<I> items, CompletableFuture<P> result) {
    follow(batch(found).start(items), result);
  }

  private void follow(BatchRun<I> run, CompletableFuture<P> result) {
    CompletionStage<P> end = result;
    end.whenComplete((report, failure) -> run.cancel());
    CompletionStage<BatchReport<I>> batch = run.report();
    batch.thenAccept(report -> result.complete(report(report)));
  }

  /** Returns whether each further request would fail in the same way. */
  protected boolean endsRun(Throwable failure) {
    return AwsFailures.endsEveryRequest(failure) || ServiceErrors.concernTableName(failure, table);
  }

  private Batch<I> batch(TableLookup.Found found) {
    if (found.failure() != null) {
      return failing(found.failure());
    }
    TableDetails details = found.details();
    if (settings.capacityShare == 0 || details == null) {
      return sending(found, settings.pace);
    }
    OptionalDouble units = capacity(details);
    return units.isEmpty()
        ? failing(noCapacity())
        : sending(found, Pace.fixed(settings.capacityShare * units.getAsDouble()));
  }

  private Batch<I> sending(TableLookup.Found found, Pace pace) {
    return withListeners(sending(found.schema(), pace)).stoppingOn(this::endsRun);
  }

  private IllegalStateException noCapacity() {
    return new IllegalStateException(
        "capacityShare must be of a table that has provisioned capacity or a limit, but "
            + PrintableText.oneLine(table)
            + " is on demand without one");
  }

  /** Returns a batch that sends through the client, blocking or asynchronous. */
  protected final Batch<I> through(Function<List<I>, CompletableFuture<BatchReply<I>>> send) {
    AsyncBatchOperation<I> async = send::apply;
    return client.isAsync()
        ? Batch.ofAsync(settings.retry, async)
        : Batch.of(settings.retry, chunk -> SdkRequests.outcome(send.apply(chunk)));
  }

  /**
   * Returns a batch that sends nothing, because the table is not known. Its first item is dead with
   * the reason, and it stops, unless the search itself was ended, which ends the run too.
   */
  private Batch<I> failing(Throwable failure) {
    Retry once =
        settings.retry.withPolicy(settings.retry.policy().toBuilder().maxAttempts(1).build());
    return withListeners(Batch.ofAsync(once, chunk -> CompletableFuture.failedFuture(failure)))
        .chunkSize(1)
        .parallelism(1)
        .stoppingOn(DynamoDbRun::isOfTable);
  }

  private static boolean isOfTable(Throwable thrown) {
    Throwable failure = Failures.unwrapOrSelf(thrown);
    return !Failures.isInterruption(failure) && !Failures.isCancellation(failure);
  }

  /**
   * Gives each item to a consumer, also after the consumer has thrown for an earlier one.
   *
   * <p>Throws the first exception or error of the consumer, checked or not, after the last item.
   */
  protected static <T> void handOver(List<T> items, Consumer<? super T> consumer) {
    Throwable first = null;
    for (T item : items) {
      try {
        consumer.accept(item);
      } catch (Throwable thrown) {
        first = first == null ? thrown : first;
      }
    }
    if (first != null) {
      DynamoDbRun.<RuntimeException>throwUnchecked(first);
    }
  }

  @SuppressWarnings("unchecked") // erased: a checked exception of a lambda of another language
  private static <X extends Throwable> void throwUnchecked(Throwable failure) throws X {
    throw (X) failure;
  }

  /** Returns the description of the target for a journal. */
  protected final String target(String operation) {
    return operation + " " + table + client.setup().place();
  }
}
