package dev.reprise.testing.hedged;

import static org.junit.jupiter.api.Assertions.fail;

import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** Tests random hedged policies and scripts in virtual time. Messages contain the seed. */
class HedgedCallRandomTest {

  private static final int CASES = 4_000;
  private static final int PROOF_CASES = 100_000;

  @Test
  void four_thousand_random_calls_fulfil_the_contract() {
    play(0, CASES);
  }

  @Test
  @Tag("proof")
  void a_hundred_thousand_random_calls_fulfil_the_contract() {
    play(CASES, CASES + PROOF_CASES);
  }

  private static void play(long from, long to) {
    for (long seed = from; seed < to; seed++) {
      RandomHedgedCase one = new RandomHedgedCase(seed);
      try {
        one.play();
      } catch (Throwable failure) {
        fail(one.toString(), failure);
      }
    }
  }
}
