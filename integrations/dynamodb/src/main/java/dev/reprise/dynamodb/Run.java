package dev.reprise.dynamodb;

import dev.reprise.Retry;
import dev.reprise.batch.Batch;
import dev.reprise.batch.BatchReport;
import dev.reprise.batch.BatchRun;
import java.util.Collection;
import java.util.Iterator;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * One run of writes or reads.
 *
 * @param <I> type of the items
 * @param <P> type of its report
 */
abstract class Run<I, P> {

  final TableClient client;
  final Settings settings;
  final Meter meter = new Meter();

  Run(TableClient client, Settings settings) {
    this.client = client;
    this.settings = settings;
  }

  /** What sends the chunks. */
  abstract Chunks<I, ?> chunks(KeySchema schema);

  /** Sets chunk size, keys and listeners; the schema is null if no chunk will be sent. */
  abstract Batch<I> configured(Batch<I> plain, @Nullable KeySchema schema);

  abstract P report(BatchReport<I> batch);

  /** Runs over a collection, or else over an iterator. */
  final P run(SchemaSource schema, Iterator<I> items, @Nullable Collection<I> all) {
    Batch<I> batch = batch(schema.findNow(settings.retry));
    return report(all == null ? batch.run(items) : batch.run(all));
  }

  final P runAll(SchemaSource.Found found, Collection<I> items) {
    return report(batch(found).run(items));
  }

  /** Starts as soon as the schema is known, over the items that it makes of it. */
  final CompletableFuture<P> start(
      SchemaSource schema, Function<SchemaSource.Found, Iterator<I>> items) {
    CompletableFuture<P> result = new CompletableFuture<>();
    CompletionStage<SchemaSource.Found> sought = schema.find(settings.retry);
    sought.thenAccept(
        found -> {
          try {
            if (!result.isDone()) {
              start(found, items.apply(found), result);
            }
          } catch (Throwable bug) {
            result.completeExceptionally(bug);
          }
        });
    return result;
  }

  private void start(SchemaSource.Found found, Iterator<I> items, CompletableFuture<P> result) {
    BatchRun<I> run = batch(found).start(items);
    CompletionStage<P> end = result;
    end.whenComplete((report, failure) -> run.cancel());
    CompletionStage<BatchReport<I>> batch = run.report();
    batch.thenAccept(report -> result.complete(report(report)));
  }

  private Batch<I> batch(SchemaSource.Found found) {
    KeySchema schema = found.schema();
    return configured(schema == null ? failing(found.failure()) : sending(schema), schema);
  }

  private Batch<I> sending(KeySchema schema) {
    Chunks<I, ?> chunks = chunks(schema);
    return client.answersLater()
        ? Batch.ofAsync(settings.retry, chunks::send)
        : Batch.of(settings.retry, chunk -> Chunks.now(chunks.send(chunk)));
  }

  /** Without a schema nothing can be sent: what was in the way of it is every item's failure. */
  private Batch<I> failing(@Nullable Throwable failure) {
    Retry once =
        settings.retry.withPolicy(settings.retry.policy().toBuilder().maxAttempts(1).build());
    return Batch.ofAsync(
        once,
        chunk ->
            CompletableFuture.failedFuture(
                failure == null ? new IllegalStateException("no key schema") : failure));
  }
}
