package dev.reprise.dynamodb.internal.client;

import dev.reprise.aws.request.ClientSettings;
import dev.reprise.aws.request.SdkRequests;
import java.util.concurrent.CompletableFuture;
import org.jspecify.annotations.Nullable;
import software.amazon.awssdk.awscore.AwsRequestOverrideConfiguration;
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
      return SdkRequests.complete(() -> client.batchWriteItem(request));
    }

    @Override
    public CompletableFuture<PutItemResponse> put(PutItemRequest request) {
      return SdkRequests.complete(() -> client.putItem(request));
    }

    @Override
    public CompletableFuture<DeleteItemResponse> delete(DeleteItemRequest request) {
      return SdkRequests.complete(() -> client.deleteItem(request));
    }

    @Override
    public CompletableFuture<TransactWriteItemsResponse> transact(
        TransactWriteItemsRequest request) {
      return SdkRequests.complete(() -> client.transactWriteItems(request));
    }

    @Override
    public CompletableFuture<BatchExecuteStatementResponse> execute(
        BatchExecuteStatementRequest request) {
      return SdkRequests.complete(() -> client.batchExecuteStatement(request));
    }

    @Override
    public CompletableFuture<BatchGetItemResponse> get(BatchGetItemRequest request) {
      return SdkRequests.complete(() -> client.batchGetItem(request));
    }

    @Override
    public CompletableFuture<DescribeTableResponse> describe(DescribeTableRequest request) {
      return SdkRequests.complete(() -> client.describeTable(request));
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
      return SdkRequests.start(() -> client.batchWriteItem(request));
    }

    @Override
    public CompletableFuture<PutItemResponse> put(PutItemRequest request) {
      return SdkRequests.start(() -> client.putItem(request));
    }

    @Override
    public CompletableFuture<DeleteItemResponse> delete(DeleteItemRequest request) {
      return SdkRequests.start(() -> client.deleteItem(request));
    }

    @Override
    public CompletableFuture<TransactWriteItemsResponse> transact(
        TransactWriteItemsRequest request) {
      return SdkRequests.start(() -> client.transactWriteItems(request));
    }

    @Override
    public CompletableFuture<BatchExecuteStatementResponse> execute(
        BatchExecuteStatementRequest request) {
      return SdkRequests.start(() -> client.batchExecuteStatement(request));
    }

    @Override
    public CompletableFuture<BatchGetItemResponse> get(BatchGetItemRequest request) {
      return SdkRequests.start(() -> client.batchGetItem(request));
    }

    @Override
    public CompletableFuture<DescribeTableResponse> describe(DescribeTableRequest request) {
      return SdkRequests.start(() -> client.describeTable(request));
    }
  }
}
