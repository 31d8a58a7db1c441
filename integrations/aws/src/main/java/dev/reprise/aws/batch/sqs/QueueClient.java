package dev.reprise.aws.batch.sqs;

import dev.reprise.aws.request.ClientSettings;
import dev.reprise.aws.request.SdkRequests;
import java.util.concurrent.CompletableFuture;
import software.amazon.awssdk.services.sqs.SqsAsyncClient;
import software.amazon.awssdk.services.sqs.SqsClient;
import software.amazon.awssdk.services.sqs.model.ChangeMessageVisibilityBatchRequest;
import software.amazon.awssdk.services.sqs.model.ChangeMessageVisibilityBatchResponse;
import software.amazon.awssdk.services.sqs.model.DeleteMessageBatchRequest;
import software.amazon.awssdk.services.sqs.model.DeleteMessageBatchResponse;
import software.amazon.awssdk.services.sqs.model.SendMessageBatchRequest;
import software.amazon.awssdk.services.sqs.model.SendMessageBatchResponse;

/** The requests of this package, by either client of the SDK. */
interface QueueClient {

  /** Returns whether requests complete later; if not, they are complete when the method returns. */
  boolean isAsync();

  ClientSettings settings();

  CompletableFuture<SendMessageBatchResponse> send(SendMessageBatchRequest request);

  CompletableFuture<DeleteMessageBatchResponse> delete(DeleteMessageBatchRequest request);

  CompletableFuture<ChangeMessageVisibilityBatchResponse> change(
      ChangeMessageVisibilityBatchRequest request);

  /** The blocking client. */
  record Blocking(SqsClient client, ClientSettings settings) implements QueueClient {

    @Override
    public boolean isAsync() {
      return false;
    }

    @Override
    public CompletableFuture<SendMessageBatchResponse> send(SendMessageBatchRequest request) {
      return SdkRequests.complete(() -> client.sendMessageBatch(request));
    }

    @Override
    public CompletableFuture<DeleteMessageBatchResponse> delete(DeleteMessageBatchRequest request) {
      return SdkRequests.complete(() -> client.deleteMessageBatch(request));
    }

    @Override
    public CompletableFuture<ChangeMessageVisibilityBatchResponse> change(
        ChangeMessageVisibilityBatchRequest request) {
      return SdkRequests.complete(() -> client.changeMessageVisibilityBatch(request));
    }
  }

  /** The asynchronous client. */
  record Async(SqsAsyncClient client, ClientSettings settings) implements QueueClient {

    @Override
    public boolean isAsync() {
      return true;
    }

    @Override
    public CompletableFuture<SendMessageBatchResponse> send(SendMessageBatchRequest request) {
      return SdkRequests.start(() -> client.sendMessageBatch(request));
    }

    @Override
    public CompletableFuture<DeleteMessageBatchResponse> delete(DeleteMessageBatchRequest request) {
      return SdkRequests.start(() -> client.deleteMessageBatch(request));
    }

    @Override
    public CompletableFuture<ChangeMessageVisibilityBatchResponse> change(
        ChangeMessageVisibilityBatchRequest request) {
      return SdkRequests.start(() -> client.changeMessageVisibilityBatch(request));
    }
  }
}
