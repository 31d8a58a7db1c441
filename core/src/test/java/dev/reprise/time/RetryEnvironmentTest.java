package dev.reprise.time;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.reprise.FakeEnvironment;
import java.time.Instant;
import java.time.InstantSource;
import java.util.List;
import java.util.SplittableRandom;
import java.util.concurrent.Executor;
import java.util.concurrent.ForkJoinPool;
import java.util.random.RandomGenerator;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.function.Executable;

class RetryEnvironmentTest {

  private static final Object SYSTEM = new Object();

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

  @Test
  void replaces_one_part_and_keeps_the_others() {
    TickSource ticks = () -> 7;
    Sleeper sleeper = nanos -> {};
    Delayer delayer = (task, nanos) -> () -> {};
    Executor executor = Runnable::run;
    RandomGenerator random = new SplittableRandom(1);
    InstantSource wallClock = InstantSource.fixed(Instant.EPOCH);
    parts(system.withTicks(ticks), ticks, SYSTEM, SYSTEM, SYSTEM, SYSTEM, SYSTEM);
    parts(system.withSleeper(sleeper), SYSTEM, sleeper, SYSTEM, SYSTEM, SYSTEM, SYSTEM);
    parts(system.withDelayer(delayer), SYSTEM, SYSTEM, delayer, SYSTEM, SYSTEM, SYSTEM);
    parts(system.withExecutor(executor), SYSTEM, SYSTEM, SYSTEM, executor, SYSTEM, SYSTEM);
    parts(system.withRandom(() -> random), SYSTEM, SYSTEM, SYSTEM, SYSTEM, random, SYSTEM);
    parts(system.withWallClock(wallClock), SYSTEM, SYSTEM, SYSTEM, SYSTEM, SYSTEM, wallClock);
    RetryEnvironment two = system.withTicks(ticks).withExecutor(executor);
    parts(two, ticks, SYSTEM, SYSTEM, executor, SYSTEM, SYSTEM);
    assertEquals("system, other ticks, other executor", two.toString());
  }

  private void parts(RetryEnvironment environment, Object... expected) {
    List<Object> own =
        List.of(
            system.ticks(),
            system.sleeper(),
            system.delayer(),
            system.executor(),
            system.random(),
            system.wallClock());
    List<Object> parts =
        List.of(
            environment.ticks(),
            environment.sleeper(),
            environment.delayer(),
            environment.executor(),
            environment.random(),
            environment.wallClock());
    for (int i = 0; i < expected.length; i++) {
      assertSame(expected[i] == SYSTEM ? own.get(i) : expected[i], parts.get(i));
    }
  }

  @Test
  void asks_for_the_other_parts_at_each_use() {
    FakeEnvironment fake = new FakeEnvironment();
    RetryEnvironment altered = fake.withExecutor(Runnable::run);
    Sleeper later = nanos -> {};
    fake.sleeper = later;

    assertSame(later, altered.sleeper());
  }

  @Test
  @SuppressWarnings("NullAway") // a caller without null checks
  void names_a_part_that_is_null() {
    List<Executable> replacements =
        List.of(
            () -> system.withTicks(null),
            () -> system.withSleeper(null),
            () -> system.withDelayer(null),
            () -> system.withExecutor(null),
            () -> system.withRandom(null),
            () -> system.withWallClock(null));
    List<String> names = List.of("ticks", "sleeper", "delayer", "executor", "random", "wallClock");
    for (int i = 0; i < names.size(); i++) {
      NullPointerException refused = assertThrows(NullPointerException.class, replacements.get(i));
      assertEquals(names.get(i), refused.getMessage());
    }
  }
}
