package dev.reprise.dynamodb.scan;

import dev.reprise.Retry;
import dev.reprise.RetryResult;
import dev.reprise.aws.request.SdkRequests;
import dev.reprise.dynamodb.internal.client.OwnResponses;
import dev.reprise.dynamodb.internal.client.TableClient;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Executor;
import java.util.function.Supplier;
import software.amazon.awssdk.core.exception.AbortedException;
import software.amazon.awssdk.services.dynamodb.DynamoDbAsyncClient;
import software.amazon.awssdk.services.dynamodb.DynamoDbClient;
import software.amazon.awssdk.services.dynamodb.model.ScanRequest;
import software.amazon.awssdk.services.dynamodb.model.ScanResponse;

/** The requests of a scan by either client of the SDK, with retries. */
sealed interface ScanClient {

  /** Returns whether the client blocks its thread. */
  boolean blocks();

  CompletableFuture<RetryResult<ScanResponse>> scan(
      Retry retry, ScanRequest request, ScanMeter meter, Executor executor);

  /** Returns the client that describes the table. */
  TableClient tables();

  /** Returns a page, which has its counts even if it is empty. */
  private static ScanResponse own(ScanResponse page) {
    OwnResponses.require(page, page.scannedCount() != null);
    return page;
  }

  /** The blocking client. */
  record Blocking(DynamoDbClient client) implements ScanClient {

    @Override
    public boolean blocks() {
      return true;
    }

    @Override
    public CompletableFuture<RetryResult<ScanResponse>> scan(
        Retry retry, ScanRequest request, ScanMeter meter, Executor executor) {
      return retry.executeAsync(
          () -> {
            meter.sent();
            try {
              return own(interruptibly(() -> client.scan(request)));
            } catch (RuntimeException failure) {
              meter.failed(failure);
              throw failure;
            }
          },
          executor);
    }

    @Override
    public TableClient tables() {
      return new TableClient.Blocking(client);
    }

    private static <T> T interruptibly(Supplier<T> call) throws InterruptedException {
      try {
        return call.get();
      } catch (AbortedException aborted) {
        throw (InterruptedException) new InterruptedException("interrupted").initCause(aborted);
      }
    }
  }

  /** The asynchronous client. */
  record Async(DynamoDbAsyncClient client) implements ScanClient {

    @Override
    public boolean blocks() {
      return false;
    }

    @Override
    public CompletableFuture<RetryResult<ScanResponse>> scan(
        Retry retry, ScanRequest request, ScanMeter meter, Executor executor) {
      return retry.executeAsync(
          () -> {
            meter.sent();
            CompletableFuture<ScanResponse> answer = SdkRequests.start(() -> client.scan(request));
            var unused =
                answer.whenComplete(
                    (page, failure) -> {
                      if (failure != null) {
                        meter.failed(failure);
                      }
                    });
            return OwnResponses.read(answer, ScanClient::own);
          });
    }

    @Override
    public TableClient tables() {
      return new TableClient.Async(client);
    }
  }
}
