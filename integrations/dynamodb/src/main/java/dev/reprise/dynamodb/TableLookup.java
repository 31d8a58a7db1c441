package dev.reprise.dynamodb;

import dev.reprise.Retry;
import dev.reprise.RetryResult;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.ExecutionException;
import org.jspecify.annotations.Nullable;
import software.amazon.awssdk.services.dynamodb.model.DescribeTableRequest;

/** Looks up the key schema and the capacity of a table, at most once. */
final class TableLookup {

  /** Result for runs that need neither. */
  static final Found NOTHING = new Found(null, null, null);

  private final TableClient client;
  private final String table;
  private final @Nullable KeySchema given;
  private volatile @Nullable TableDetails details;

  TableLookup(TableClient client, String table, @Nullable KeySchema given) {
    this.client = client;
    this.table = table;
    this.given = given;
  }

  /**
   * Result of a look-up.
   *
   * @param schema the key schema; null if it could not be found
   * @param facts the description of the table; null if none was requested or the request failed
   * @param failure the failure of the request; null if there was none
   */
  record Found(
      @Nullable KeySchema schema, @Nullable TableDetails facts, @Nullable Throwable failure) {}

  /**
   * Finds the key schema.
   *
   * @param facts whether the description of the table is needed even if the schema was given
   * @return the result; cancelling it cancels the request
   */
  CompletableFuture<Found> find(Retry retry, boolean facts) {
    Found known = known(facts);
    if (known != null) {
      return CompletableFuture.completedFuture(known);
    }
    CompletableFuture<RetryResult<TableDetails>> result =
        client.isAsync()
            ? retry.executeAsync(this::describe)
            : retry.executeAsync(
                () -> ChunkSender.outcome(describe()), retry.environment().executor());
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

  /** Finds the key schema and waits for it; a blocking client is called on this thread. */
  Found findNow(Retry retry, boolean facts) {
    Found known = known(facts);
    if (known != null) {
      return known;
    }
    if (!client.isAsync()) {
      return found(retry.execute(() -> ChunkSender.outcome(describe())), null);
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
    TableDetails facts = details;
    if (facts != null) {
      return found(facts);
    }
    return given == null || wantsFacts ? null : new Found(given, null, null);
  }

  private Found found(TableDetails facts) {
    return new Found(given == null ? facts.keySchema() : given, facts, null);
  }

  private Found found(@Nullable RetryResult<TableDetails> result, @Nullable Throwable failure) {
    TableDetails facts = result == null ? null : result.value();
    return facts != null
        ? found(facts)
        : new Found(null, null, result == null ? failure : result.failure());
  }

  private CompletableFuture<TableDetails> describe() {
    return client
        .describe(
            DescribeTableRequest.builder()
                .tableName(table)
                .overrideConfiguration(client.withoutOwnRetries())
                .build())
        .thenApply(
            response -> {
              TableDetails facts = TableDetails.of(response.table());
              details = facts;
              return facts;
            });
  }
}
