package dev.reprise.simulator.model;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.reprise.budget.RetryBudget;
import dev.reprise.simulator.experiment.Cell;
import dev.reprise.simulator.stats.Estimate;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Compares backoffs on one row with another program: calls and time for each success. */
class NewBackoffsTest {

  private static final String FULL = "exponential(10ms, x2, cap=2s, jitter=full)";
  private static final String SLOTS = "none hintJitter=0";

  private static Cell run(String backoff, int clients, String... more) {
    String[] values = new String[more.length + 3];
    values[0] = "clients=" + clients;
    values[1] = "processes=" + (backoff.equals("contention") ? 4 : 1);
    values[2] = "control=" + (backoff.equals(SLOTS) ? "reserved-slots" : "optimistic");
    System.arraycopy(more, 0, values, 3, more.length);
    int seeds = clients <= 10 ? 2000 : clients <= 100 ? 300 : 40;
    return Simulated.cell(
        new RowKind(),
        "maxAttempts=unlimited within=unlimited backoff=" + backoff,
        RetryBudget.unlimited(),
        seeds,
        values);
  }

  private static void agrees(Cell cell, String metric, double expected) {
    Estimate estimate = cell.estimate(metric);
    double tolerance = Math.max(4 * estimate.standardError(), 0.03 * expected);
    assertThat(estimate.mean()).as(metric).isEqualTo(expected, within(tolerance));
    assertThat(estimate.undefined()).isZero();
  }

  @ParameterizedTest
  @CsvSource({
    "'" + FULL + "', 10, 3.90, 46.7",
    "'" + FULL + "', 100, 7.96, 49.0",
    "elapsed, 10, 3.02, 45.8",
    "elapsed, 100, 7.42, 43.3",
    "contention, 10, 2.86, 41.9",
    "contention, 100, 3.91, 37.2",
    "'" + SLOTS + "', 10, 1.99, 30.1",
    "'" + SLOTS + "', 100, 2.10, 28.0"
  })
  void need_the_reference_number_of_calls_and_time(
      String backoff, int clients, double calls, double time) {
    Cell cell = run(backoff, clients);
    agrees(cell, "calls_each", calls);
    agrees(cell, "time_each_ms", time);
  }

  @ParameterizedTest
  @CsvSource({
    "'" + FULL + "', 1000, 17.0, 24.3",
    "elapsed, 1000, 17.4, 24.2",
    "contention, 1000, 5.30, 28.8",
    "'" + SLOTS + "', 1000, 2.11, 27.8"
  })
  @Tag("proof")
  void need_the_reference_number_of_calls_and_time_among_many_clients(
      String backoff, int clients, double calls, double time) {
    need_the_reference_number_of_calls_and_time(backoff, clients, calls, time);
  }

  @ParameterizedTest
  @CsvSource({"'" + FULL + "', 12.9", "elapsed, 7.4"})
  void calls_depend_on_latency_only_where_expected(String backoff, double calls) {
    agrees(run(backoff, 100, "latency=100ms", "deviation=20ms"), "calls_each", calls);
  }
}
