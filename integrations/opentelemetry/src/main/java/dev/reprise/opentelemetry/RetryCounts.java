package dev.reprise.opentelemetry;

import dev.reprise.Retry;
import io.opentelemetry.api.common.Attributes;
import io.opentelemetry.api.metrics.ObservableDoubleMeasurement;
import io.opentelemetry.api.metrics.ObservableLongMeasurement;
import java.util.concurrent.atomic.LongAdder;
import org.jspecify.annotations.Nullable;

/** The values of the retries with one name that instruments read. */
final class RetryCounts {

  private final Attributes attributes;
  private final Attributes ofFirstAttempts;
  private final Attributes ofRetried;
  private final Attributes ofFailed;
  private final LongAdder firstAttempts = new LongAdder();
  private final LongAdder retried = new LongAdder();
  private final LongAdder failed = new LongAdder();
  private volatile @Nullable Retry latest;

  RetryCounts(String name) {
    attributes = Attributes.of(MetricAttributes.RETRY, name);
    ofFirstAttempts = with("first_attempt");
    ofRetried = with("retried");
    ofFailed = with("failed");
  }

  private Attributes with(String outcome) {
    return attributes.toBuilder().put(MetricAttributes.OUTCOME, outcome).build();
  }

  /** Sets the retry whose state is read, which its owner keeps for the life of the process. */
  void describe(Retry retry) {
    latest = retry;
  }

  Attributes attributes() {
    return attributes;
  }

  Attributes ofFirstAttempts() {
    return ofFirstAttempts;
  }

  LongAdder firstAttempts() {
    return firstAttempts;
  }

  /** Counts a call that did not succeed at its first attempt; returns its attributes. */
  Attributes count(boolean succeeded) {
    (succeeded ? retried : failed).increment();
    return succeeded ? ofRetried : ofFailed;
  }

  void readCalls(ObservableLongMeasurement measurement) {
    measurement.record(firstAttempts.sum(), ofFirstAttempts);
    measurement.record(retried.sum(), ofRetried);
    measurement.record(failed.sum(), ofFailed);
  }

  void readRetrying(ObservableLongMeasurement measurement) {
    Retry retry = latest;
    if (retry != null) {
      measurement.record(retry.state().view().retrying(), attributes);
    }
  }

  void readLevel(ObservableDoubleMeasurement measurement) {
    Retry retry = latest;
    if (retry != null) {
      retry
          .state()
          .budget()
          .level(retry.environment().ticks().nanos())
          .ifPresent(level -> measurement.record(level, attributes));
    }
  }
}
