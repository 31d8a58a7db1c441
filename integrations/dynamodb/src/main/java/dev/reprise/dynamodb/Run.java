package dev.reprise.dynamodb;

import dev.reprise.Retry;
import dev.reprise.batch.Batch;
import dev.reprise.batch.BatchRun;
import dev.reprise.batch.Pace;
import dev.reprise.batch.operation.AsyncBatchOperation;
import dev.reprise.batch.operation.BatchReply;
import dev.reprise.batch.report.BatchReport;
import dev.reprise.text.PrintableText;
import java.util.Collection;
import java.util.Iterator;
import java.util.List;
import java.util.OptionalDouble;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * One run of writes, reads, transactions or statements.
 *
 * @param <I> type of the items
 * @param <P> type of its report
 */
abstract class Run<I, P> {

  final TableClient client;
  final String table;
  final Settings settings;
  final Meter meter = new Meter();

  Run(TableClient client, String table, Settings settings) {
    this.client = client;
    this.table = table;
    this.settings = settings;
  }

  /** A batch that sends, with its chunks and pace; the schema is there if it was sought. */
  abstract Batch<I> sending(@Nullable KeySchema schema, Pace pace);

  /** Adds what holds even where nothing can be sent: listeners and journal. */
  abstract Batch<I> watched(Batch<I> plain);

  abstract P report(BatchReport<I> batch);

  /** Of what the table's capacity a share is meant. */
  OptionalDouble capacity(TableFacts facts) {
    return facts.writeUnits();
  }

  /** Runs over a collection, or else over an iterator. */
  final P run(SchemaSource schema, Iterator<I> items, @Nullable Collection<I> all) {
    Batch<I> batch = batch(find(schema));
    return report(all == null ? batch.run(items) : batch.run(all));
  }

  final SchemaSource.Found find(SchemaSource schema) {
    return schema.findNow(settings.retry, settings.wantsFacts());
  }

  final P runAll(SchemaSource.Found found, Iterator<I> items) {
    return report(batch(found).run(items));
  }

  final P runAll(SchemaSource.Found found, Collection<I> items) {
    return report(batch(found).run(items));
  }

  /** Starts as soon as the schema is known, over the items that it makes of it. */
  final CompletableFuture<P> start(
      SchemaSource schema, Function<SchemaSource.Found, Iterator<I>> items) {
    CompletableFuture<P> result = new CompletableFuture<>();
    CompletableFuture<SchemaSource.Found> sought =
        schema.find(settings.retry, settings.wantsFacts());
    CompletionStage<P> end = result;
    end.whenComplete((report, failure) -> sought.cancel(true));
    CompletionStage<SchemaSource.Found> answer = sought;
    answer.thenAccept(
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

  final void start(SchemaSource.Found found, Iterator<I> items, CompletableFuture<P> result) {
    BatchRun<I> run = batch(found).start(items);
    CompletionStage<P> end = result;
    end.whenComplete((report, failure) -> run.cancel());
    CompletionStage<BatchReport<I>> batch = run.report();
    batch.thenAccept(report -> result.complete(report(report)));
  }

  private Batch<I> batch(SchemaSource.Found found) {
    if (found.failure() != null) {
      return watched(failing(found.failure()));
    }
    TableFacts facts = found.facts();
    if (settings.capacityShare == 0 || facts == null) {
      return watched(sending(found.schema(), settings.pace));
    }
    OptionalDouble units = capacity(facts);
    return watched(
        units.isEmpty()
            ? failing(noCapacity())
            : sending(found.schema(), Pace.fixed(settings.capacityShare * units.getAsDouble())));
  }

  private IllegalStateException noCapacity() {
    return new IllegalStateException(
        "capacityShare must be of a table that has provisioned capacity or a limit, but "
            + PrintableText.oneLine(table)
            + " is on demand without one");
  }

  /** A batch of what a client sends, which blocks or does not. */
  final Batch<I> through(Function<List<I>, CompletableFuture<BatchReply<I>>> send) {
    AsyncBatchOperation<I> later = send::apply;
    return client.answersLater()
        ? Batch.ofAsync(settings.retry, later)
        : Batch.of(settings.retry, chunk -> Chunks.now(send.apply(chunk)));
  }

  /** What was in the way of sending anything is every item's failure. */
  private Batch<I> failing(Throwable failure) {
    Retry once =
        settings.retry.withPolicy(settings.retry.policy().toBuilder().maxAttempts(1).build());
    return Batch.ofAsync(once, chunk -> CompletableFuture.failedFuture(failure));
  }

  /** What a journal is told of where the items go. */
  final String target(String what) {
    return what + " " + table + client.setup().place();
  }
}
