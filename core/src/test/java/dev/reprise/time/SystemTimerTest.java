package dev.reprise.time;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotSame;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.reprise.internal.timer.Timer;
import dev.reprise.internal.timer.TimerAction;
import dev.reprise.internal.timer.TimerProbe;
import java.lang.ref.Reference;
import java.lang.ref.WeakReference;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.logging.Level;
import java.util.logging.Logger;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

class SystemTimerTest {

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

  private static final long A_DAY = Duration.ofDays(1).toNanos();

  private final Timer wheels = new Timer(Duration.ofNanos(1));
  private final SystemTimer timer = new SystemTimer(wheels);

  @Test
  void runs_a_task_on_a_daemon_thread_other_than_its_own() {
    Thread thread = threadOf(timer);

    assertNotSame(Thread.currentThread(), thread);
    assertTrue(thread.isDaemon());
    assertEquals("reprise-callbacks", thread.getName());
  }

  @Test
  void runs_tasks_with_the_class_loader_of_the_system_for_any_first_caller() {
    CompletableFuture<ClassLoader> loader = new CompletableFuture<>();

    timer.schedule(() -> loader.complete(Thread.currentThread().getContextClassLoader()), 0);

    assertSame(ClassLoader.getSystemClassLoader(), loader.join());
  }

  @Test
  void starts_no_thread_before_the_first_task() {
    assertEquals(0, TimerProbe.threads(wheels));

    Delayer.Scheduled scheduled = timer.schedule(() -> {}, A_DAY);

    assertEquals(1, TimerProbe.threads(wheels));
    scheduled.cancel();
  }

  @Test
  void ends_its_thread_when_idle_and_starts_another_when_needed_again() throws Exception {
    Thread first = ownThreadOf(timer);

    first.join();

    assertFalse(first.isAlive());
    assertNotSame(first, ownThreadOf(timer));
  }

  @Test
  void keeps_its_thread_while_tasks_wait() throws Exception {
    CountDownLatch waiting = new CountDownLatch(1);
    Delayer.Scheduled later = timer.schedule(() -> {}, A_DAY);

    Thread first = ownThreadOf(timer);
    timer.schedule(waiting::countDown, Duration.ofMillis(1).toNanos());
    waiting.await();

    assertSame(first, ownThreadOf(timer));
    later.cancel();
    first.join();
  }

  @Test
  void is_not_blocked_by_a_task_that_blocks() throws Exception {
    CountDownLatch release = new CountDownLatch(1);
    CountDownLatch blocked = new CountDownLatch(20);
    for (int task = 0; task < 20; task++) {
      timer.schedule(
          () -> {
            blocked.countDown();
            awaitQuietly(release);
          },
          0);
    }

    assertTrue(blocked.await(30, TimeUnit.SECONDS));
    assertTrue(threadOf(timer).isDaemon());
    release.countDown();
  }

  @Test
  void releases_a_cancelled_task() throws Exception {
    Delayer.Scheduled scheduled = timer.schedule(() -> {}, A_DAY);
    assertEquals(1, TimerProbe.pending(wheels));

    scheduled.cancel();
    scheduled.cancel();

    assertEquals(0, TimerProbe.pending(wheels));
  }

  @Test
  void releases_at_once_the_objects_of_a_cancelled_task() {
    byte[] load = new byte[1 << 20];
    WeakReference<byte[]> held = new WeakReference<>(load);
    Delayer.Scheduled scheduled = timer.schedule(printing(load), A_DAY);
    load = null;

    scheduled.cancel();

    while (!held.refersTo(null)) {
      System.gc();
    }
    Reference.reachabilityFence(scheduled);
  }

  @Test
  void continues_after_a_task_that_threw() {
    timer.schedule(
        () -> {
          throw new IllegalStateException("a bug");
        },
        0);

    assertTrue(threadOf(timer).isDaemon());
  }

  @Test
  void accepts_a_delay_of_centuries_and_a_negative_one() {
    Delayer.Scheduled far = timer.schedule(() -> {}, Long.MAX_VALUE);
    CompletableFuture<Boolean> ran = new CompletableFuture<>();

    timer.schedule(() -> ran.complete(true), Long.MIN_VALUE);

    assertTrue(ran.join());
    far.cancel();
  }

  @Test
  void the_process_has_one_system_timer() {
    assertSame(Delayer.system(), Delayer.system());
    assertSame(Delayer.system(), RetryEnvironment.system().delayer());
  }

  private static Runnable printing(byte[] load) {
    return () -> System.out.println(load.length);
  }

  private static void awaitQuietly(CountDownLatch latch) {
    try {
      latch.await();
    } catch (InterruptedException unexpected) {
      throw new AssertionError(unexpected);
    }
  }

  private static Thread ownThreadOf(Delayer timer) {
    CompletableFuture<Thread> thread = new CompletableFuture<>();
    TimerAction action = () -> thread.complete(Thread.currentThread());
    timer.schedule(action, 0);
    return thread.join();
  }

  private static Thread threadOf(Delayer timer) {
    CompletableFuture<Thread> thread = new CompletableFuture<>();
    timer.schedule(() -> thread.complete(Thread.currentThread()), 0);
    return thread.join();
  }
}
