package dev.reprise.internal.timer;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;

/**
 * Callbacks in virtual time. Each of their threads advances when the test runs it, on the test's
 * thread; {@link CallbackThreadsTest} uses real threads.
 */
class CallbackExecutorTest {

  private static final long PATIENCE = Duration.ofMillis(5).toNanos();
  private static final long LIFE = Duration.ofSeconds(10).toNanos();

  private final World world = new World(0);
  private final List<Runnable> lives = new ArrayList<>();
  private final List<String> ran = new ArrayList<>();
  private final CallbackExecutor executor =
      new CallbackExecutor(world.timer, this::thread, () -> this.now, 1);
  private long now = 1_000;
  private int refusals;

  private Thread thread(Runnable work) {
    return new Thread(work) {
      @Override
      public void start() {
        if (refusals-- > 0) {
          throw new OutOfMemoryError("no thread");
        }
        lives.add(work);
      }
    };
  }

  private Runnable says(String what) {
    return () -> ran.add(what);
  }

  @Test
  void lets_all_keys_advance_at_the_same_rate() {
    executor.runInTurn("a", says("a1"));
    executor.runInTurn("a", says("a2"));
    executor.runInTurn("b", says("b1"));
    executor.run(says("c"));
    executor.runInTurn("b", says("b2"));
    assertFalse(executor.isIdle());

    lives.get(0).run();

    assertEquals(List.of("a1", "b1", "c", "a2", "b2"), ran);
    assertTrue(executor.isIdle());
    assertEquals(0, executor.threads());
    assertEquals(1, lives.size());
  }

  @Test
  void starts_another_thread_when_a_callback_has_waited_and_no_sooner() {
    for (int i = 0; i < 3; i++) {
      executor.run(says("one"));
    }
    now += PATIENCE - 1;
    world.at(
        PATIENCE + 1,
        () -> {
          assertEquals(1, executor.threads());
          now++;
        });
    world.at(
        2 * PATIENCE + 1,
        () -> {
          assertEquals(2, executor.threads());
          assertEquals(2, lives.size());
          lives.get(0).run();
        });

    world.run();

    assertEquals(List.of("one", "one", "one"), ran);
    assertEquals(1, executor.threads());
    lives.get(1).run();
    assertEquals(0, executor.threads());
  }

  @Test
  void never_has_more_threads_than_the_maximum() {
    int many = CallbackExecutor.MAX_THREADS + 50;
    for (int i = 0; i < many; i++) {
      executor.run(says("one"));
    }
    now += PATIENCE;
    world.at(
        20 * PATIENCE,
        () -> {
          assertEquals(CallbackExecutor.MAX_THREADS, executor.threads());
          assertEquals(CallbackExecutor.MAX_THREADS, lives.size());
          lives.get(0).run();
        });

    world.run();

    assertEquals(many, ran.size());
    assertEquals(CallbackExecutor.MAX_THREADS, lives.size());
  }

  @Test
  void a_thread_that_ends_leaves_ready_callbacks_to_another_thread() {
    executor.run(() -> now += LIFE - 1);
    executor.run(() -> now++);
    executor.run(says("last"));

    lives.get(0).run();

    assertEquals(List.of(), ran);
    assertEquals(2, lives.size());
    assertEquals(1, executor.threads());
    lives.get(1).run();
    assertEquals(List.of("last"), ran);
    assertEquals(2, lives.size());
    assertEquals(0, executor.threads());
  }

  @Test
  void retries_with_each_check_to_start_the_thread_that_failed_to_start() {
    refusals = 3;
    executor.run(says("one"));
    assertEquals(0, executor.threads());
    now += PATIENCE;
    world.at(
        4 * PATIENCE,
        () -> {
          assertEquals(1, lives.size());
          lives.get(0).run();
        });

    world.run();

    assertEquals(List.of("one"), ran);
    assertEquals(0, executor.threads());
  }

  @Test
  void several_threads_may_query_whether_it_is_idle() throws Exception {
    assertTrue(executor.isIdle());
    assertTrue(CompletableFuture.supplyAsync(executor::isIdle).get(30, TimeUnit.SECONDS));
  }
}
