package dev.reprise.testing.call;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.fail;

import dev.reprise.decision.StopReason;
import dev.reprise.testing.contract.BrokenDriver;
import dev.reprise.testing.shape.CallShape;
import dev.reprise.testing.shape.CallShape.Trait;
import java.util.List;
import java.util.SplittableRandom;
import java.util.stream.Collectors;
import java.util.stream.LongStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/**
 * Compares blocking and asynchronous calls with random policies and scripts. Messages contain the
 * seed of the case.
 */
class DifferentialTest {

  private static final int CASES = 10_000;
  private static final int PROOF_CASES = 100_000;
  private static final int CASES_TO_FIND_A_BROKEN_DRIVER = 2_000;
  private static final int CASES_THAT_SHOW_A_DEFECT = 20;

  private static final List<CallShape> BLOCKING =
      shapes().filter(shape -> !shape.has(Trait.ASYNC)).toList();
  private static final List<CallShape> ASYNC =
      shapes().filter(shape -> shape.has(Trait.ASYNC)).toList();

  private static Stream<CallShape> shapes() {
    return CallShape.all().stream()
        .filter(shape -> shape.has(Trait.RETURNS_VALUES) && shape.has(Trait.TIMES_OUT_ATTEMPTS));
  }

  @Test
  void ten_thousand_random_calls_are_equal_blocking_and_asynchronous() {
    compare(0, CASES);
  }

  @Test
  @Tag("proof")
  void a_hundred_thousand_random_calls_are_equal_blocking_and_asynchronous() {
    compare(CASES, CASES + PROOF_CASES);
  }

  private static void compare(long from, long to) {
    for (long seed = from; seed < to; seed++) {
      SplittableRandom pair = new SplittableRandom(~seed);
      CallShape blocking = BLOCKING.get(pair.nextInt(BLOCKING.size()));
      CallShape async = ASYNC.get(pair.nextInt(ASYNC.size()));
      RandomCase one = new RandomCase(seed);
      String expected = played(one, blocking);
      String seen = played(one, async);
      if (!expected.equals(seen)) {
        assertEquals(expected, seen, async + " differs from " + blocking + " in " + one);
      }
    }
  }

  private static String played(RandomCase one, CallShape shape) {
    try {
      return one.play(shape);
    } catch (Throwable failure) {
      return fail(shape + " broke in " + one, failure);
    }
  }

  @Test
  void the_random_calls_cover_every_stop_reason() {
    String ends =
        LongStream.range(0, 10_000)
            .mapToObj(seed -> new RandomCase(seed).play(BLOCKING.get(0)))
            .flatMap(String::lines)
            .filter(line -> line.startsWith("ended after "))
            .distinct()
            .collect(Collectors.joining("\n"));
    for (StopReason reason : StopReason.values()) {
      switch (reason) {
        case ALREADY_RETRIED, EXECUTOR_REJECTED, DISABLED ->
            assertThat(ends).doesNotContain(": " + reason);
        default -> assertThat(ends).contains(": " + reason);
      }
    }
    assertThat(ends).contains("ended after 6: attempts used up", "ended after 6: succeeded");
  }

  @ParameterizedTest
  @EnumSource
  void finds_a_broken_driver(BrokenDriver broken) {
    CallShape shape = broken.shape();
    long found = 0;
    for (long seed = 0;
        seed < CASES_TO_FIND_A_BROKEN_DRIVER && found <= CASES_THAT_SHOW_A_DEFECT;
        seed++) {
      if (differs(new RandomCase(seed), shape)) {
        found++;
      }
    }
    assertThat(found).as("cases that show the defect").isGreaterThan(CASES_THAT_SHOW_A_DEFECT);
  }

  private static boolean differs(RandomCase one, CallShape shape) {
    String expected = one.play(BLOCKING.get(0));
    try {
      return !expected.equals(one.play(shape));
    } catch (AssertionError found) {
      return true;
    }
  }

  @Test
  void finds_nothing_in_a_correct_driver() {
    for (long seed = 0; seed < CASES_TO_FIND_A_BROKEN_DRIVER; seed++) {
      assertThat(differs(new RandomCase(seed), ASYNC.get(0))).as("seed " + seed).isFalse();
    }
  }
}
