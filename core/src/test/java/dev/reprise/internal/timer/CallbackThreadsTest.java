package dev.reprise.internal.timer;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.reprise.LogCapture;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ThreadFactory;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.logging.Level;
import java.util.logging.Logger;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** The callbacks' real threads, and other real threads. */
@Timeout(120)
class CallbackThreadsTest {

  /** Suppresses the expected log records about callbacks that throw. */
  private final Logger log = Logger.getLogger("dev.reprise");

  @BeforeEach
  void mute() {
    log.setLevel(Level.OFF);
  }

  @AfterEach
  void unmute() {
    log.setLevel(null);
  }

  private final AtomicInteger started = new AtomicInteger();
  private final ThreadFactory threads =
      work -> {
        started.incrementAndGet();
        return DetachedThread.of(work, "callbacks");
      };
  private final CallbackExecutor executor = executor(Duration.ofSeconds(5));
  private final CountDownLatch release = new CountDownLatch(1);

  @AfterEach
  void releaseAll() {
    release.countDown();
  }

  private CallbackExecutor executor(Duration idle) {
    return new CallbackExecutor(new Timer(Duration.ofSeconds(5)), threads, idle.toNanos());
  }

  private Runnable blocking(CountDownLatch begun) {
    return () -> {
      begun.countDown();
      awaitAll(release);
    };
  }

  private static void awaitAll(CountDownLatch latch) {
    try {
      assertTrue(latch.await(60, TimeUnit.SECONDS));
    } catch (InterruptedException unexpected) {
      throw new AssertionError(unexpected);
    }
  }

  @Test
  void runs_callbacks_of_one_key_in_order_and_one_at_a_time() {
    int count = 10_000;
    List<Integer> ran = Collections.synchronizedList(new ArrayList<>());
    AtomicInteger atOnce = new AtomicInteger();
    CountDownLatch all = new CountDownLatch(count);
    for (int i = 0; i < count; i++) {
      int number = i;
      executor.runInTurn(
          "key",
          () -> {
            assertEquals(1, atOnce.incrementAndGet());
            ran.add(number);
            atOnce.decrementAndGet();
            all.countDown();
          });
    }

    awaitAll(all);
    for (int i = 0; i < count; i++) {
      assertEquals(i, ran.get(i));
    }
  }

  @Test
  void a_callback_that_blocks_delays_only_its_own_key() {
    CountDownLatch begun = new CountDownLatch(1);
    CountDownLatch behind = new CountDownLatch(1);
    executor.runInTurn("stuck", blocking(begun));
    executor.runInTurn("stuck", behind::countDown);
    awaitAll(begun);

    for (int i = 0; i < 100; i++) {
      CountDownLatch other = new CountDownLatch(2);
      executor.runInTurn("other", other::countDown);
      executor.run(other::countDown);
      awaitAll(other);
    }

    assertEquals(1, behind.getCount());
    release.countDown();
    awaitAll(behind);
  }

  @Test
  void grows_to_more_than_a_hundred_blocking_callbacks() {
    CountDownLatch begun = new CountDownLatch(100);
    for (int i = 0; i < 100; i++) {
      executor.run(blocking(begun));
    }

    awaitAll(begun);
    CountDownLatch other = new CountDownLatch(1);
    executor.run(other::countDown);
    awaitAll(other);
  }

  @Test
  void has_at_most_the_maximum_number_of_threads_and_continues_when_some_return() {
    int many = CallbackExecutor.MAX_THREADS + 50;
    CountDownLatch most = new CountDownLatch(CallbackExecutor.MAX_THREADS);
    CountDownLatch all = new CountDownLatch(many);
    for (int i = 0; i < many; i++) {
      executor.run(
          () -> {
            most.countDown();
            awaitAll(release);
            all.countDown();
          });
    }

    awaitAll(most);
    assertEquals(CallbackExecutor.MAX_THREADS, executor.threads());
    release.countDown();
    awaitAll(all);
  }

  @Test
  void ends_its_threads_when_idle_and_forgets_keys() throws Exception {
    CallbackExecutor brief = executor(Duration.ofNanos(1));
    CountDownLatch ran = new CountDownLatch(1);
    brief.runInTurn("key", ran::countDown);
    awaitAll(ran);

    while (brief.threads() > 0 || !brief.isIdle()) {
      Thread.onSpinWait();
    }
  }

