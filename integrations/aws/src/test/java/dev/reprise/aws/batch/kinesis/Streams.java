package dev.reprise.aws.batch.kinesis;

import dev.reprise.backoff.Backoff;
import dev.reprise.policy.RetryPolicy;
import java.time.Duration;
import java.util.List;
import java.util.stream.IntStream;
import software.amazon.awssdk.core.SdkBytes;
import software.amazon.awssdk.services.kinesis.model.PutRecordsRequestEntry;

/** Records to put, and a policy that repeats soon, so that no test waits. */
final class Streams {

  static final RetryPolicy SOON =
      RetryPolicy.builder()
          .maxAttempts(4)
          .withoutTimeLimit()
          .backoff(Backoff.fixed(Duration.ofMillis(1)))
          .build();

  private Streams() {}

  static PutRecordsRequestEntry put(String key, String text) {
    return PutRecordsRequestEntry.builder()
        .partitionKey(key)
        .data(SdkBytes.fromUtf8String(text))
        .build();
  }

  static List<PutRecordsRequestEntry> puts(int count) {
    return IntStream.range(0, count).mapToObj(i -> put("key-" + i % 7, "record " + i)).toList();
  }
}
