package dev.reprise.simulator.target;

import static org.assertj.core.api.Assertions.assertThat;

import dev.reprise.decision.StopReason;
import dev.reprise.simulator.load.Rate;
import dev.reprise.simulator.target.LimiterSettings.RetryAfter;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Tests the attempts that a limiter admits. */
class RateLimiterTest {

  private static final double LIMIT = 50;
  private static final int BURST = 5;

  private final List<Long> through = new ArrayList<>();

  private Lab run(RetryAfter advice, String policy, long timeoutNanos) {
    Lab lab = new Lab(policy, timeoutNanos, 1);
    LimiterSettings settings = new LimiterSettings(LIMIT, BURST, advice, Lab.SECOND / 2);
    lab.clients.withTarget(
        new RateLimiter(
            lab.world, lab.clients, settings, lab.network(5 * Lab.MILLISECOND), through::add));
    return lab.load(Rate.of(100), 20 * Lab.SECOND);
  }

  @ParameterizedTest
  @EnumSource(RetryAfter.class)
  void never_admits_more_than_its_rate_and_burst(RetryAfter advice) {
    String policy = "maxAttempts=8 within=unlimited backoff=exponential(20ms, jitter=full)";
    run(advice, policy, Lab.SECOND);
    keepsToTheRate();
    through.clear();
    run(advice, policy, 8 * Lab.MILLISECOND);
    keepsToTheRate();
  }

  private void keepsToTheRate() {
    assertThat(through.size()).isGreaterThan(500);
    for (int from = 0; from < through.size(); from++) {
      for (int to = from; to < through.size(); to++) {
        double seconds = (through.get(to) - through.get(from)) / (double) Lab.SECOND;
        assertThat(to - from + 1 <= BURST + LIMIT * seconds + 0.001).isTrue();
      }
    }
  }

  @Test
  void reserves_a_time_for_each_rejected_client() {
    Lab lab =
        run(
            RetryAfter.RESERVED,
            "maxAttempts=3 within=unlimited backoff=none hintJitter=0",
            Long.MAX_VALUE);
    assertThat(lab.tally.successShare()).isEqualTo(1);
    assertThat(lab.tally.amplification()).isBetween(1.9, 2.05);
    double seconds = lab.tally.lastEndNanos() / (double) Lab.SECOND;
    assertThat(lab.tally.ended(StopReason.SUCCEEDED) / (LIMIT * seconds)).isBetween(0.97, 1.02);
  }

  @Test
  void exact_retry_times_are_equal_for_all_rejected_clients() {
    Lab exact =
        run(
            RetryAfter.EXACT,
            "maxAttempts=3 within=unlimited backoff=none hintJitter=0",
            Long.MAX_VALUE);
    assertThat(exact.tally.successShare()).isLessThan(0.8);
  }
}
