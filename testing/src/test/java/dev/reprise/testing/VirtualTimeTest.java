package dev.reprise.testing;

import static dev.reprise.testing.internal.Millis.ms;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.reprise.Retry;
import dev.reprise.backoff.Backoff;
import dev.reprise.policy.RetryPolicy;
import java.io.IOException;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.Test;

class VirtualTimeTest {

  private final VirtualTime time = VirtualTime.seeded(1);
  private final List<String> seen = new ArrayList<>();

  private Runnable note(String what) {
    return () -> seen.add(what + " at " + time.elapsed().toMillis());
  }

  @Test
  void tasks_run_at_their_due_time_in_the_order_of_scheduling() {
    time.schedule(ms(20), note("c"));
    time.schedule(ms(10), note("a"));
    time.schedule(ms(10), note("b"));
    time.advance(ms(15));
    assertThat(seen).containsExactly("a at 10", "b at 10");
    assertThat(time.elapsed()).isEqualTo(ms(15));
    time.advance(ms(5));
    assertThat(seen).containsExactly("a at 10", "b at 10", "c at 20");
  }

  @Test
  void tasks_that_tasks_schedule_run_in_the_same_advance() {
    time.schedule(ms(10), () -> time.schedule(ms(5), note("later")));
    time.advance(ms(20));
    assertThat(seen).containsExactly("later at 15");
  }

  @Test
  void a_cancelled_task_does_not_run_and_does_not_count() {
    var task = time.schedule(ms(10), note("never"));
    assertThat(time.pending()).isEqualTo(1);
    task.cancel();
    task.cancel();
    assertThat(time.pending()).isZero();
    time.runUntilIdle();
    assertThat(seen).isEmpty();
    assertThat(time.elapsed()).isZero();
  }

  @Test
  void the_executor_runs_tasks_later_on_this_thread() {
    time.executor().execute(note("task of " + Thread.currentThread().getName()));
    assertThat(seen).isEmpty();
    time.runUntilIdle();
    assertThat(seen).containsExactly("task of " + Thread.currentThread().getName() + " at 0");
  }

  @Test
  void work_ends_before_tasks_that_are_due_at_its_end() throws InterruptedException {
    time.schedule(ms(10), Thread.currentThread()::interrupt);
    time.pass(ms(10));
    assertThat(time.elapsed()).isEqualTo(ms(10));
    assertThat(time.pending()).isEqualTo(1);
  }

  @Test
  void work_ends_at_an_interrupt_and_clears_the_flag() {
    time.schedule(ms(4), Thread.currentThread()::interrupt);
    assertThatThrownBy(() -> time.pass(ms(10))).isInstanceOf(InterruptedException.class);
    assertThat(time.elapsed()).isEqualTo(ms(4));
    assertThat(Thread.interrupted()).isFalse();
    Thread.currentThread().interrupt();
    assertThatThrownBy(() -> time.pass(ms(10))).isInstanceOf(InterruptedException.class);
    Thread.currentThread().interrupt();
    assertThatThrownBy(() -> time.sleeper().sleep(1)).isInstanceOf(InterruptedException.class);
    assertThat(time.elapsed()).isEqualTo(ms(4));
  }

  @Test
  void tasks_that_become_due_while_the_machine_stalls_run_late() {
    time.schedule(ms(10), note("late"));
    time.stall(ms(50));
    assertThat(seen).isEmpty();
    time.advance(Duration.ZERO);
    assertThat(seen).containsExactly("late at 50");
  }

  @Test
  void waiting_without_a_scheduled_task_fails_with_a_message() {
    assertThatThrownBy(() -> time.await(new CompletableFuture<>()))
        .isInstanceOf(AssertionError.class)
        .hasMessage("never completes: no task is scheduled at 0 s");
    assertThatThrownBy(time::hang)
        .isInstanceOf(AssertionError.class)
        .hasMessage("hangs forever: no task is scheduled at 0 s");
    assertThatThrownBy(() -> time.advance(ms(-1)))
        .hasMessage("advance must be at least 0 s, but was -1 ms");
  }

  @Test
  void await_stops_as_soon_as_the_future_is_done() {
    CompletableFuture<String> future = new CompletableFuture<>();
    time.schedule(ms(10), () -> future.complete("page"));
    time.schedule(ms(20), note("after"));
    assertThat(time.await(future).join()).isEqualTo("page");
    assertThat(seen).isEmpty();
  }

