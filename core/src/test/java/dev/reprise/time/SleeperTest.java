package dev.reprise.time;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.concurrent.CompletableFuture;
import java.util.concurrent.locks.LockSupport;
import org.junit.jupiter.api.Test;

class SleeperTest {

  private final Sleeper sleeper = Sleeper.system();

  @Test
  void refuses_to_sleep_if_interrupted_before_and_clears_the_flag() {
    Thread.currentThread().interrupt();

    InterruptedException interruption =
        assertThrows(InterruptedException.class, () -> sleeper.sleep(Long.MAX_VALUE));

    assertEquals("interrupted before the wait", interruption.getMessage());
    assertFalse(Thread.currentThread().isInterrupted());
  }

  @Test
  void refuses_even_a_sleep_of_zero_if_interrupted() {
    Thread.currentThread().interrupt();

    assertThrows(InterruptedException.class, () -> sleeper.sleep(0));
    assertFalse(Thread.currentThread().isInterrupted());
  }

  @Test
  void ends_at_once_if_interrupted_during_the_sleep_and_clears_the_flag() throws Exception {
    CompletableFuture<Boolean> flag = new CompletableFuture<>();
    Thread thread =
        new Thread(
            () -> {
              try {
                sleepForEver();
              } catch (InterruptedException interruption) {
                flag.complete(Thread.currentThread().isInterrupted());
              }
            });
    thread.start();

    thread.interrupt();

    assertFalse(flag.join());
    thread.join();
  }

  @Test
  void returns_early_when_unparked() throws Exception {
    LockSupport.unpark(Thread.currentThread());

    sleeper.sleep(Long.MAX_VALUE);

    assertFalse(Thread.currentThread().isInterrupted());
  }

  @Test
  void returns_at_once_for_zero_and_less() throws Exception {
    sleeper.sleep(0);
    sleeper.sleep(Long.MIN_VALUE);

    assertFalse(Thread.currentThread().isInterrupted());
  }

  @Test
  void is_the_sleeper_of_the_system_environment() throws Exception {
    RetryEnvironment system = RetryEnvironment.system();
    LockSupport.unpark(Thread.currentThread());

    system.sleeper().sleep(Long.MAX_VALUE);

    assertTrue(system.toString().contains("system"));
  }

  /** May return early; a caller checks the ticks. */
  private void sleepForEver() throws InterruptedException {
    while (true) {
      sleeper.sleep(Long.MAX_VALUE);
    }
  }
}
