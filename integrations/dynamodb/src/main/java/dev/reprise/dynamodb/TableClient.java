package dev.reprise.dynamodb;

import java.util.concurrent.CompletableFuture;
import java.util.function.Supplier;
import software.amazon.awssdk.awscore.AwsRequestOverrideConfiguration;
import software.amazon.awssdk.awscore.retry.AwsRetryStrategy;
import software.amazon.awssdk.retries.api.RetryStrategy;
import software.amazon.awssdk.services.dynamodb.DynamoDbAsyncClient;
import software.amazon.awssdk.services.dynamodb.DynamoDbClient;
import software.amazon.awssdk.services.dynamodb.model.BatchGetItemRequest;
import software.amazon.awssdk.services.dynamodb.model.BatchGetItemResponse;
import software.amazon.awssdk.services.dynamodb.model.BatchWriteItemRequest;
import software.amazon.awssdk.services.dynamodb.model.BatchWriteItemResponse;
import software.amazon.awssdk.services.dynamodb.model.DescribeTableRequest;
import software.amazon.awssdk.services.dynamodb.model.DescribeTableResponse;

/** What is needed of either client of the SDK. */
interface TableClient {

  /** Makes a single attempt. Made once: making one costs more than an item does. */
  RetryStrategy NO_RETRIES = AwsRetryStrategy.doNotRetry();

  /** Goes with every request: a plugin sets the retry strategy of this one request. */
  AwsRequestOverrideConfiguration WITHOUT_OWN_RETRIES =
      AwsRequestOverrideConfiguration.builder()
          .addPlugin(
              config ->
                  config.overrideConfiguration(override -> override.retryStrategy(NO_RETRIES)))
          .build();

  /** Whether requests are answered later; if not, they are complete when made. */
  boolean answersLater();

  CompletableFuture<BatchWriteItemResponse> write(BatchWriteItemRequest request);

  CompletableFuture<BatchGetItemResponse> get(BatchGetItemRequest request);

  CompletableFuture<DescribeTableResponse> describe(DescribeTableRequest request);

  /** The client that blocks. */
  record Blocking(DynamoDbClient client) implements TableClient {

    @Override
    public boolean answersLater() {
      return false;
    }

    @Override
    public CompletableFuture<BatchWriteItemResponse> write(BatchWriteItemRequest request) {
      return complete(() -> client.batchWriteItem(request));
    }

    @Override
    public CompletableFuture<BatchGetItemResponse> get(BatchGetItemRequest request) {
      return complete(() -> client.batchGetItem(request));
    }

    @Override
    public CompletableFuture<DescribeTableResponse> describe(DescribeTableRequest request) {
      return complete(() -> client.describeTable(request));
    }

    private static <R> CompletableFuture<R> complete(Supplier<R> call) {
      try {
        return CompletableFuture.completedFuture(call.get());
      } catch (Throwable failure) {
        return CompletableFuture.failedFuture(failure);
      }
    }
  }

  /** The client that answers later. */
  record Async(DynamoDbAsyncClient client) implements TableClient {

    @Override
    public boolean answersLater() {
      return true;
    }

    @Override
    public CompletableFuture<BatchWriteItemResponse> write(BatchWriteItemRequest request) {
      return client.batchWriteItem(request);
    }

    @Override
    public CompletableFuture<BatchGetItemResponse> get(BatchGetItemRequest request) {
      return client.batchGetItem(request);
    }

    @Override
    public CompletableFuture<DescribeTableResponse> describe(DescribeTableRequest request) {
      return client.describeTable(request);
    }
  }
}
