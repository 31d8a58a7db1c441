package dev.reprise.internal.timer;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.reprise.LogCapture;
import java.util.List;
import java.util.logging.Level;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * The timer in virtual time, with its thread: the actions of other threads happen while it parks.
 */
class TimerTest {

  private static final long IDLE = World.IDLE;

  private final World world = new World(0);
  private final Timer timer = world.timer;

  @ParameterizedTest
  @ValueSource(longs = {0, -5, Long.MIN_VALUE, Long.MAX_VALUE, Long.MAX_VALUE - 50, 1L << 62})
  void runs_tasks_in_time_for_any_reading_of_the_clock(long reading) {
    World other = new World(reading);
    other.schedule("second", 200);
    other.schedule("third", 5_000_000_000L);
    other.schedule("first", 100);

    other.run();

    assertEquals(List.of("first@100", "second@200", "third@5000000000"), other.log);
  }

  @ParameterizedTest
  @ValueSource(longs = {0, -1, Long.MIN_VALUE})
  void runs_a_task_without_a_delay_at_once(long delay) {
    world.schedule("now", delay);

    world.run();

    assertEquals(List.of("now@0"), world.log);
  }

  @Test
  void keeps_the_order_of_tasks_due_at_the_same_time() {
    for (int i = 0; i < 5; i++) {
      world.schedule("t" + i, i < 3 ? 7 : 0);
    }

    world.run();

    assertEquals(List.of("t3@0", "t4@0", "t0@7", "t1@7", "t2@7"), world.log);
  }

  @Test
  void never_runs_a_task_centuries_away() {
    TimedTask far = world.schedule("far", Long.MAX_VALUE);
    world.at(IDLE * 10, far::cancel);

    world.run();

    assertEquals(List.of("far cancelled"), world.log);
  }

  @Test
  void wakes_for_a_task_that_is_due_before_all_others() {
    world.schedule("later", 900_000);
    world.at(100_000, () -> world.schedule("sooner", 1_000));

    world.run();

    assertEquals(List.of("sooner@101000", "later@900000"), world.log);
    assertEquals(1, world.unparked);
  }

  @Test
  void is_not_woken_for_a_task_that_is_due_after_the_first() {
    world.schedule("first", 900_000);
    world.at(100_000, () -> world.schedule("second", 800_001));

    world.run();

    assertEquals(List.of("first@900000", "second@900001"), world.log);
    assertEquals(0, world.unparked);
  }

  @Test
  void parks_once_until_the_only_task_is_due() {
    world.schedule("one", 123_456);

    world.run();

    assertEquals(List.of(123_456L, IDLE - 123_456L), world.parked);
  }

  @Test
  void checks_its_tasks_once_in_an_idle_time() {
    world.schedule("one", 2 * IDLE + 1);

    world.run();

    assertEquals(List.of(IDLE, IDLE, 1L, IDLE - 1), world.parked);
  }

  @Test
  void starts_a_thread_when_first_needed_and_another_after_it_ended() {
    assertEquals(0, timer.threads());
    world.schedule("first", 10);
    assertEquals(1, timer.threads());

    world.run();
    assertEquals(0, timer.threads());
    world.schedule("second", 10);
    assertEquals(1, timer.threads());
    world.run();

    assertEquals(List.of("first@10", "second@" + (IDLE + 10)), world.log);
    assertEquals(2, world.started);
  }

  @Test
  void keeps_its_thread_for_a_task_that_arrives_while_idle() {
    world.schedule("first", 10);
    world.at(IDLE - 1, () -> world.schedule("second", IDLE));

    world.run();

    assertEquals(1, world.started);
    assertEquals("second@" + (IDLE - 1 + IDLE), world.log.get(1));
  }

  @Test
  void ends_its_thread_when_all_waiting_tasks_were_cancelled() {
    TimedTask task = world.schedule("far", Long.MAX_VALUE);
    world.at(5, task::cancel);

    world.run();

    assertEquals(List.of(IDLE), world.parked);
    assertNull(task.next);
  }

  @Test
  void throws_if_no_thread_can_be_started_and_leaves_the_task_to_the_caller() {
    world.refusal = new OutOfMemoryError("no more threads");
    TimedTask lost = world.task("lost");
    TimedTask kept = world.task("kept");

    Error failure = assertThrows(OutOfMemoryError.class, () -> timer.schedule(lost, 1));
    assertThrows(OutOfMemoryError.class, () -> timer.schedule(kept, 1));
    lost.cancel();

    assertSame(world.refusal, failure);
    assertEquals(0, timer.threads());
    world.refusal = null;
    world.schedule("next", 1);
    world.run();
    assertEquals(List.of("lost cancelled", "kept@1", "next@1"), world.log);
  }

