package dev.reprise.batch;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class CallLimitTest {

  private static CallLimit after(CallLimit limit, int calls, long lengthMs) {
    CallLimit next = limit;
    for (int i = 0; i < calls; i++) {
      next = next.after(new RateControl.Call(0, lengthMs * 1_000_000, 25, 25, false));
    }
    return next;
  }

  @Test
  void calls_that_take_as_long_as_ever_go_in_parallel_as_many_as_are_set() {
    assertThat(after(CallLimit.of(true, 8), 1_000, 50).limit()).isEqualTo(8);
  }

  @Test
  void fewer_when_they_take_far_longer_and_all_again_when_they_do_not() {
    CallLimit usual = after(CallLimit.of(true, 32), 1_000, 50);

    CallLimit slow = after(usual, 60, 500);
    assertThat(slow.limit()).isBetween(1, 8);
    assertThat(after(slow, 300, 50).limit()).isEqualTo(32);
  }

  @Test
  void twice_as_long_is_borne() {
    assertThat(after(after(CallLimit.of(true, 8), 1_000, 50), 100, 95).limit()).isEqualTo(8);
  }

  @Test
  void quick_calls_are_not_judged() {
    assertThat(after(after(CallLimit.of(true, 8), 1_000, 1), 100, 35).limit()).isEqualTo(8);
  }

  @Test
  void never_none() {
    CallLimit usual = after(CallLimit.of(true, 2), 1_000, 50);

    assertThat(after(usual, 100, 60_000).limit()).isGreaterThanOrEqualTo(1);
  }

  @Test
  void a_run_without_an_adaptive_pace_is_left_alone() {
    CallLimit usual = after(CallLimit.of(false, 8), 1_000, 50);

    assertThat(after(usual, 100, 60_000).limit()).isEqualTo(8);
  }
}
