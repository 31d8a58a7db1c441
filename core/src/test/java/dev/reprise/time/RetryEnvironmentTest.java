package dev.reprise.time;

import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.concurrent.ForkJoinPool;
import org.junit.jupiter.api.Test;

class RetryEnvironmentTest {

  private final RetryEnvironment system = RetryEnvironment.system();

  @Test
  void returns_the_same_parts_every_time() {
    assertSame(system, RetryEnvironment.system());
    assertSame(system.ticks(), system.ticks());
    assertSame(system.sleeper(), system.sleeper());
    assertSame(system.executor(), system.executor());
    assertSame(system.wallClock(), system.wallClock());
  }

  @Test
  void has_ticks_that_do_not_go_back() {
    long before = system.ticks().nanos();

    assertTrue(system.ticks().nanos() - before >= 0);
  }

  @Test
  void draws_from_a_generator_of_the_calling_thread() {
    assertNotEquals(system.random().nextLong(), system.random().nextLong());
  }

  @Test
  void runs_work_on_the_common_pool_and_not_on_a_thread_for_each_task() {
    assertSame(ForkJoinPool.commonPool(), system.executor());
  }
}
