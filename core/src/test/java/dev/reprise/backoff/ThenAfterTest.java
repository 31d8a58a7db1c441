package dev.reprise.backoff;

import static dev.reprise.backoff.Delays.beforeRetry;
import static dev.reprise.backoff.Delays.delay;
import static dev.reprise.backoff.Delays.delays;
import static dev.reprise.backoff.Delays.ms;
import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.reprise.decision.Progress;
import dev.reprise.decision.View;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

class ThenAfterTest {

  private final Backoff quick = Backoff.fixed(ms(10));
  private final Backoff slow = Backoff.exponential(ms(1_000));

  @Test
  void the_second_backoff_begins_with_its_first_delay() {
    assertArrayEquals(ms(10, 10, 10, 1_000, 2_000, 4_000), delays(quick.thenAfter(3, slow), 6));
  }

  @Test
  void chains_can_be_nested_on_either_side() {
    Backoff linear = Backoff.linear(ms(1));
    Duration[] expected = ms(10, 10, 1, 2, 3, 1_000, 2_000);
    assertArrayEquals(expected, delays(quick.thenAfter(2, linear.thenAfter(3, slow)), 7));
    assertArrayEquals(expected, delays(quick.thenAfter(2, linear).thenAfter(5, slow), 7));
  }

  @Test
  void an_outer_part_that_ends_early_shortens_the_inner_chain() {
    Backoff inner = quick.thenAfter(2, slow);
    assertArrayEquals(ms(10, 7, 7), delays(inner.thenAfter(1, Backoff.fixed(ms(7))), 3));
  }

  @Test
  void a_part_that_begins_after_the_last_retry_is_never_used() {
    Backoff inner = quick.thenAfter(Integer.MAX_VALUE, slow);
    assertEquals(ms(10), delay(quick.thenAfter(Integer.MAX_VALUE, inner), Integer.MAX_VALUE));
  }

  @Test
  void parts_keep_their_own_bounds_and_outer_bounds_apply_too() {
    Backoff chain = quick.thenAfter(1, slow.cappedAt(ms(3_000)));
    assertArrayEquals(ms(10, 1_000, 2_000, 3_000), delays(chain, 4));
    assertArrayEquals(ms(10, 1_000, 1_500, 1_500), delays(chain.cappedAt(ms(1_500)), 4));
    assertArrayEquals(ms(10, 1_000, 2_000, 3_000), delays(chain.cappedAt(ms(9_000)), 4));
    assertArrayEquals(ms(50, 1_000, 2_000, 3_000), delays(chain.withFloor(ms(50)), 4));
    assertEquals(Long.MAX_VALUE, chain.capNanos());
    assertEquals(ms(1_500).toNanos(), chain.cappedAt(ms(1_500)).capNanos());
  }

  @Test
  void a_later_cap_replaces_an_earlier_one() {
    Backoff chain = quick.thenAfter(1, slow).cappedAt(ms(5)).cappedAt(ms(1_500));
    assertArrayEquals(ms(10, 1_000, 1_500), delays(chain, 3));
  }

  @Test
  void jitter_around_a_chain_applies_to_each_part() {
    Backoff chain = quick.thenAfter(1, slow).jitter(Jitter.equal());
    assertEquals(ms(5).toNanos(), delay(chain, 1, () -> 0));
    assertEquals(ms(500).toNanos(), delay(chain, 2, () -> 0));
  }

  @Test
  void jitter_is_not_applied_twice() {
    Backoff jittered = slow.jitter(Jitter.full());
    Backoff chain = quick.thenAfter(1, jittered);
    assertTrue(chain.hasJitter());
    assertRefused(
        "jitter must be none around a part that has jitter=full, but was equal",
        () -> chain.jitter(Jitter.equal()));
    assertRefused(
        "jitter must be none for uniform, which is random itself, but was full",
        () -> Backoff.uniform(ms(1), ms(2)).thenAfter(1, quick).jitter(Jitter.full()));
  }

  @Test
  void refuses_a_floor_above_the_cap_of_a_part() {
    assertRefused(
        "floor must be at most the cap of 3 s, but was 5 s",
        () -> quick.thenAfter(1, slow.cappedAt(ms(3_000))).withFloor(ms(5_000)));
  }

  @Test
  void decorrelated_ignores_the_delays_of_the_previous_part() {
    Backoff chain = Backoff.fixed(ms(900)).thenAfter(2, Backoff.decorrelated(ms(10), ms(1_000)));
    Progress first = beforeRetry(3, ms(900).toNanos());
    Progress second = beforeRetry(4, ms(30).toNanos());
    assertEquals(ms(30).toNanos(), chain.delayNanos(first, View.NONE, 0, () -> -1));
    assertEquals(ms(90).toNanos(), chain.delayNanos(second, View.NONE, 0, () -> -1));
  }

  @Test
  void a_custom_function_counts_from_the_beginning_of_its_part() {
    List<Progress> seen = new ArrayList<>();
    Backoff custom =
        Backoff.custom(
            (progress, view, now, random) -> {
              seen.add(progress);
              return 0;
            });
    Backoff chain = quick.thenAfter(3, custom);
    Progress fourth = new Progress(4, 4, 0, 77, 77, 77, 10, 5, 0, 6);
    Progress fifth = new Progress(5, 5, 0, 77, 77, 77, 20, 5, 0, 6);
    chain.delayNanos(fourth, View.NONE, 0, Delays.NO_RANDOM);
    chain.delayNanos(fifth, View.NONE, 0, Delays.NO_RANDOM);
    assertEquals(List.of(1, 2), seen.stream().map(Progress::retry).toList());
    assertEquals(List.of(0L, 20L), seen.stream().map(Progress::previousDelayNanos).toList());
    assertEquals(List.of(4, 5), seen.stream().map(Progress::started).toList());
  }

  @Test
  void a_chain_with_a_custom_part_is_custom() {
    Backoff custom = Backoff.custom("mine", (p, v, n, r) -> 0);
    assertTrue(quick.thenAfter(1, custom).isCustom());
    assertTrue(custom.thenAfter(1, quick).isCustom());
    assertFalse(quick.thenAfter(1, slow).isCustom());
    assertEquals("then(1, fixed(10ms), custom(mine))", quick.thenAfter(1, custom).toString());
  }

  @Test
  void the_number_of_retries_and_of_parts_is_bounded() {
    assertRefused("retries must be at least 1, but was 0", () -> quick.thenAfter(0, slow));
    assertRefused("then must have at most 64 parts, but had 128", () -> doubled(7));
    assertEquals(64, doubled(6).parts());
  }

  private Backoff doubled(int times) {
    Backoff chain = quick;
    for (int i = 0; i < times; i++) {
      chain = chain.thenAfter(1, chain);
    }
    return chain;
  }

  private static void assertRefused(String message, Runnable build) {
    assertEquals(message, assertThrows(IllegalArgumentException.class, build::run).getMessage());
  }
}
