package dev.reprise.aws.batch.sqs;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import software.amazon.awssdk.services.sqs.SqsClient;
import software.amazon.awssdk.services.sqs.model.BatchResultErrorEntry;
import software.amazon.awssdk.services.sqs.model.SendMessageBatchRequest;
import software.amazon.awssdk.services.sqs.model.SendMessageBatchRequestEntry;
import software.amazon.awssdk.services.sqs.model.SendMessageBatchResponse;
import software.amazon.awssdk.services.sqs.model.SendMessageBatchResultEntry;

/** A queue that accepts all messages, except for one until it is repaired, or without rights. */
final class ScriptedQueue implements SqsClient {

  final List<String> arrived = Collections.synchronizedList(new ArrayList<>());
  volatile String refused = "";
  volatile String denied = "";

  @Override
  public SendMessageBatchResponse sendMessageBatch(SendMessageBatchRequest request) {
    List<SendMessageBatchResultEntry> successful = new ArrayList<>();
    List<BatchResultErrorEntry> failed = new ArrayList<>();
    for (SendMessageBatchRequestEntry entry : request.entries()) {
      if (!denied.isEmpty()) {
        failed.add(
            BatchResultErrorEntry.builder().id(entry.id()).code(denied).senderFault(true).build());
      } else if (entry.messageBody().equals(refused)) {
        failed.add(BatchResultErrorEntry.builder().id(entry.id()).code("InternalError").build());
      } else {
        arrived.add(entry.messageBody());
        successful.add(SendMessageBatchResultEntry.builder().id(entry.id()).build());
      }
    }
    return SendMessageBatchResponse.builder().successful(successful).failed(failed).build();
  }

  @Override
  public String serviceName() {
    return SERVICE_NAME;
  }

  @Override
  public void close() {}
}
