package dev.reprise.backoff;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.time.Duration;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;

/** Two backoffs are equal if they were built with the same settings. */
class BackoffEqualityTest {

  private static final BackoffFunction ONE = (progress, view, now, random) -> 1;
  private static final BackoffFunction TWO = (progress, view, now, random) -> 2;

  private static Duration millis(int millis) {
    return Duration.ofMillis(millis);
  }

  /** Creates new backoffs each time, each of them different from its neighbours in one setting. */
  private static List<Backoff> all() {
    return List.of(
        Backoff.none(),
        Backoff.fixed(millis(10)),
        Backoff.fixed(millis(20)),
        Backoff.fixed(millis(10)).withFloor(millis(5)),
        Backoff.fixed(millis(10)).cappedAt(millis(15)),
        Backoff.fixed(millis(10)).jitter(Jitter.full()),
        Backoff.fixed(millis(10)).jitter(Jitter.proportional(0.3)),
        Backoff.fixed(millis(10)).jitter(Jitter.proportional(0.4)),
        Backoff.linear(millis(10)),
        Backoff.linear(millis(20)),
        Backoff.linear(millis(10), millis(20)),
        Backoff.exponential(millis(10)),
        Backoff.exponential(millis(20)),
        Backoff.exponential(millis(10), 3),
        Backoff.fibonacci(millis(10)),
        Backoff.fibonacci(millis(20)),
        Backoff.uniform(millis(10), millis(20)),
        Backoff.uniform(millis(10), millis(30)),
        Backoff.uniform(millis(15), millis(20)),
        Backoff.sequence(millis(10), millis(20)),
        Backoff.sequence(millis(10), millis(30)),
        Backoff.decorrelated(millis(10), millis(100)),
        Backoff.decorrelated(millis(10), millis(200)),
        Backoff.decorrelated(millis(20), millis(100)),
        Backoff.elapsed(),
        Backoff.elapsed(0.7, 1, 10),
        Backoff.elapsed(0.7, 2, 10),
        Backoff.elapsed(0.7, 1, 20),
        Backoff.elapsed(0.8, 1, 10),
        Backoff.contention(),
        Backoff.contention(3, 1, 10),
        Backoff.contention(3, 2, 10),
        Backoff.contention(3, 1, 20),
        Backoff.contention(4, 1, 10),
        Backoff.custom("a", ONE),
        Backoff.custom("b", ONE),
        Backoff.custom("a", TWO),
        Backoff.fixed(millis(10)).thenAfter(2, Backoff.fixed(millis(30))),
        Backoff.fixed(millis(20)).thenAfter(2, Backoff.fixed(millis(30))),
        Backoff.fixed(millis(10)).thenAfter(3, Backoff.fixed(millis(30))),
        Backoff.fixed(millis(10)).thenAfter(2, Backoff.fixed(millis(40))));
  }

  @Test
  void depends_on_all_settings() {
    List<Backoff> some = all();
    List<Backoff> same = all();
    for (int i = 0; i < some.size(); i++) {
      for (int j = 0; j < same.size(); j++) {
        assertEquals(i == j, some.get(i).equals(same.get(j)), some.get(i) + " " + same.get(j));
      }
      assertEquals(some.get(i).hashCode(), same.get(i).hashCode());
      assertNotEquals(some.get(i), new Object());
    }
  }

  @Test
  void unequal_backoffs_have_different_hash_codes() {
    List<Backoff> all = all();
    Set<Integer> hashCodes = new HashSet<>();
    all.forEach(backoff -> hashCodes.add(backoff.hashCode()));

    assertTrue(hashCodes.size() > all.size() * 9 / 10, hashCodes::toString);
  }

  @Test
  void knows_which_backoffs_depend_only_on_the_retry_number() {
    assertTrue(Backoff.fixed(millis(10)).dependsOnlyOnRetryNumber());
    assertTrue(Backoff.fixed(millis(1)).thenAfter(1, Backoff.none()).dependsOnlyOnRetryNumber());
    for (Backoff other :
        List.of(
            Backoff.decorrelated(millis(10), millis(100)),
            Backoff.elapsed(),
            Backoff.contention(),
            Backoff.custom(ONE),
            Backoff.fixed(millis(10)).thenAfter(1, Backoff.custom(ONE)))) {
      assertEquals(false, other.dependsOnlyOnRetryNumber(), other::toString);
    }
  }
}
