package dev.reprise.spring.http;

import io.micrometer.observation.Observation;
import io.micrometer.observation.ObservationRegistry;
import org.jspecify.annotations.Nullable;
import org.springframework.http.client.observation.ClientRequestObservationContext;

/**
 * Adds the number of repeated attempts to Spring's observation of a request, which contains all
 * attempts: {@code http.request.resend_count} of the semantic conventions of OpenTelemetry, with
 * high cardinality, so it is an attribute of the span and not a tag of the meter.
 */
record ResendCount(ObservationRegistry observations) {

  static final String KEY = "http.request.resend_count";

  /** Adds the number, if there was more than one attempt. Called in the scope of the request. */
  void add(int attempts) {
    Observation request = attempts > 1 ? observations.getCurrentObservation() : null;
    if (request != null && request.getContextView() instanceof ClientRequestObservationContext) {
      addTo(request, attempts);
    }
  }

  /** Adds the number to an observation, if there is one and there was more than one attempt. */
  static void addTo(@Nullable Observation request, int attempts) {
    if (request != null && attempts > 1) {
      request.highCardinalityKeyValue(KEY, Integer.toString(attempts - 1));
    }
  }
}
