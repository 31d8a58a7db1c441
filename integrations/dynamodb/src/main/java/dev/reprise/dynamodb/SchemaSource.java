package dev.reprise.dynamodb;

import dev.reprise.Retry;
import dev.reprise.RetryResult;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import org.jspecify.annotations.Nullable;
import software.amazon.awssdk.services.dynamodb.model.DescribeTableRequest;

/** Where the key schema of a table comes from: given, or asked of the table once. */
final class SchemaSource {

  private final TableClient client;
  private final String table;
  private volatile @Nullable KeySchema known;

  SchemaSource(TableClient client, String table, @Nullable KeySchema given) {
    this.client = client;
    this.table = table;
    this.known = given;
  }

  /** The schema, or why it is not to be had. */
  record Found(@Nullable KeySchema schema, @Nullable Throwable failure) {}

  CompletableFuture<Found> find(Retry retry) {
    KeySchema schema = known;
    if (schema != null) {
      return CompletableFuture.completedFuture(new Found(schema, null));
    }
    CompletableFuture<RetryResult<KeySchema>> result =
        client.answersLater()
            ? retry.executeAsync(this::describe)
            : retry.executeAsync(() -> Chunks.now(describe()), retry.environment().executor());
    return result.handle(SchemaSource::found);
  }

  /** As {@link #find}, but waits; where the client blocks, on this thread. */
  Found findNow(Retry retry) {
    if (known == null && !client.answersLater()) {
      return found(retry.execute(() -> Chunks.now(describe())), null);
    }
    try {
      return find(retry).get();
    } catch (InterruptedException interrupted) {
      Thread.currentThread().interrupt();
      return new Found(null, interrupted);
    } catch (ExecutionException impossible) {
      return new Found(null, impossible.getCause());
    }
  }

  private static Found found(@Nullable RetryResult<KeySchema> result, @Nullable Throwable failure) {
    return result == null ? new Found(null, failure) : new Found(result.value(), result.failure());
  }

  private CompletableFuture<KeySchema> describe() {
    return client
        .describe(
            DescribeTableRequest.builder()
                .tableName(table)
                .overrideConfiguration(TableClient.WITHOUT_OWN_RETRIES)
                .build())
        .thenApply(
            response -> {
              KeySchema schema = KeySchema.of(response.table());
              known = schema;
              return schema;
            });
  }
}
