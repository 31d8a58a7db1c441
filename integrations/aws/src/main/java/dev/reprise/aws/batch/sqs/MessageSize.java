package dev.reprise.aws.batch.sqs;

import static dev.reprise.aws.batch.internal.ChunkRequest.utf8;

import dev.reprise.batch.operation.RefusedItemException;
import java.util.Map;
import software.amazon.awssdk.services.sqs.model.MessageAttributeValue;
import software.amazon.awssdk.services.sqs.model.SendMessageBatchRequestEntry;

/** Size of a message, as the service counts it: body, and names, types and values of attributes. */
final class MessageSize {

  private MessageSize() {}

  /**
   * Returns the size in bytes.
   *
   * @throws RefusedItemException if an attribute is null
   */
  static long of(SendMessageBatchRequestEntry message) {
    long bytes = utf8(message.messageBody());
    for (Map.Entry<String, MessageAttributeValue> one : message.messageAttributes().entrySet()) {
      MessageAttributeValue value = one.getValue();
      if (value == null) {
        throw new RefusedItemException("the attribute " + one.getKey() + " is null");
      }
      bytes += utf8(one.getKey()) + utf8(value.dataType()) + utf8(value.stringValue());
      bytes += value.binaryValue() == null ? 0 : value.binaryValue().asByteArrayUnsafe().length;
    }
    return bytes;
  }
}
