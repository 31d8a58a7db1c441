package dev.reprise.testing.call;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.SplittableRandom;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * An asynchronous call without a listener records little before its first retry. Its outcome must
 * be the same as that of a call that is recorded completely: end, report, attempts, delays and
 * budget.
 */
class QuietCallsTest {

  private static final int CASES = 4_000;
  private static final int PROOF_CASES = 50_000;

  @ParameterizedTest
  @ValueSource(booleans = {false, true})
  void four_thousand_random_calls_are_equal_with_and_without_listener(boolean cancelled) {
    compare(0, CASES, cancelled);
  }

  @ParameterizedTest
  @ValueSource(booleans = {false, true})
  @Tag("proof")
  void fifty_thousand_random_calls_are_equal_with_and_without_listener(boolean cancelled) {
    compare(CASES, CASES + PROOF_CASES, cancelled);
  }

  private static void compare(long from, long to, boolean cancelled) {
    int pauses = 0;
    for (long seed = from; seed < to; seed++) {
      long cancelNanos = cancelled ? 1 + new SplittableRandom(~seed).nextLong(200_000_000) : 0;
      RandomCase one = new RandomCase(seed);
      boolean asResult = seed % 2 == 0;
      String callWithoutListener = one.runByStages(false, asResult, cancelNanos);
      String recorder = one.runByStages(true, asResult, cancelNanos);
      assertEquals(recorder, callWithoutListener, () -> "differs: " + one);
      pauses += callWithoutListener.contains("granted") ? 1 : 0;
      assertThat(callWithoutListener)
          .as(one.toString())
          .doesNotContain("hangs")
          .contains("timers 0");
    }
    assertThat(pauses).isGreaterThan((int) (to - from) / 10);
  }
}
