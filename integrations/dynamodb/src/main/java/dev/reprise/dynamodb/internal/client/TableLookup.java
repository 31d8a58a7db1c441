package dev.reprise.dynamodb.internal.client;

import dev.reprise.Retry;
import dev.reprise.RetryResult;
import dev.reprise.aws.request.SdkRequests;
import dev.reprise.dynamodb.table.KeySchema;
import dev.reprise.dynamodb.table.TableDetails;
import dev.reprise.text.PrintableText;
import dev.reprise.time.RetryEnvironment;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Executor;
import org.jspecify.annotations.Nullable;
import software.amazon.awssdk.services.dynamodb.model.DescribeTableRequest;

/** Looks up the key schema and the capacity of a table, at most once. */
public final class TableLookup {

  /** Result for runs that need neither. */
  public static final Found NOTHING = new Found(null, null, null);

  private final TableClient client;
  private final String table;
  private final @Nullable KeySchema given;
  private volatile @Nullable TableDetails details;

  public TableLookup(TableClient client, String table, @Nullable KeySchema given) {
    this.client = client;
    this.table = table;
    this.given = given;
  }

  /**
   * Result of a look-up.
   *
   * @param schema the key schema; null if it could not be found
   * @param details the description of the table; null if none was requested or the request failed
   * @param failure the failure of the request; null if there was none
   */
  public record Found(
      @Nullable KeySchema schema, @Nullable TableDetails details, @Nullable Throwable failure) {

    /**
     * Returns the description of the table.
     *
     * @throws RuntimeException the failure of the request; an {@link IllegalStateException} if it
     *     is a checked exception
     */
    public TableDetails described(String table) {
      if (details != null) {
        return details;
      }
      if (failure instanceof RuntimeException unchecked) {
        throw unchecked;
      }
      throw new IllegalStateException(
          PrintableText.oneLine(table) + " cannot be described", failure);
    }
  }

  /**
   * Finds the key schema. A blocking client is called on a daemon thread, or on the executor of an
   * environment that is not the system's.
   *
   * @param needsDetails whether the description of the table is needed even if the schema was given
   * @return the result; cancelling it cancels the request
   */
  public CompletableFuture<Found> find(Retry retry, boolean needsDetails) {
    RetryEnvironment environment = retry.environment();
    return find(
        retry,
        needsDetails,
        environment == RetryEnvironment.system() ? SdkRequests.threads() : environment.executor());
  }

  /** Finds the key schema, as {@link #find}; a blocking client is called on an executor. */
  public CompletableFuture<Found> find(Retry retry, boolean needsDetails, Executor executor) {
    Found known = known(needsDetails);
    if (known != null) {
      return CompletableFuture.completedFuture(known);
    }
    CompletableFuture<RetryResult<TableDetails>> result =
        client.isAsync()
            ? retry.executeAsync(this::describe)
            : retry.executeAsync(() -> SdkRequests.outcome(describe()), executor);
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

  /**
   * Finds the key schema and waits for it. A blocking client may not notice that its thread is
   * interrupted, so it is called on another one; on this thread if the environment is not the
   * system's, because its time may be virtual.
   */
  public Found findNow(Retry retry, boolean needsDetails) {
    Found known = known(needsDetails);
    if (known != null) {
      return known;
    }
    if (!client.isAsync() && retry.environment() != RetryEnvironment.system()) {
      return found(retry.execute(() -> SdkRequests.outcome(describe())), null);
    }
    CompletableFuture<Found> sought = find(retry, needsDetails);
    try {
      return sought.get();
    } catch (InterruptedException interrupted) {
      sought.cancel(true);
      Thread.currentThread().interrupt();
      return new Found(null, null, interrupted);
    } catch (ExecutionException impossible) {
      return new Found(null, null, impossible.getCause());
    }
  }

  private @Nullable Found known(boolean needsDetails) {
    TableDetails described = details;
    if (described != null) {
      return found(described);
    }
    return given == null || needsDetails ? null : new Found(given, null, null);
  }

  private Found found(TableDetails described) {
    return new Found(given == null ? described.keySchema() : given, described, null);
  }

  private Found found(@Nullable RetryResult<TableDetails> result, @Nullable Throwable failure) {
    TableDetails described = result == null ? null : result.value();
    return described != null
        ? found(described)
        : new Found(null, null, result == null ? failure : result.failure());
  }

  private CompletableFuture<TableDetails> describe() {
    return OwnResponses.read(
        client.describe(
            DescribeTableRequest.builder()
                .tableName(table)
                .overrideConfiguration(client.withoutOwnRetries())
                .build()),
        response -> {
          OwnResponses.require(
              response, response.table() != null && response.table().hasKeySchema());
          TableDetails described = TableDetails.of(response.table());
          details = described;
          return described;
        });
  }
}
