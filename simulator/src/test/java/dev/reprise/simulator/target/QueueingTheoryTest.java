package dev.reprise.simulator.target;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.reprise.decision.StopReason;
import dev.reprise.simulator.load.Rate;
import dev.reprise.simulator.stats.Estimate;
import java.util.ArrayList;
import java.util.List;
import java.util.function.ToDoubleFunction;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Compares a server without faults, whose clients call once, with queueing theory. */
class QueueingTheoryTest {

  private static final long SERVICE = 100 * Lab.MILLISECOND;
  private static final double SERVED_A_SECOND = 10;
  private static final long WARM_UP = 20 * Lab.SECOND;
  private static final long LENGTH = 220 * Lab.SECOND;
  private static final int RUNS = 40;

  /** Returns the durations of the calls of a run in seconds, without the first calls. */
  private static List<Double> lengths(ServerSettings settings, double rate, long seed) {
    Lab lab = new Lab("maxAttempts=1 within=unlimited", Long.MAX_VALUE, seed);
    List<Double> lengths = new ArrayList<>();
    Network network = lab.network(0);
    lab.clients
        .withTarget(
            new Server(lab.world, lab.clients, settings, network, lab.random(3), nanos -> {}))
        .onCallEnd(
            (slot, attempts, length, reason) -> {
              if (lab.world.nowNanos() - length >= WARM_UP && reason == StopReason.SUCCEEDED) {
                lengths.add((double) length / Lab.SECOND);
              }
            });
    lab.load(Rate.of(rate), LENGTH);
    return lengths;
  }

  private static ServerSettings workers(int count, int queue, boolean lifo) {
    return new ServerSettings(count, SERVICE, queue, lifo, false, Fault.NONE);
  }

  private static void agree(
      ServerSettings settings, double rate, ToDoubleFunction<List<Double>> measure, double theory) {
    double[] values = new double[RUNS];
    for (int run = 0; run < RUNS; run++) {
      values[run] = measure.applyAsDouble(lengths(settings, rate, run));
    }
    Estimate estimate = Estimate.of(values);
    assertThat(estimate.mean()).isEqualTo(theory, within(4 * estimate.standardError()));
    assertThat(estimate.standardError()).isLessThan(theory / 20);
  }

  private static double mean(List<Double> lengths) {
    return lengths.stream().mapToDouble(length -> length).average().orElseThrow();
  }

  private static double meanSquare(List<Double> lengths) {
    return lengths.stream().mapToDouble(length -> length * length).average().orElseThrow();
  }

  /** Returns the share of arrivals that c servers without a queue reject, by load in erlangs. */
  private static double erlangB(int servers, double load) {
    double blocked = 1;
    for (int c = 1; c <= servers; c++) {
      blocked = load * blocked / (c + load * blocked);
    }
    return blocked;
  }

  private static double erlangC(int servers, double load) {
    double blocked = erlangB(servers, load);
    return blocked / (1 - load / servers * (1 - blocked));
  }

  @ParameterizedTest
  @CsvSource({"1, 5", "1, 8", "5, 40", "20, 180"})
  void waiting_times_match_the_erlang_formula(int servers, double rate) {
    double wait = erlangC(servers, rate / SERVED_A_SECOND) / (servers * SERVED_A_SECOND - rate);
    double theory = wait + 1 / SERVED_A_SECOND;
    agree(workers(servers, 100_000, false), rate, QueueingTheoryTest::mean, theory);
    agree(workers(servers, 100_000, true), rate, QueueingTheoryTest::mean, theory);
  }

  /** For one server at half its load: E[W²] is 2ρ/(μ(1 − ρ))², and 1/(1 − ρ) of that with LIFO. */
  @Test
  void lifo_increases_the_variance_of_waits() {
    double rho = 0.5;
    double mu = SERVED_A_SECOND;
    double wait = rho / (mu * (1 - rho));
    double waitSquare = 2 * rho / (mu * mu * (1 - rho) * (1 - rho));
    double rest = 2 * wait / mu + 2 / (mu * mu);
    agree(workers(1, 100_000, false), 5, QueueingTheoryTest::meanSquare, waitSquare + rest);
    agree(
        workers(1, 100_000, true),
        5,
        QueueingTheoryTest::meanSquare,
        waitSquare / (1 - rho) + rest);
  }

  @Test
  void rejections_without_a_queue_match_the_erlang_formula() {
    double expected = 40 * (LENGTH - WARM_UP) / (double) Lab.SECOND * (1 - erlangB(5, 4));
    agree(workers(5, 0, false), 40, List::size, expected);
  }

  private static double answered(boolean lifo, boolean dropAbandoned) {
    Lab lab = new Lab("maxAttempts=1 within=unlimited", Lab.SECOND, 1);
    ServerSettings settings =
        new ServerSettings(10, SERVICE, 10_000, lifo, dropAbandoned, Fault.NONE);
    lab.clients.withTarget(
        new Server(lab.world, lab.clients, settings, lab.network(0), lab.random(3), nanos -> {}));
    return lab.load(Rate.of(200), 60 * Lab.SECOND).tally.successShare();
  }

  /**
   * With FIFO almost no call succeeds, even if attempts that timed out are skipped: an attempt that
   * is served just in time receives its response too late.
   */
  @Test
  void lifo_serves_half_of_twice_the_capacity_and_fifo_hardly_any() {
    assertThat(answered(false, false)).as("fifo").isLessThan(0.05);
    assertThat(answered(false, true))
        .as("fifo, without attempts that timed out")
        .isBetween(0.05, 0.1);
    assertThat(answered(true, false)).as("lifo").isBetween(0.42, 0.52);
    assertThat(answered(true, true))
        .as("lifo, without attempts that timed out")
        .isBetween(0.42, 0.52);
  }
}
