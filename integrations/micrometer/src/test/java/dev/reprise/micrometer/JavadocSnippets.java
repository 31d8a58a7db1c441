package dev.reprise.micrometer;

import dev.reprise.Retry;
import dev.reprise.batch.Batch;
import dev.reprise.batch.report.BatchMetrics;
import dev.reprise.batch.report.BatchReport;
import dev.reprise.idempotency.IdempotencyGuard;
import dev.reprise.policy.RetryPolicy;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.observation.ObservationRegistry;
import java.util.List;

/** The code shown in the Javadoc of this module. */
final class JavadocSnippets {

  private JavadocSnippets() {}

  private record Price(String article, long cents) {}

  private record Receipt(String number) {}

  static Retry metrics(MeterRegistry registry, RetryPolicy policy) {
    Retry orders = RetryMetrics.of(registry).bind(Retry.of(policy).named("orders"));
    return orders;
  }

  static Retry observations(ObservationRegistry observations, RetryPolicy policy) {
    Retry orders = RetryObservations.of(observations).observe(Retry.of(policy).named("orders"));
    return orders;
  }

  static BatchReport<Price> batch(MeterRegistry registry, Batch<Price> batch, List<Price> prices) {
    BatchMetrics metrics = BatchMeters.of(registry).bind("prices", new BatchMetrics());
    BatchReport<Price> report = batch.withListener(metrics.listener()).run(prices);
    return report;
  }

  static IdempotencyGuard<Receipt> guard(MeterRegistry registry, IdempotencyGuard<Receipt> guard) {
    IdempotencyGuard<Receipt> payments = GuardMetrics.of(registry).bind("payments", guard);
    return payments;
  }
}
