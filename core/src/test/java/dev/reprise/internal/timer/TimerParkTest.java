package dev.reprise.internal.timer;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Tests when the timer's thread parks, is woken, sweeps and ends, in virtual time. */
class TimerParkTest {

  private static final long IDLE = World.IDLE;
  private static final long FAR = 1L << 40;

  private final World world = new World(0);
  private final Timer timer = world.timer;

  private List<TimedTask> scheduleFar(int count) {
    List<TimedTask> tasks = new ArrayList<>();
    for (int i = 0; i < count; i++) {
      tasks.add(world.scheduleQuietly(FAR));
    }
    return tasks;
  }

  private static void cancel(List<TimedTask> tasks) {
    tasks.forEach(TimedTask::cancel);
  }

  @Test
  void is_not_woken_for_a_task_that_is_due_together_with_the_first() {
    world.schedule("first", 900_000);
    world.at(100_000, () -> world.schedule("second", 800_000));

    world.run();

    assertEquals(List.of("first@900000", "second@900000"), world.log);
    assertEquals(0, world.unparked);
  }

  @Test
  void is_woken_by_the_last_task_of_a_portion_whenever_it_is_due() {
    List<TimedTask> far = scheduleFar(1);
    world.at(
        100,
        () -> {
          far.addAll(scheduleFar(Timer.BATCH_SIZE - 1));
          assertEquals(0, world.unparked);
          far.addAll(scheduleFar(1));
          assertEquals(1, world.unparked);
        });
    world.at(200, () -> cancel(far));

    world.run();
  }

  @Test
  void is_woken_to_sweep_when_cancelled_tasks_outnumber_the_others() {
    List<TimedTask> far = scheduleFar(2_000);
    world.at(
        100,
        () -> {
          cancel(far.subList(0, 1_511));
          assertEquals(0, world.unparked);
          cancel(far.subList(1_511, 1_512));
          assertEquals(1, world.unparked);
        });
    world.at(
        200,
        () -> {
          assertEquals(488, timer.held());
          cancel(far);
        });

    world.run();
  }

  @Test
  void a_cancelled_task_that_was_found_when_due_is_not_counted_as_held() {
    List<TimedTask> near = new ArrayList<>();
    timer.schedule(new TimerProbe.Hook(() -> cancel(near)), 1_000);
    for (int i = 0; i < 100; i++) {
      near.add(world.scheduleQuietly(1_000));
    }
    List<TimedTask> far = scheduleFar(2_000);
    world.at(
        2_000,
        () -> {
          assertEquals(2_000, timer.held());
          cancel(far.subList(0, 1_511));
          assertEquals(0, world.unparked);
          cancel(far.subList(1_511, 1_512));
          assertEquals(1, world.unparked);
        });
    world.at(3_000, () -> cancel(far));

    world.run();
  }

  @Test
  void sweeps_when_more_than_half_of_its_tasks_were_cancelled() {
    List<TimedTask> far = scheduleFar(4);
    world.at(5, () -> cancel(far.subList(0, 2)));
    world.at(IDLE + 5, () -> assertEquals(4, timer.held()));
    world.at(IDLE + 6, () -> cancel(far.subList(2, 3)));
    world.at(2 * IDLE + 5, () -> assertEquals(1, timer.held()));
    world.at(2 * IDLE + 6, () -> cancel(far));

    world.run();
  }

  @Test
  void takes_all_submitted_tasks_before_it_parks() {
    List<TimedTask> far = scheduleFar(Timer.BATCH_SIZE);
    world.schedule("near", 100);
    world.at(200, () -> cancel(far));

    world.run();

    assertEquals(List.of("near@100"), world.log);
  }

  @Test
  void keeps_its_thread_for_the_idle_time_after_it_ran_a_portion() {
    for (int i = 0; i < Timer.BATCH_SIZE; i++) {
      world.scheduleQuietly(10);
    }

    world.run();

    assertEquals(List.of(10L, IDLE), world.parked);
  }

  @Test
  void does_not_park_for_zero_time() {
    for (int i = 1; i <= 50; i++) {
      world.scheduleQuietly(i * 20);
    }
    world.tickPerReading = 10;

    world.run();

    assertTrue(world.parked.stream().allMatch(nanos -> nanos > 0), world.parked.toString());
  }

  @Test
  void is_not_woken_by_tasks_that_its_tasks_schedule() {
    timer.schedule(
        new TimerProbe.Hook(
            () -> {
              for (int i = 0; i < Timer.BATCH_SIZE; i++) {
                world.scheduleQuietly(5);
              }
            }),
        10);

    world.run();

    assertEquals(0, world.unparked);
    assertEquals(0, timer.held());
  }

  @Test
  void continues_for_a_task_that_arrives_just_before_it_ends() {
    world.schedule("first", 10);
    // The first reading finds the due tasks, the second decides whether the idle time is over.
    world.at(IDLE, () -> world.atReading(2, () -> world.schedule("late", 5)));

    world.run();

    assertEquals(List.of("first@10", "late@" + (IDLE + 5)), world.log);
    assertEquals(1, world.started);
    assertEquals(0, timer.threads());
  }
}
