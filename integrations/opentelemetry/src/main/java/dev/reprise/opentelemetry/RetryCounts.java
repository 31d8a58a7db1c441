package dev.reprise.opentelemetry;

import io.opentelemetry.api.common.Attributes;
import io.opentelemetry.api.metrics.ObservableDoubleMeasurement;
import io.opentelemetry.api.metrics.ObservableLongMeasurement;
import java.lang.ref.WeakReference;
import java.util.List;
import java.util.Objects;
import java.util.OptionalDouble;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.atomic.LongAdder;
import java.util.stream.Stream;

/** The values of the retries with one name that instruments read. */
final class RetryCounts {

  private final Attributes attributes;
  private final Attributes ofFirstAttempts;
  private final Attributes ofRetried;
  private final Attributes ofFailed;
  private final LongAdder firstAttempts = new LongAdder();
  private final LongAdder retried = new LongAdder();
  private final LongAdder failed = new LongAdder();
  private final LongAdder retrying = new LongAdder();
  private final LongAdder fallbacks = new LongAdder();
  private volatile boolean published;
  private final List<WeakReference<RetryMeasurements>> retries = new CopyOnWriteArrayList<>();

  RetryCounts(String name) {
    attributes = Attributes.of(MetricAttributes.RETRY, name);
    ofFirstAttempts = with("first_attempt");
    ofRetried = with("retried");
    ofFailed = with("failed");
  }

  private Attributes with(String outcome) {
    return attributes.toBuilder().put(MetricAttributes.OUTCOME, outcome).build();
  }

  /** Adds a retry whose budget is read as long as the retry is in use. */
  void add(RetryMeasurements retry) {
    retries.removeIf(one -> one.refersTo(null));
    retries.add(new WeakReference<>(retry));
  }

  /** Publishes the values before there is a call. */
  void publish() {
    published = true;
  }

  /** Once there was a call they stay published, because counts do not become smaller. */
  boolean arePublished() {
    if (!published
        && Stream.of(firstAttempts, retried, failed, retrying).anyMatch(RetryCounts::isUsed)) {
      published = true;
    }
    return published;
  }

  private static boolean isUsed(LongAdder count) {
    return count.sum() != 0;
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

  /** The number of calls that wait for a retry, make one, or were hedged. */
  LongAdder retrying() {
    return retrying;
  }

  /** The number of failed calls that returned the result of a fallback or backup. */
  LongAdder fallbacks() {
    return fallbacks;
  }

  /** Counts a call with a retry or a failure; returns its attributes. */
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
    measurement.record(retrying.sum(), attributes);
  }

  void readFallbacks(ObservableLongMeasurement measurement) {
    measurement.record(fallbacks.sum(), attributes);
  }

  void readLevel(ObservableDoubleMeasurement measurement) {
    retries.stream()
        .map(WeakReference::get)
        .filter(Objects::nonNull)
        .map(RetryMeasurements::budgetLevel)
        .flatMapToDouble(OptionalDouble::stream)
        .min()
        .ifPresent(lowest -> measurement.record(lowest, attributes));
  }
}
