package dev.reprise.testing.call;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.SplittableRandom;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * An asynchronous call that nobody listens to remembers little while it waits for its first retry.
 * What comes of it must be the same as of one that is heard, and so remembers all: its end, its
 * report to the word, its attempts, its delays and what the budget saw.
 */
class QuietCallsTest {

  private static final int CASES = 4_000;
  private static final int PROOF_CASES = 100_000;

  @ParameterizedTest
  @ValueSource(booleans = {false, true})
  void four_thousand_random_calls_go_alike_heard_and_unheard(boolean cancelled) {
    compare(0, CASES, cancelled);
  }

  @ParameterizedTest
  @ValueSource(booleans = {false, true})
  @Tag("proof")
  void a_hundred_thousand_random_calls_go_alike_heard_and_unheard(boolean cancelled) {
    compare(CASES, CASES + PROOF_CASES, cancelled);
  }

  private static void compare(long from, long to, boolean cancelled) {
    int pauses = 0;
    for (long seed = from; seed < to; seed++) {
      long cancelNanos = cancelled ? 1 + new SplittableRandom(~seed).nextLong(200_000_000) : 0;
      RandomCase one = new RandomCase(seed);
      boolean asResult = seed % 2 == 0;
      String unheard = one.playByStages(false, asResult, cancelNanos);
      String heard = one.playByStages(true, asResult, cancelNanos);
      assertEquals(heard, unheard, () -> "differs: " + one);
      pauses += unheard.contains("granted") ? 1 : 0;
      assertThat(unheard).as(one.toString()).doesNotContain("hangs").contains("timers 0");
    }
    assertThat(pauses).isGreaterThan((int) (to - from) / 10);
  }
}
