package dev.reprise.examples.spring;

import static org.assertj.core.api.Assertions.assertThat;

import dev.reprise.examples.spring.Dashboard.Query;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Prometheus scrapes the running example, and each panel of the dashboard shows its values. */
@Tag("proof")
class PanelsTest {

  private static final Duration PATIENCE = Duration.ofMinutes(5);
  private static final int CUSTOMERS = 6;

  /** Retries succeed before and between the outages, which use up their budgets. */
  private static final int SECONDS_BETWEEN_OUTAGES = 10;

  private static final int SECONDS_OF_OUTAGE = 2;

  private final AtomicInteger numbers = new AtomicInteger();
  private volatile boolean done;

  @Test
  void each_panel_shows_values_other_than_zero_under_load(@TempDir Path directory)
      throws Exception {
    List<Query> missing = new ArrayList<>(Dashboard.load().queries());
    ExecutorService customers = Executors.newFixedThreadPool(CUSTOMERS);
    try (Example example = Example.start(0, 0);
        Prometheus prometheus = Prometheus.start(directory, example.shop(), example.payments())) {
      Services services = new Services(example);
      for (int i = 0; i < CUSTOMERS; i++) {
        customers.submit(() -> buy(services));
      }
      Instant begin = Instant.now();
      while (!missing.isEmpty() && Instant.now().isBefore(begin.plus(PATIENCE))) {
        long second = Duration.between(begin, Instant.now()).toSeconds();
        boolean outage =
            second % (SECONDS_BETWEEN_OUTAGES + SECONDS_OF_OUTAGE) >= SECONDS_BETWEEN_OUTAGES;
        example.loseResponses(outage ? 1 : 0.2);
        if (outage) {
          services.writeLedger();
        }
        for (Query query : List.copyOf(missing)) {
          if (prometheus.query(query.forPrometheus()).stream().anyMatch(value -> value > 0)) {
            missing.remove(query);
          }
        }
      }
      assertThat(missing).as("panels without values").isEmpty();
    } finally {
      done = true;
      customers.shutdownNow();
    }
  }

  /**
   * Orders until the test ends: most numbers twice at the same time, and in an unknown currency.
   */
  private Void buy(Services services) throws Exception {
    while (!done) {
      int number = numbers.incrementAndGet();
      services.order("order-" + number / 2, 10, "USD");
      services.order("refused-" + number, 10, "XXX");
      if (number % 30 == 0) {
        services.writeLedger();
      }
    }
    return null;
  }
}
