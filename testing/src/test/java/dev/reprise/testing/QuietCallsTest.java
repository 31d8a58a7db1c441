package dev.reprise.testing;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;

/**
 * An asynchronous call that nobody listens to remembers little while it waits for its first retry.
 * What comes of it must be the same as of one that is heard, and so remembers all: its end, its
 * report to the word, its attempts, its delays and what the budget saw.
 */
class QuietCallsTest {

  private static final int CASES = 20_000;

  @Test
  void twenty_thousand_random_calls_go_alike_heard_and_unheard() {
    compare(false);
  }

  @Test
  void twenty_thousand_random_calls_that_are_cancelled_go_alike_heard_and_unheard() {
    compare(true);
  }

  private static void compare(boolean cancelled) {
    int pauses = 0;
    for (long seed = 0; seed < CASES; seed++) {
      long cancelNanos = cancelled ? 1 + new SplittableRandom(~seed).nextLong(200_000_000) : 0;
      RandomCase one = new RandomCase(seed);
      boolean asResult = seed % 2 == 0;
      String unheard = one.playByStages(false, asResult, cancelNanos);
      String heard = one.playByStages(true, asResult, cancelNanos);
      assertEquals(heard, unheard, () -> "differs: " + one);
      pauses += unheard.contains("granted") ? 1 : 0;
      assertThat(unheard).as(one.toString()).doesNotContain("hangs").contains("timers 0");
    }
    assertThat(pauses).isGreaterThan(CASES / 10);
  }
}