  @Test
  void the_wall_clock_advances_with_the_ticks_and_can_jump() {
    Instant before = time.wallClock().instant();
    time.advance(ms(10));
    assertThat(time.wallClock().instant()).isEqualTo(before.plusMillis(10));
    time.setWallClock(Instant.EPOCH);
    time.advance(ms(5));
    assertThat(time.wallClock().instant()).isEqualTo(Instant.EPOCH.plusMillis(5));
    assertThat(time.elapsed()).isEqualTo(ms(15));
  }

  @Test
  void ticks_start_at_the_given_value_and_overflow_like_real_ones() {
    VirtualTime late = VirtualTime.startingAtTick(1, Long.MAX_VALUE);
    assertThat(late.ticks().nanos()).isEqualTo(Long.MAX_VALUE);
    late.advance(Duration.ofNanos(2));
    assertThat(late.ticks().nanos()).isEqualTo(Long.MIN_VALUE + 1);
    assertThat(late.elapsed()).isEqualTo(Duration.ofNanos(2));
  }

  @Test
  void time_saturates() throws InterruptedException {
    time.pass(Duration.ofSeconds(Long.MAX_VALUE));
    time.advance(Duration.ofSeconds(1));
    assertThat(time.elapsed()).isEqualTo(Duration.ofNanos(Long.MAX_VALUE));
  }

  @Test
  void random_numbers_depend_only_on_the_seed() {
    assertThat(VirtualTime.seeded(7).random().nextLong())
        .isEqualTo(VirtualTime.seeded(7).random().nextLong())
        .isNotEqualTo(VirtualTime.seeded(8).random().nextLong());
  }

  @Test
  void the_parts_of_the_environment_are_always_the_same_instances() {
    assertThat(time.ticks()).isSameAs(time.ticks());
    assertThat(time.sleeper()).isSameAs(time.sleeper());
    assertThat(time.delayer()).isSameAs(time.delayer());
    assertThat(time.executor()).isSameAs(time.executor());
    assertThat(time.wallClock()).isSameAs(time.wallClock());
    assertThat(time).hasToString("virtual time 0 s, 0 pending");
  }

  @Test
  void a_restarted_clock_behaves_as_a_new_one() {
    VirtualTime fresh = VirtualTime.seeded(1);
    int number = time.random().nextInt();
    time.setWallClock(Instant.parse("2024-02-29T00:00:00Z"));
    time.schedule(ms(10), note("never"));
    time.advance(ms(5));
    time.setExecutor(Runnable::run);
    time.restart();
    assertThat(time.pending()).isZero();
    assertThat(time.elapsed()).isZero();
    assertThat(time.wallClock().instant()).isEqualTo(fresh.wallClock().instant());
    assertThat(time.random().nextInt()).isEqualTo(number);
    time.executor().execute(note("task"));
    assertThat(seen).isEmpty();
    time.advance(ms(10));
    assertThat(seen).containsExactly("task at 0");
    assertThat(time.elapsed()).isEqualTo(ms(10));
  }

  @Test
  void ticks_never_go_back_in_a_restart() {
    time.advance(ms(5));
    long before = time.ticks().nanos();
    time.restart();
    assertThat(time.ticks().nanos() - before).isEqualTo(Duration.ofDays(1).toNanos());
  }

  @Test
  void a_task_that_throws_during_a_wait_ends_the_call_and_is_suppressed_in_its_failure() {
    IOException failure = new IOException("reset");
    AssertionError wrong = new AssertionError("not yet");
    Retry retry =
        Retry.of(RetryPolicy.builder().backoff(Backoff.fixed(ms(100))).build())
            .withEnvironment(time);
    time.schedule(
        ms(50),
        () -> {
          throw wrong;
        });

    assertThatThrownBy(() -> retry.call(new ScriptedOperation<String>(time).fails(failure)))
        .isSameAs(failure)
        .satisfies(thrown -> assertThat(thrown.getSuppressed()).contains(wrong));
    assertThat(time.elapsed()).isEqualTo(ms(50));

    time.schedule(
        ms(50),
        () -> {
          throw wrong;
        });
    assertThatThrownBy(time::runUntilIdle).isSameAs(wrong);
  }
}
