package dev.reprise.aws.batch.sqs;

import dev.reprise.batch.journal.Fingerprint;
import java.util.Map;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;
import software.amazon.awssdk.core.SdkBytes;
import software.amazon.awssdk.services.sqs.model.SendMessageBatchRequestEntry;

/** Fingerprint of a message for a journal: all of it but the id. */
final class MessageFingerprint {

  private MessageFingerprint() {}

  static long of(SendMessageBatchRequestEntry message) {
    Fingerprint fingerprint = new Fingerprint();
    add(fingerprint, message.messageBody());
    add(fingerprint, message.messageGroupId());
    add(fingerprint, message.messageDeduplicationId());
    fingerprint.add(message.delaySeconds() == null ? -1 : message.delaySeconds());
    fingerprint.add(message.messageAttributes().size());
    new TreeMap<>(message.messageAttributes())
        .forEach(
            (name, value) -> {
              fingerprint.add(name);
              if (value != null) { // such a message is dead, and must not end the journal
                add(fingerprint, value.dataType());
                add(fingerprint, value.stringValue());
                add(fingerprint, value.binaryValue());
              }
            });
    for (Map.Entry<String, ?> system :
        new TreeMap<>(message.messageSystemAttributesAsStrings()).entrySet()) {
      fingerprint.add(system.getKey()).add(String.valueOf(system.getValue()));
    }
    return fingerprint.value();
  }

  private static void add(Fingerprint fingerprint, @Nullable String text) {
    fingerprint.add(text == null ? 0 : 1);
    if (text != null) {
      fingerprint.add(text);
    }
  }

  private static void add(Fingerprint fingerprint, @Nullable SdkBytes bytes) {
    fingerprint.add(bytes == null ? 0 : 1);
    if (bytes != null) {
      fingerprint.add(bytes.asByteArrayUnsafe());
    }
  }
}
