package dev.reprise.simulator.load;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.reprise.simulator.target.FlakyServer;
import dev.reprise.simulator.target.Lab;
import java.util.Arrays;
import org.junit.jupiter.api.Test;

/** Tests the arrival times of calls. */
class LoadTest {

  private static final long LATENCY = 10 * Lab.MILLISECOND;

  private static Lab lab() {
    Lab lab = new Lab("maxAttempts=1 within=unlimited", Long.MAX_VALUE, 5);
    lab.clients.withTarget(
        new FlakyServer(lab.world, lab.clients, lab.network(LATENCY), 0, lab.random(3), now -> {}));
    return lab;
  }

  private static double[] seconds(Rate rate, int length) {
    return lab().load(rate, length * Lab.SECOND).tally.attemptsBySlice(length);
  }

  private static void isPoisson(double[] counts, double rate) {
    int n = counts.length;
    double mean = Arrays.stream(counts).average().orElseThrow();
    double variance =
        Arrays.stream(counts).map(count -> (count - mean) * (count - mean)).sum() / (n - 1);
    assertThat(mean).isEqualTo(rate, within(4 * Math.sqrt(rate / n)));
    assertThat(variance).isEqualTo(rate, within(4 * Math.sqrt((rate + 2 * rate * rate) / n)));
  }

  @Test
  void the_number_of_calls_follows_the_poisson_distribution() {
    isPoisson(seconds(Rate.of(50), 2000), 50);
  }

  @Test
  void a_step_changes_the_rate_and_changes_it_back() {
    Rate rate = Rate.of(20).then(300 * Lab.SECOND, 200).then(600 * Lab.SECOND, 20);
    double[] counts = seconds(rate, 900);
    isPoisson(Arrays.copyOfRange(counts, 0, 300), 20);
    isPoisson(Arrays.copyOfRange(counts, 300, 600), 200);
    isPoisson(Arrays.copyOfRange(counts, 600, 900), 20);
  }

  @Test
  void a_rate_of_zero_ends_at_the_next_step() {
    Rate rate = Rate.of(100).then(10 * Lab.SECOND, 0).then(20 * Lab.SECOND, 100);
    double[] counts = seconds(rate, 30);
    assertThat(Arrays.copyOfRange(counts, 10, 20)).containsOnly(0);
    assertThat(Arrays.stream(counts, 20, 30).sum()).isEqualTo(1000, within(4 * Math.sqrt(1000)));
  }

  private static Population population(Lab lab, Population.Pattern pattern) {
    Population population = new Population(lab.world, lab.clients, pattern, lab.random(2));
    population.begin();
    lab.world.runUntil(Long.MAX_VALUE - 1);
    return population;
  }

  @Test
  void a_ramp_changes_the_rate_linearly() {
    long second = 1_000_000_000L;
    Rate rate = Rate.of(100).ramp(second, 3 * second, 300).ramp(4 * second, 5 * second, 0);
    int[] calls = new int[10];
    for (long now = rate.after(0, 1); now != Long.MAX_VALUE; now = rate.after(now, 1)) {
      calls[(int) (now / second)]++;
    }

    int[] expected = {100, 150, 250, 300, 150, 0};
    for (int i = 0; i < expected.length; i++) {
      assertThat(calls[i]).as("second %d", i).isBetween(expected[i] - 1, expected[i] + 1);
    }
    assertThat(rate.until(2 * second).after(2 * second - 1, 1)).isEqualTo(Long.MAX_VALUE);
  }

  @Test
  void all_callers_start_at_once_and_call_once() {
    Lab lab = lab();
    Population population = population(lab, new Population.Pattern(30, 1, 0, 0, 0));
    assertThat(lab.tally.calls()).isEqualTo(30);
    assertThat(lab.tally.lastEndNanos()).isEqualTo(2 * LATENCY);
    assertThat(population.fairness()).isEqualTo(1);
    assertThat(population.topTenthShare()).isEqualTo(0.1);
  }

  @Test
  void staggered_clients_start_uniformly_over_the_period() {
    Lab lab = lab();
    population(lab, new Population.Pattern(100_000, 1, 10 * Lab.SECOND, 0, 0));
    double[] counts = lab.tally.attemptsBySlice(10);
    double sigma = Math.sqrt(100_000 * 0.1 * 0.9);
    for (double count : counts) {
      assertThat(count).isEqualTo(10_000, within(4 * sigma));
    }
  }

  /** The response time law: clients / (think time + response time) calls per second. */
  @Test
  void a_closed_loop_obeys_the_response_time_law() {
    Lab lab = lab();
    double think = 0.1 * Lab.SECOND;
    long length = 500 * Lab.SECOND;
    Population population = population(lab, new Population.Pattern(20, 1, 0, length, think));
    double cycle = think + 2 * LATENCY;
    double expected = 20 * length / cycle;
    double sigma = Math.sqrt(expected) * think / cycle;
    assertThat((double) lab.tally.calls()).isEqualTo(expected, within(4 * sigma + 20));
    assertThat(population.fairness()).isGreaterThan(0.999);
    assertThat(population.topTenthShare()).isBetween(0.1, 0.105);
  }
}
