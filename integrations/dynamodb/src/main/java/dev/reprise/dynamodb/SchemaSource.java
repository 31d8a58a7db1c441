package dev.reprise.dynamodb;

import dev.reprise.Retry;
import dev.reprise.RetryResult;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.ExecutionException;
import org.jspecify.annotations.Nullable;
import software.amazon.awssdk.services.dynamodb.model.DescribeTableRequest;

/** What is known of a table: its key schema, given or asked of the table, and what else it says. */
final class SchemaSource {

  /** What a run needs that asks for nothing. */
  static final Found NOTHING = new Found(null, null, null);

  private final TableClient client;
  private final String table;
  private final @Nullable KeySchema given;
  private volatile @Nullable TableFacts told;

  SchemaSource(TableClient client, String table, @Nullable KeySchema given) {
    this.client = client;
    this.table = table;
    this.given = given;
  }

  /**
   * What was found.
   *
   * @param schema null if it is not to be had
   * @param facts null if the table was not asked, or did not answer
   * @param failure why something is not to be had
   */
  record Found(
      @Nullable KeySchema schema, @Nullable TableFacts facts, @Nullable Throwable failure) {}

  /**
   * Finds the key schema.
   *
   * @param facts whether the table is to be asked even if its schema was given
   * @return if it is cancelled, the table is asked no more
   */
  CompletableFuture<Found> find(Retry retry, boolean facts) {
    Found known = known(facts);
    if (known != null) {
      return CompletableFuture.completedFuture(known);
    }
    CompletableFuture<RetryResult<TableFacts>> result =
        client.answersLater()
            ? retry.executeAsync(this::describe)
            : retry.executeAsync(() -> Chunks.now(describe()), retry.environment().executor());
    CompletableFuture<Found> found = result.handle(this::found);
    CompletionStage<Found> end = found;
    end.whenComplete(
        (value, failure) -> {
          if (found.isCancelled()) {
            result.cancel(true);
          }
        });
    return found;
  }

  /** As {@link #find}, but waits; where the client blocks, on this thread. */
  Found findNow(Retry retry, boolean facts) {
    Found known = known(facts);
    if (known != null) {
      return known;
    }
    if (!client.answersLater()) {
      return found(retry.execute(() -> Chunks.now(describe())), null);
    }
    try {
      return find(retry, facts).get();
    } catch (InterruptedException interrupted) {
      Thread.currentThread().interrupt();
      return new Found(null, null, interrupted);
    } catch (ExecutionException impossible) {
      return new Found(null, null, impossible.getCause());
    }
  }

  private @Nullable Found known(boolean wantsFacts) {
    TableFacts facts = told;
    if (facts != null) {
      return found(facts);
    }
    return given == null || wantsFacts ? null : new Found(given, null, null);
  }

  private Found found(TableFacts facts) {
    return new Found(given == null ? facts.keySchema() : given, facts, null);
  }

  private Found found(@Nullable RetryResult<TableFacts> result, @Nullable Throwable failure) {
    TableFacts facts = result == null ? null : result.value();
    return facts != null
        ? found(facts)
        : new Found(null, null, result == null ? failure : result.failure());
  }

  private CompletableFuture<TableFacts> describe() {
    return client
        .describe(
            DescribeTableRequest.builder()
                .tableName(table)
                .overrideConfiguration(client.withoutOwnRetries())
                .build())
        .thenApply(
            response -> {
              TableFacts facts = TableFacts.of(response.table());
              told = facts;
              return facts;
            });
  }
}