  @Test
  void continues_after_a_callback_that_throws() {
    CountDownLatch ran = new CountDownLatch(2);
    Runnable broken =
        () -> {
          throw new StackOverflowError("a bug");
        };
    try (LogCapture captured = new LogCapture(Level.WARNING)) {
      executor.runInTurn("key", broken);
      executor.runInTurn("key", broken);
      executor.runInTurn("key", broken);
      executor.runInTurn("key", ran::countDown);
      executor.run(ran::countDown);

      awaitAll(ran);
      assertEquals(List.of("WARNING A callback failed"), captured.lines());
    }
  }

  @Test
  void is_not_idle_while_callbacks_wait_or_run() {
    CountDownLatch begun = new CountDownLatch(1);
    executor.runInTurn("key", blocking(begun));
    awaitAll(begun);

    assertFalse(executor.isIdle());
  }

  @Test
  void clears_thread_state_that_a_callback_leaves() {
    List<Object> seen = Collections.synchronizedList(new ArrayList<>());
    CountDownLatch ran = new CountDownLatch(1);
    executor.runInTurn(
        "key",
        () -> {
          Thread.currentThread().interrupt();
          Thread.currentThread().setContextClassLoader(null);
        });
    executor.runInTurn(
        "key",
        () -> {
          seen.add(Thread.currentThread().isInterrupted());
          seen.add(Thread.currentThread().getContextClassLoader());
          ran.countDown();
        });

    awaitAll(ran);
    assertEquals(List.of(false, ClassLoader.getSystemClassLoader()), seen);
  }

  @Test
  void retries_when_no_thread_could_be_started() {
    AtomicInteger failures = new AtomicInteger(3);
    ThreadFactory scarce =
        work -> {
          if (failures.getAndDecrement() > 0) {
            throw new OutOfMemoryError("no thread");
          }
          return threads.newThread(work);
        };
    CallbackExecutor poor =
        new CallbackExecutor(new Timer(Duration.ofSeconds(5)), scarce, 1_000_000_000);
    CountDownLatch ran = new CountDownLatch(1);

    poor.run(ran::countDown);

    awaitAll(ran);
  }

  @Test
  void many_short_callbacks_need_few_threads() {
    int count = 20_000;
    CountDownLatch all = new CountDownLatch(count);
    for (int i = 0; i < count; i++) {
      executor.runInTurn("key", all::countDown);
    }

    awaitAll(all);
    // One line can be ready at a time; a busy machine may pause the one thread for longer than the
    // patience of a look, which then starts another.
    assertTrue(started.get() < 20, () -> started + " threads");
  }

  @Test
  void loses_no_callback_while_its_threads_end_and_start() throws Exception {
    endsAndStarts(2_000);
  }

  @Test
  @Tag("proof")
  void loses_no_callback_while_its_threads_end_and_start_for_a_long_time() throws Exception {
    endsAndStarts(60_000);
  }

  private void endsAndStarts(int times) throws Exception {
    CallbackExecutor brief = executor(Duration.ofNanos(1));
    List<Thread> callers = new ArrayList<>();
    AtomicInteger ran = new AtomicInteger();
    for (int caller = 0; caller < 3; caller++) {
      Object own = new Object();
      Thread thread =
          new Thread(
              () -> {
                for (int i = 0; i < times; i++) {
                  CountDownLatch done = new CountDownLatch(3);
                  brief.runInTurn(own, done::countDown);
                  brief.runInTurn(brief, done::countDown);
                  brief.run(done::countDown);
                  awaitAll(done);
                }
                ran.incrementAndGet();
              });
      callers.add(thread);
      thread.start();
    }
    for (Thread caller : callers) {
      caller.join();
    }
    assertEquals(3, ran.get());
  }

  @Test
  void its_threads_keep_no_reference_to_the_thread_that_starts_them() throws Exception {
    ThreadGroup own = new ThreadGroup("own");
    InheritableThreadLocal<String> local = new InheritableThreadLocal<>();
    List<Object> seen = Collections.synchronizedList(new ArrayList<>());
    CountDownLatch ran = new CountDownLatch(1);
    Thread starter =
        new Thread(
            own,
            () -> {
              Thread.currentThread().setContextClassLoader(null);
              local.set("mine");
              executor.run(
                  () -> {
                    seen.add(String.valueOf(local.get()));
                    seen.add(Thread.currentThread().getThreadGroup().getParent() == null);
                    seen.add(Thread.currentThread().isDaemon());
                    ran.countDown();
                  });
            });
    starter.start();
    starter.join();

    awaitAll(ran);
    assertEquals(List.of("null", true, true), seen);
  }
}
