package dev.reprise.verification.benchmarks.pending;

import static org.assertj.core.api.Assertions.assertThat;

import dev.reprise.verification.benchmarks.pending.AsyncContender.Delays;
import dev.reprise.verification.benchmarks.process.Facts;
import java.time.Duration;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

class PendingProbeTest {

  private static final int COUNT = 1000;
  private static final Delays SOON = new Delays(Duration.ofMillis(1), Duration.ofMillis(5));

  @ParameterizedTest
  @EnumSource
  void all_calls_of_every_contender_complete(AsyncContender contender) {
    Facts facts = new PendingProbe(contender, COUNT).finish(SOON, Duration.ofMinutes(1));

    assertThat(facts.get("completed")).isEqualTo(COUNT);
    assertThat(facts.get("answered")).isEqualTo(COUNT);
    assertThat(facts.get("finish")).isPositive();
  }

  @ParameterizedTest
  @EnumSource
  void all_calls_of_every_contender_wait_until_they_are_cancelled(AsyncContender contender) {
    Facts facts = new PendingProbe(contender, COUNT).hold(false);

    assertThat(facts.get("pending")).isEqualTo(COUNT);
    assertThat(facts.get("cancelled")).isEqualTo(COUNT);
  }
}
