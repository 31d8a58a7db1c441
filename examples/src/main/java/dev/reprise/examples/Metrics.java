package dev.reprise.examples;

import dev.reprise.Retry;
import dev.reprise.batch.Batch;
import dev.reprise.batch.report.BatchMetrics;
import dev.reprise.batch.report.BatchReport;
import dev.reprise.idempotency.IdempotencyGuard;
import dev.reprise.micrometer.BatchMeters;
import dev.reprise.micrometer.DefaultCallConvention;
import dev.reprise.micrometer.GuardMetrics;
import dev.reprise.micrometer.RetryCallContext;
import dev.reprise.micrometer.RetryMetrics;
import dev.reprise.micrometer.RetryObservations;
import dev.reprise.registry.RetryRegistry;
import io.micrometer.common.KeyValues;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.Tags;
import io.micrometer.observation.ObservationRegistry;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicReference;

/** Metrics and observations by Micrometer, as in the guide. */
public final class Metrics {

  private Metrics() {}

  static Retry measured(MeterRegistry registry, Retry retry) {
    return RetryMetrics.of(registry).bind(retry.named("orders"));
  }

  static RetryMetrics withOptions(MeterRegistry registry) {
    return RetryMetrics.of(registry)
        .withTags(Tags.of("team", "shop"))
        .withExceptionClasses()
        .withFirstAttemptTimes();
  }

  @SuppressWarnings("NullAway") // set before a retry is looked up
  static RetryRegistry policies(MeterRegistry registry, Map<String, String> properties) {
    AtomicReference<RetryRegistry> policies = new AtomicReference<>();
    RetryMetrics metrics = RetryMetrics.of(registry).withSource(name -> policies.get().retry(name));
    policies.set(RetryRegistry.builder().eachRetry(metrics::bind).build(properties));
    return policies.get();
  }

  static Retry observed(ObservationRegistry observations, Retry retry) {
    return RetryObservations.of(observations).observe(retry.named("orders"));
  }

  static Retry observedBy(ObservationRegistry observations, Retry retry) {
    return RetryObservations.of(observations)
        .withCallConvention(new RegionConvention())
        .observe(retry.named("orders"));
  }

  /** Adds a value to those of the default convention. */
  static final class RegionConvention extends DefaultCallConvention {
    @Override
    public KeyValues getLowCardinalityKeyValues(RetryCallContext call) {
      return super.getLowCardinalityKeyValues(call).and("region", "eu-1");
    }
  }

  static BatchReport<String> batch(
      MeterRegistry registry, Batch<String> batch, List<String> prices) {
    BatchMetrics metrics = BatchMeters.of(registry).bind("prices", new BatchMetrics());
    return batch.withListener(metrics.listener()).run(prices);
  }

  static IdempotencyGuard<String> guard(MeterRegistry registry, IdempotencyGuard<String> guard) {
    return GuardMetrics.of(registry).bind("payments", guard);
  }
}
