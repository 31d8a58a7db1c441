package dev.reprise.internal.timer;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.sun.management.HotSpotDiagnosticMXBean;
import com.sun.management.ThreadMXBean;
import java.lang.management.ManagementFactory;
import java.util.Arrays;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.Test;

class TimerAllocationTest {

  private static final int TASKS = 100_000;
  private static final Runnable NOTHING = () -> {};

  private final ThreadMXBean threads = (ThreadMXBean) ManagementFactory.getThreadMXBean();
  private final TimedTask[] tasks = new TimedTask[TASKS];

  @Test
  void a_task_with_one_reference_takes_32_bytes() {
    HotSpotDiagnosticMXBean vm = ManagementFactory.getPlatformMXBean(HotSpotDiagnosticMXBean.class);
    Assumptions.assumeTrue(
        vm.getVMOption("UseCompressedOops").getValue().equals("true"), "compressed references");

    makeTasks();
    long bytes = allocatedBy(this::makeTasks) / TASKS;

    assertTrue(bytes <= 32, bytes + " bytes a task");
  }

  @Test
  void scheduling_cancelling_and_running_allocate_nothing() {
    World world = new World(0);
    world.recordsParking = false;
    makeTasks();
    runThrough(world);
    makeTasks();

    long bytes = allocatedBy(() -> runThrough(world));

    assertTrue(bytes < TASKS / 10, bytes + " bytes for " + TASKS + " tasks");
    assertEquals(0, world.timer.held());
  }

  private void runThrough(World world) {
    for (int i = 0; i < TASKS; i++) {
      world.timer.schedule(tasks[i], i * 7_919L % 5_000_000_000L);
      if (i % 3 == 0) {
        tasks[i].cancel();
      }
    }
    world.run();
  }

  private void makeTasks() {
    Arrays.setAll(tasks, i -> new TimerProbe.Hook(NOTHING));
  }

  private long allocatedBy(Runnable action) {
    long self = Thread.currentThread().getId();
    long before = threads.getThreadAllocatedBytes(self);
    action.run();
    return threads.getThreadAllocatedBytes(self) - before;
  }
}
