package dev.reprise.spring.data;

import dev.reprise.idempotency.IdempotencyGuard;
import dev.reprise.micrometer.GuardMetrics;
import dev.reprise.servlet.RecordedResponse;
import io.micrometer.core.instrument.MeterRegistry;
import org.springframework.beans.factory.ObjectProvider;

/**
 * Publishes the metrics of the guard behind the filter, if the application has a meter registry.
 */
final class GuardMeters {

  private static final String GUARD = "requests";

  private final ObjectProvider<MeterRegistry> registry;

  GuardMeters(ObjectProvider<MeterRegistry> registry) {
    this.registry = registry;
  }

  IdempotencyGuard<RecordedResponse> bind(IdempotencyGuard<RecordedResponse> guard) {
    MeterRegistry found = registry.getIfUnique();
    return found == null ? guard : GuardMetrics.of(found).bind(GUARD, guard);
  }
}
