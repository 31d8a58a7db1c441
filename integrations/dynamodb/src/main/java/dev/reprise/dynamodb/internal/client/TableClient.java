package dev.reprise.dynamodb.internal.client;

import dev.reprise.classify.Failures;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import software.amazon.awssdk.awscore.AwsRequestOverrideConfiguration;
import software.amazon.awssdk.core.exception.AbortedException;
import software.amazon.awssdk.services.dynamodb.DynamoDbAsyncClient;
import software.amazon.awssdk.services.dynamodb.DynamoDbClient;
import software.amazon.awssdk.services.dynamodb.model.BatchExecuteStatementRequest;
import software.amazon.awssdk.services.dynamodb.model.BatchExecuteStatementResponse;
import software.amazon.awssdk.services.dynamodb.model.BatchGetItemRequest;
import software.amazon.awssdk.services.dynamodb.model.BatchGetItemResponse;
import software.amazon.awssdk.services.dynamodb.model.BatchWriteItemRequest;
import software.amazon.awssdk.services.dynamodb.model.BatchWriteItemResponse;
import software.amazon.awssdk.services.dynamodb.model.DeleteItemRequest;
import software.amazon.awssdk.services.dynamodb.model.DeleteItemResponse;
import software.amazon.awssdk.services.dynamodb.model.DescribeTableRequest;
import software.amazon.awssdk.services.dynamodb.model.DescribeTableResponse;
import software.amazon.awssdk.services.dynamodb.model.PutItemRequest;
import software.amazon.awssdk.services.dynamodb.model.PutItemResponse;
import software.amazon.awssdk.services.dynamodb.model.TransactWriteItemsRequest;
import software.amazon.awssdk.services.dynamodb.model.TransactWriteItemsResponse;

/** The requests of this module, by either client of the SDK. */
public interface TableClient {

  /** Returns whether requests complete later; if not, they are complete when the method returns. */
  boolean isAsync();

  /** Returns the settings of the client. */
  ClientSettings setup();

  /** Returns the configuration of each request; null if the client makes only one attempt. */
  default @Nullable AwsRequestOverrideConfiguration withoutOwnRetries() {
    return setup().withoutOwnRetries();
  }

  CompletableFuture<BatchWriteItemResponse> write(BatchWriteItemRequest request);

  CompletableFuture<PutItemResponse> put(PutItemRequest request);

  CompletableFuture<DeleteItemResponse> delete(DeleteItemRequest request);

  CompletableFuture<TransactWriteItemsResponse> transact(TransactWriteItemsRequest request);

  CompletableFuture<BatchExecuteStatementResponse> execute(BatchExecuteStatementRequest request);

  CompletableFuture<BatchGetItemResponse> get(BatchGetItemRequest request);

  CompletableFuture<DescribeTableResponse> describe(DescribeTableRequest request);

  /** Returns or throws the outcome of a future that a blocking client has completed. */
  static <T> T outcome(CompletableFuture<T> complete) throws Exception {
    try {
      return complete.join();
    } catch (CompletionException e) {
      Throwable failure = Failures.unwrap(e);
      if (failure instanceof AbortedException) {
        throw (InterruptedException) new InterruptedException("interrupted").initCause(failure);
      }
      if (failure instanceof Error error) {
        throw error;
      }
      throw failure instanceof Exception exception ? exception : e;
    }
  }

  /** The blocking client. */
  record Blocking(DynamoDbClient client, ClientSettings setup) implements TableClient {

    public Blocking(DynamoDbClient client) {
      this(client, ClientSettings.of(client::serviceClientConfiguration));
    }

    @Override
    public boolean isAsync() {
      return false;
    }

    @Override
    public CompletableFuture<BatchWriteItemResponse> write(BatchWriteItemRequest request) {
      return complete(() -> client.batchWriteItem(request));
    }

    @Override
    public CompletableFuture<PutItemResponse> put(PutItemRequest request) {
      return complete(() -> client.putItem(request));
    }

    @Override
    public CompletableFuture<DeleteItemResponse> delete(DeleteItemRequest request) {
      return complete(() -> client.deleteItem(request));
    }

    @Override
    public CompletableFuture<TransactWriteItemsResponse> transact(
        TransactWriteItemsRequest request) {
      return complete(() -> client.transactWriteItems(request));
    }

    @Override
    public CompletableFuture<BatchExecuteStatementResponse> execute(
        BatchExecuteStatementRequest request) {
      return complete(() -> client.batchExecuteStatement(request));
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

  /** The asynchronous client. */
  record Async(DynamoDbAsyncClient client, ClientSettings setup) implements TableClient {

    public Async(DynamoDbAsyncClient client) {
      this(client, ClientSettings.of(client::serviceClientConfiguration));
    }

    @Override
    public boolean isAsync() {
      return true;
    }

    @Override
    public CompletableFuture<BatchWriteItemResponse> write(BatchWriteItemRequest request) {
      return RequestStarter.start(() -> client.batchWriteItem(request));
    }

    @Override
    public CompletableFuture<PutItemResponse> put(PutItemRequest request) {
      return RequestStarter.start(() -> client.putItem(request));
    }

    @Override
    public CompletableFuture<DeleteItemResponse> delete(DeleteItemRequest request) {
      return RequestStarter.start(() -> client.deleteItem(request));
    }

    @Override
    public CompletableFuture<TransactWriteItemsResponse> transact(
        TransactWriteItemsRequest request) {
      return RequestStarter.start(() -> client.transactWriteItems(request));
    }

    @Override
    public CompletableFuture<BatchExecuteStatementResponse> execute(
        BatchExecuteStatementRequest request) {
      return RequestStarter.start(() -> client.batchExecuteStatement(request));
    }

    @Override
    public CompletableFuture<BatchGetItemResponse> get(BatchGetItemRequest request) {
      return RequestStarter.start(() -> client.batchGetItem(request));
    }

    @Override
    public CompletableFuture<DescribeTableResponse> describe(DescribeTableRequest request) {
      return RequestStarter.start(() -> client.describeTable(request));
    }
  }
}