  @Test
  void refuses_a_task_that_was_scheduled_before() {
    TimedTask task = world.schedule("one", 10);

    assertThrows(IllegalStateException.class, () -> timer.schedule(task, 5));
    world.run();
    assertThrows(IllegalStateException.class, () -> timer.schedule(task, 5));

    assertEquals(List.of("one@10"), world.log);
  }

  @Test
  void ignores_a_task_that_was_cancelled_before_it_is_scheduled() {
    TimedTask task = world.task("never");
    task.cancel();

    timer.schedule(task, 0);

    assertEquals(0, timer.threads());
    assertEquals(List.of("never cancelled"), world.log);
  }

  @Test
  void notifies_a_task_once_of_its_cancel_and_never_after_it_ran() {
    TimedTask one = world.schedule("one", 5);
    TimedTask two = world.schedule("two", 5);
    two.cancel();
    two.cancel();

    world.run();
    one.cancel();

    assertEquals(List.of("two cancelled", "one@5"), world.log);
  }

  @Test
  void a_task_may_cancel_one_that_is_due_at_the_same_time() {
    TimedTask[] second = new TimedTask[1];
    timer.schedule(new TimerProbe.Hook(() -> second[0].cancel()), 10);
    second[0] = world.schedule("second", 10);

    world.run();

    assertEquals(List.of("second cancelled"), world.log);
  }

  @Test
  void a_task_may_schedule_another() {
    timer.schedule(new TimerProbe.Hook(() -> world.schedule("inner", 0)), 10);

    world.run();

    assertEquals(List.of("inner@10"), world.log);
  }

  @Test
  void continues_after_tasks_that_threw() {
    timer.schedule(new TimerProbe.Hook(() -> throwIt(new IllegalStateException("a bug"))), 1);
    timer.schedule(new TimerProbe.Hook(() -> throwIt(new StackOverflowError())), 1);
    world.schedule("next", 1);

    try (LogCapture log = new LogCapture(Level.WARNING)) {
      world.run();

      assertEquals(List.of("WARNING A task of the timer failed"), log.lines());
    }
    assertEquals(List.of("next@1"), world.log);
  }

  @Test
  void runs_matching_tasks_early() {
    TimedTask one = world.schedule("one", 500_000);
    world.schedule("two", 600_000);
    TimedTask three = world.schedule("three", Long.MAX_VALUE);
    world.at(100, () -> timer.bringForward(task -> task == one || task == three));

    world.run();

    assertEquals(List.of("one@100", "three@100", "two@600000"), world.log);
  }

  @Test
  void runs_neither_cancelled_tasks_nor_those_of_a_failing_predicate_early() {
    TimedTask one = world.schedule("one", 500);
    TimedTask two = world.schedule("two", 600);
    one.cancel();
    timer.bringForward(
        task -> {
          assertSame(two, task);
          throw new IllegalStateException("a bug");
        });

    try (LogCapture log = new LogCapture(Level.WARNING)) {
      world.run();

      assertEquals(List.of("WARNING A task of the timer failed"), log.lines());
    }
    assertEquals(List.of("one cancelled", "two@600"), world.log);
  }

  @Test
  void starts_no_thread_if_no_task_matches() {
    timer.bringForward(task -> true);

    assertEquals(0, timer.threads());
  }

  @Test
  void keeps_few_cancelled_tasks_in_a_long_series_of_them() {
    world.schedule("stays", 1L << 50);
    for (int i = 0; i < 100_000; i++) {
      long step = i;
      world.at(
          i,
          () -> {
            TimedTask task = world.scheduleQuietly((1L << 40) + step);
            world.at(step + 50, task::cancel);
            world.heldAtMost = Math.max(world.heldAtMost, timer.held());
          });
    }
    world.at(3 * IDLE, () -> assertEquals(1, timer.held()));
    world.at(3 * IDLE + 1, () -> timer.bringForward(task -> true));

    world.run();

    assertTrue(world.heldAtMost <= 2 * 52 + 2 * Timer.BATCH_SIZE, "held " + world.heldAtMost);
  }

  @Test
  void runs_a_due_task_while_many_tasks_arrive() {
    timer.schedule(
        new TimerProbe.Hook(
            () -> {
              for (int i = 0; i < 100_000; i++) {
                world.scheduleQuietly(1_000_000 + i);
              }
              world.tickPerReading = 10;
            }),
        5);
    world.schedule("due", 100);

    world.run();

    assertTrue(world.runOf("due") < 200, world.log.toString());
  }

  private static void throwIt(Throwable problem) {
    TimerTest.<RuntimeException>sneak(problem);
  }

  @SuppressWarnings({"unchecked", "TypeParameterUnusedInFormals"})
  private static <X extends Throwable> void sneak(Throwable problem) throws X {
    throw (X) problem;
  }
}
