package dev.reprise.opentelemetry;

import dev.reprise.Retry;
import dev.reprise.event.RetryListener;
import io.opentelemetry.api.metrics.DoubleHistogram;
import io.opentelemetry.api.metrics.LongCounter;
import io.opentelemetry.api.metrics.LongHistogram;
import io.opentelemetry.api.metrics.Meter;
import io.opentelemetry.api.metrics.ObservableDoubleMeasurement;
import io.opentelemetry.api.metrics.ObservableLongMeasurement;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.stream.Stream;

/**
 * The instruments of all retries of one telemetry. Instruments that are read have one callback for
 * all retries, because a second measurement with the same attributes would be dropped.
 */
final class RetryInstruments {

  private static final List<Long> ATTEMPTS = List.of(1L, 2L, 3L, 5L, 10L);
  private static final List<Double> SECONDS = List.of(0.01, 0.05, 0.1, 0.5, 1.0, 5.0, 30.0, 60.0);

  private final Map<String, RetryCounts> byName = new ConcurrentHashMap<>();
  private final LongHistogram attempts;
  private final DoubleHistogram duration;
  private final LongCounter failedAttempts;
  private final LongCounter giveUps;
  private final DoubleHistogram waits;
  private final LongCounter hedges;
  private final LongCounter refused;

  RetryInstruments(Meter meter) {
    attempts =
        meter
            .histogramBuilder("reprise.call.attempts")
            .ofLongs()
            .setDescription("Attempts of calls that did not succeed at their first attempt")
            .setUnit("{attempt}")
            .setExplicitBucketBoundariesAdvice(ATTEMPTS)
            .build();
    duration =
        seconds(
            meter,
            "reprise.call.duration",
            "Time from the start of a call to its end, including waits");
    failedAttempts =
        counter(meter, "reprise.attempts.failed", "Attempts that were not accepted", "{attempt}");
    giveUps = counter(meter, "reprise.giveups", "Calls that ended without success", "{call}");
    waits = seconds(meter, "reprise.waits", "Waits between attempts, as decided");
    hedges =
        counter(meter, "reprise.hedges", "Attempts in parallel with one in flight", "{attempt}");
    refused =
        counter(meter, "reprise.budget.refused", "Attempts that the budget refused", "{attempt}");
    observe(meter);
  }

  private static LongCounter counter(Meter meter, String name, String description, String unit) {
    return meter.counterBuilder(name).setDescription(description).setUnit(unit).build();
  }

  private static DoubleHistogram seconds(Meter meter, String name, String description) {
    return meter
        .histogramBuilder(name)
        .setDescription(description)
        .setUnit("s")
        .setExplicitBucketBoundariesAdvice(SECONDS)
        .build();
  }

  /** Registers the instruments that are read. They live as long as their meter. */
  private void observe(Meter meter) {
    Object unusedCalls =
        meter
            .counterBuilder("reprise.calls")
            .setDescription("Calls that have ended")
            .setUnit("{call}")
            .buildWithCallback(this::readCalls);
    Object unusedRetrying =
        meter
            .upDownCounterBuilder("reprise.calls.retrying")
            .setDescription("Calls that wait for a retry, make one, or were hedged")
            .setUnit("{call}")
            .buildWithCallback(this::readRetrying);
    Object unusedFallbacks =
        meter
            .counterBuilder("reprise.fallbacks")
            .setDescription("Failed calls that returned the result of a fallback or backup")
            .setUnit("{call}")
            .buildWithCallback(this::readFallbacks);
    Object unusedLevel =
        meter
            .gaugeBuilder("reprise.budget.level")
            .setDescription("Lowest level of the budgets, from 0 to 1")
            .buildWithCallback(this::readLevels);
  }

  private Stream<RetryCounts> published() {
    return byName.values().stream().filter(RetryCounts::arePublished);
  }

  private void readCalls(ObservableLongMeasurement measurement) {
    published().forEach(counts -> counts.readCalls(measurement));
  }

  private void readRetrying(ObservableLongMeasurement measurement) {
    published().forEach(counts -> counts.readRetrying(measurement));
  }

  private void readFallbacks(ObservableLongMeasurement measurement) {
    published().forEach(counts -> counts.readFallbacks(measurement));
  }

  private void readLevels(ObservableDoubleMeasurement measurement) {
    published().forEach(counts -> counts.readLevel(measurement));
  }

  /** A listener that records the calls of a retry. */
  RetryListener listenerFor(Retry retry, Set<Option> options) {
    RetryCounts counts = byName.computeIfAbsent(retry.name(), RetryCounts::new);
    RetryMeasurements listener = new RetryMeasurements(this, counts, retry, options);
    counts.add(listener);
    if (!options.contains(Option.METRICS_FROM_FIRST_CALL)) {
      counts.publish();
    }
    return listener;
  }

  LongHistogram attempts() {
    return attempts;
  }

  DoubleHistogram duration() {
    return duration;
  }

  LongCounter failedAttempts() {
    return failedAttempts;
  }

  LongCounter giveUps() {
    return giveUps;
  }

  DoubleHistogram waits() {
    return waits;
  }

  LongCounter hedges() {
    return hedges;
  }

  LongCounter refused() {
    return refused;
  }
}
