package dev.reprise.internal.timer;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotSame;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import org.junit.jupiter.api.Test;

/** The timer and the callback threads that the whole library shares. */
class SharedTimerTest {

  private static Thread threadOf(CompletableFuture<Thread> ran) throws Exception {
    return ran.get(30, TimeUnit.SECONDS);
  }

  @Test
  void distinguishes_its_own_thread_from_others() throws Exception {
    CompletableFuture<Boolean> own = new CompletableFuture<>();
    Timer timer = Timer.shared();
    assertSame(timer, Timer.shared());
    assertFalse(timer.isCurrentThread());
    timer.schedule(
        new TimerProbe.Hook(() -> own.complete(timer.isCurrentThread())),
        TimeUnit.MILLISECONDS.toNanos(1));
    assertTrue(own.get(30, TimeUnit.SECONDS));
    assertFalse(timer.isCurrentThread());
  }

  @Test
  void runs_callbacks_on_daemons_without_references_to_applications() throws Exception {
    CompletableFuture<Thread> ran = new CompletableFuture<>();
    CallbackExecutor.shared().run(() -> ran.complete(Thread.currentThread()));
    Thread thread = threadOf(ran);
    assertNotSame(Thread.currentThread(), thread);
    assertTrue(thread.isDaemon());
  }

  @Test
  void creates_threads_without_the_class_loader_and_the_group_of_the_requesting_thread()
      throws Exception {
    CompletableFuture<Thread> ran = new CompletableFuture<>();
    Thread caller =
        new Thread(
            new ThreadGroup("of the application"),
            () -> {
              Thread.currentThread().setContextClassLoader(new ClassLoader() {});
              ran.complete(DetachedThread.of(() -> {}, "made"));
            });
    caller.start();
    Thread made = threadOf(ran);
    assertEquals("made", made.getName());
    assertTrue(made.isDaemon());
    assertSame(ClassLoader.getSystemClassLoader(), made.getContextClassLoader());
    assertEquals("system", made.getThreadGroup().getName());
  }

  @Test
  void wakes_a_parked_thread() throws Exception {
    Timer.Parker parker = new Timer.SystemParker();
    Thread rests = new Thread(() -> parker.park(TimeUnit.SECONDS.toNanos(60)));
    rests.start();
    while (rests.getState() != Thread.State.TIMED_WAITING && rests.isAlive()) {
      LockSupport.parkNanos(1_000_000);
    }
    assertTrue(rests.isAlive(), "it did not park");
    parker.unpark(rests);
    rests.join(30_000);
    assertFalse(rests.isAlive());
    parker.unpark(null);
  }
}
