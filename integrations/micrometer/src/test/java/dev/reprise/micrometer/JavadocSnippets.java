package dev.reprise.micrometer;

import dev.reprise.Retry;
import dev.reprise.policy.RetryPolicy;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.observation.ObservationRegistry;

/** The code shown in the Javadoc of this module. */
final class JavadocSnippets {

  private JavadocSnippets() {}

  static Retry metrics(MeterRegistry registry, RetryPolicy policy) {
    Retry orders = RetryMetrics.of(registry).bind(Retry.of(policy).named("orders"));
    return orders;
  }

  static Retry observations(ObservationRegistry observations, RetryPolicy policy) {
    Retry orders = RetryObservations.of(observations).observe(Retry.of(policy).named("orders"));
    return orders;
  }
}
