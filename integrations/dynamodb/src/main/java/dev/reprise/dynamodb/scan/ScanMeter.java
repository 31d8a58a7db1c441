package dev.reprise.dynamodb.scan;

import dev.reprise.aws.AwsFailures;
import dev.reprise.classify.FailureKind;
import dev.reprise.classify.Outcome;
import java.util.concurrent.atomic.LongAdder;

/** Counts requests, from any thread. */
final class ScanMeter {

  private final LongAdder requests = new LongAdder();
  private final LongAdder throttled = new LongAdder();

  void sent() {
    requests.increment();
  }

  void failed(Throwable failure) {
    FailureKind kind = AwsFailures.classifier().classify(Outcome.threw(failure)).kind();
    if (kind == FailureKind.THROTTLED) {
      throttled.increment();
    }
  }

  long requests() {
    return requests.sum();
  }

  long throttled() {
    return throttled.sum();
  }
}
