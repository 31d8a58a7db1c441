package dev.reprise.internal.timer;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.PriorityQueue;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class TimingWheelTest {

  private static final long FAR = Long.MAX_VALUE - 1;

  private final TimingWheel wheel = new TimingWheel();

  @Test
  void returns_nothing_while_empty() {
    assertNull(wheel.poll(FAR));
    assertEquals(Long.MAX_VALUE, wheel.next());
    assertEquals(0, wheel.size());
  }

  @ParameterizedTest
  @ValueSource(
      longs = {0, 1, 31, 32, 63, 64, 65, 127, 2047, 2048, 2049, 65_535, 65_536, 1L << 40, FAR})
  void returns_a_task_at_its_nanosecond_and_not_before(long due) {
    Task task = add(due);

    assertEquals(due, wheel.next());
    if (due > 0) {
      assertNull(wheel.poll(due - 1));
    }
    assertEquals(due, wheel.next());
    assertSame(task, wheel.poll(due));
    assertEquals(0, wheel.size());
  }

  @Test
  void handles_every_boundary_of_its_levels_from_any_position() {
    for (int bit = 0; bit < 62; bit++) {
      for (long from : new long[] {0, (1L << bit) - 1, 1L << bit, (1L << bit) + 33}) {
        TimingWheel other = new TimingWheel();
        assertNull(other.poll(from));
        List<Task> tasks = new ArrayList<>();
        for (long ahead : new long[] {-1, 0, 1}) {
          Task task = new Task(from + (1L << bit) + ahead);
          other.add(task);
          tasks.add(task);
        }
        for (Task task : tasks) {
          assertNull(other.poll(task.due - 1), () -> task.due + " from " + from);
          assertSame(task, other.poll(task.due));
        }
      }
    }
  }

  @Test
  void returns_late_tasks_at_once_and_in_order() {
    assertNull(wheel.poll(1_000_000));
    Task first = add(5);
    Task second = add(3);

    assertSame(first, wheel.poll(1_000_000));
    assertSame(second, wheel.poll(1_000_000));
  }

  @Test
  void keeps_the_order_of_tasks_with_the_same_deadline() {
    List<Task> tasks = new ArrayList<>();
    for (int i = 0; i < 100; i++) {
      tasks.add(add(123_456_789));
    }

    for (Task task : tasks) {
      assertSame(task, wheel.poll(123_456_789));
    }
  }

  @Test
  void distinguishes_times_that_are_decades_apart() {
    Task later = add(FAR);
    Task sooner = add(FAR - 1);

    assertNull(wheel.poll(FAR - 2));
    assertSame(sooner, wheel.poll(FAR - 1));
    assertNull(wheel.poll(FAR - 1));
    assertSame(later, wheel.poll(FAR));
  }

  @Test
  void distributes_a_large_slot_early_in_portions() {
    long start = 10_000_000_000L;
    for (int i = 0; i < 10_000; i++) {
      add(start + i * 7_919L % 30_000_000);
    }
    int portions = 0;
    for (long now = wheel.next(); now < start; now = wheel.next()) {
      assertNull(wheel.poll(now));
      while (wheel.pourAhead(1_000)) {
        portions++;
      }
    }

    assertTrue(portions >= 10, "portions " + portions);
    assertEquals(10_000, wheel.size());
    List<TimedTask> drained = drained(FAR);
    assertEquals(10_000, drained.size());
    assertEquals(drained.stream().sorted(byDue()).toList(), drained);
  }

  @Test
  void searches_a_small_slot_for_its_first_task() {
    for (int i = 0; i < TimingWheel.SMALL_SLOT; i++) {
      add(1_000 + i);
    }
    assertEquals(1_000, wheel.next());

    add(1_010);

    assertEquals(992, wheel.next());
  }

  @Test
  void requests_to_distribute_a_large_slot_when_the_previous_one_begins_if_it_is_wide() {
    for (int i = 0; i <= TimingWheel.SMALL_SLOT; i++) {
      add((40L << 25) + 7);
    }
    assertEquals(39L << 25, wheel.next());

    TimingWheel narrow = new TimingWheel();
    for (int i = 0; i <= TimingWheel.SMALL_SLOT; i++) {
      narrow.add(new Task((40L << 20) + 7));
    }
    assertEquals(40L << 20, narrow.next());
  }

  @Test
  void distributes_no_small_slot_early() {
    for (int i = 0; i < TimingWheel.SMALL_SLOT; i++) {
      add((40L << 25) + 7);
    }
    assertNull(wheel.poll(39L << 25));
    assertFalse(wheel.pourAhead(100));
  }

  @Test
  void sweeps_at_most_a_portion() {
    for (int i = 0; i < 3; i++) {
      add(40).cancel();
    }
    wheel.startSweep();
    wheel.sweep(1);

    assertEquals(1, wheel.takeDropped());
    assertEquals(2, wheel.size());
  }

  @Test
  void counts_a_cancelled_task_that_was_found_outside() {
    wheel.countDropped();

    assertEquals(1, wheel.takeDropped());
  }

  @Test
  void releases_a_task_cancelled_before_it_is_added() {
    Task task = new Task(5);
    task.cancel();

    wheel.add(task);

    assertEquals(0, wheel.size());
    assertEquals(1, wheel.takeDropped());
    assertEquals(0, wheel.takeDropped());
  }

  @Test
  void sweeps_cancelled_tasks_in_portions_and_keeps_the_order_of_the_others() {
    List<Task> kept = new ArrayList<>();
    for (int i = 0; i < 3_000; i++) {
      Task task = add(1_000_000_000L + i / 30 * 50_000_000L);
      if (i % 3 == 0) {
        kept.add(task);
      } else {
        task.cancel();
      }
    }

    wheel.startSweep();
    int portions = 0;
    while (wheel.isSweeping()) {
      wheel.sweep(100);
      portions++;
    }

    assertTrue(portions >= 30 && portions <= 32, "portions " + portions);
    assertEquals(2_000, wheel.takeDropped());
    assertEquals(1_000, wheel.size());
    assertEquals(kept, drained(FAR));
  }

  @Test
  void continues_a_sweep_when_the_current_slot_was_emptied() {
    for (int i = 0; i < 10; i++) {
      add(40);
    }
    Task last = add(1_000_000);
    wheel.startSweep();
    wheel.sweep(5);

    assertEquals(10, drained(40).size());
    last.cancel();
    wheel.sweep(100);

    assertFalse(wheel.isSweeping());
    assertEquals(0, wheel.size());
  }

  @Test
  void removes_matching_tasks_that_were_not_cancelled() {
    Task near = add(10);
    Task far = add(FAR);
    Task cancelled = add(1_000);
    Task other = add(2_000);
    cancelled.cancel();

    TimedTask last = wheel.takeOut(task -> task != other);

    assertSame(far, last);
    assertSame(near, far.next);
    assertEquals(1, wheel.size());
    assertEquals(List.of(other), drained(FAR));
  }

  @ParameterizedTest
  @ValueSource(longs = {100, 10_000, 3_000_000, 2_000_000_000L, 1L << 45, 1L << 61})
  void agrees_with_a_sorted_queue_in_random_runs(long range) {
    for (int seed = 0; seed < 20; seed++) {
      agreesWithModel(range, seed, 2_000);
    }
  }

  @Test
  @Tag("proof")
  void agrees_with_a_sorted_queue_in_many_random_runs() {
    for (int bit = 3; bit < 62; bit++) {
      for (int seed = 0; seed < 100; seed++) {
        agreesWithModel(1L << bit, seed, 3_000);
      }
    }
  }

  private static void agreesWithModel(long range, int seed, int steps) {
    SplittableRandom random = new SplittableRandom(seed);
    Model model = new Model(random.nextBoolean() ? 0 : random.nextLong(1L << 60));
    for (int step = 0; step < steps; step++) {
      switch (random.nextInt(8)) {
        case 0, 1, 2 -> model.add(random.nextLong(range));
        case 3 -> model.add(random.nextLong(1 + random.nextLong(range)) - 10);
        case 4 -> model.cancelOne(random);
        case 5 -> model.tidy(random.nextInt(1, 20));
        case 6 -> model.moveTo(model.now + random.nextLong(1 + random.nextLong(range)) / 16);
        default -> model.moveTo(model.queue.isEmpty() ? model.now : model.wheel.next());
      }
    }
    model.moveTo(FAR);
    assertEquals(0, model.wheel.size());
  }

  private List<TimedTask> drained(long now) {
    List<TimedTask> tasks = new ArrayList<>();
    for (TimedTask task = wheel.poll(now); task != null; task = wheel.poll(now)) {
      tasks.add(task);
      assertTrue(tasks.size() <= 100_000, "hands out tasks without end");
    }
    return tasks;
  }

  private Task add(long due) {
    Task task = new Task(due);
    wheel.add(task);
    return task;
  }

  private static Comparator<TimedTask> byDue() {
    return Comparator.comparingLong(task -> task.due);
  }

  /** A wheel and a sorted queue that receive the same tasks. */
  private static final class Model {

    private final TimingWheel wheel = new TimingWheel();
    private final PriorityQueue<Task> queue = new PriorityQueue<>(byDue());
    private final List<Task> all = new ArrayList<>();
    private long now;

    Model(long now) {
      moveTo(now);
    }

    void add(long ahead) {
      Task task = new Task(Math.max(now, ahead > FAR - now ? FAR : now + ahead));
      wheel.add(task);
      queue.add(task);
      all.add(task);
    }

    void cancelOne(SplittableRandom random) {
      if (!all.isEmpty()) {
        Task task = all.get(random.nextInt(all.size()));
        task.cancel();
        queue.remove(task);
      }
    }

    void tidy(int portion) {
      wheel.pourAhead(portion);
      if (!wheel.isSweeping()) {
        wheel.startSweep();
      }
      wheel.sweep(portion);
    }

    void moveTo(long time) {
      if (!queue.isEmpty()) {
        assertTrue(wheel.next() <= queue.peek().due);
      }
      now = Math.max(now, Math.min(time, FAR));
      for (TimedTask task = wheel.poll(now); task != null; task = wheel.poll(now)) {
        if (!task.isCancelled()) {
          assertEquals(queue.peek().due, task.due);
          assertTrue(queue.remove(task));
        }
      }
      assertTrue(queue.isEmpty() || queue.peek().due > now);
      if (!wheel.pourAhead(3)) {
        assertTrue(
            wheel.next() > now, () -> wheel.next() + " at " + now + " holding " + wheel.size());
      }
    }
  }

  private static final class Task extends TimedTask {

    Task(long due) {
      this.due = due;
    }

    @Override
    protected void timeIsUp() {}
  }
}
