package dev.reprise.testing.call;

import static org.assertj.core.api.Assertions.assertThat;

import dev.reprise.Retry;
import dev.reprise.RetryResult;
import dev.reprise.backoff.Backoff;
import dev.reprise.budget.RetryBudget;
import dev.reprise.classify.AttemptTimeoutException;
import dev.reprise.policy.RetryPolicy;
import dev.reprise.testing.VirtualTime;
import java.time.Duration;
import java.util.SplittableRandom;
import java.util.concurrent.CancellationException;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/**
 * Trap 12 on real threads: a watchdog interrupts an attempt at the moment at which it returns. The
 * interrupt must never be visible outside the attempt.
 */
class InterruptRaceTest {

  private static final int RACES = 100_000;
  private static final int PROOF_RACES = 500_000;
  private static final int LONGEST_SPIN = 400;

  private final AtomicReference<Runnable> armed = new AtomicReference<>();
  private final Thread watchdog = new Thread(this::watch, "watchdog");
  private final SplittableRandom random = new SplittableRandom(12);
  private volatile boolean over;
  private int leaks;

  @BeforeEach
  void begin() {
    watchdog.start();
  }

  @AfterEach
  void end() throws InterruptedException {
    over = true;
    watchdog.join();
    assertThat(Thread.interrupted()).isFalse();
  }

  /** Fires each timer a short random time after it is set. */
  private void watch() {
    SplittableRandom own = new SplittableRandom(21);
    while (!over) {
      Runnable task = armed.getAndSet(null);
      if (task == null) {
        Thread.onSpinWait();
      } else {
        spin(own.nextInt(LONGEST_SPIN));
        task.run();
      }
    }
  }

  private static void spin(int times) {
    for (int i = 0; i < times; i++) {
      Thread.onSpinWait();
    }
  }

  private long betweenAttempts() {
    leaks += Thread.currentThread().isInterrupted() ? 1 : 0;
    return 0;
  }

  private Retry retry(int attempts) {
    RetryPolicy policy =
        RetryPolicy.builder()
            .maxAttempts(attempts)
            .backoff(Backoff.custom((progress, view, now, draw) -> betweenAttempts()))
            .attemptTimeout(Duration.ofDays(1))
            .build();
    VirtualTime time = VirtualTime.seeded(1);
    return Retry.of(policy)
        .withBudget(RetryBudget.unlimited())
        .withEnvironment(
            time.withDelayer(
                (task, nanos) -> {
                  armed.set(task);
                  return () -> armed.compareAndSet(task, null);
                }));
  }

  @Test
  @DisplayName("trap 12: the interrupt of an attempt timeout never leaks")
  void the_interrupt_of_an_attempt_timeout_never_leaks() {
    race(RACES);
  }

  @Test
  @Tag("proof")
  @DisplayName("trap 12: the interrupt of an attempt timeout never leaks, half a million times")
  void the_interrupt_of_an_attempt_timeout_never_leaks_half_a_million_times() {
    race(PROOF_RACES);
  }

  private void race(int races) {
    Retry retry = retry(2);
    int timeouts = 0;
    for (int i = 0; i < races; i++) {
      RetryResult<String> result = retry.execute(this::attempt);
      assertThat(Thread.currentThread().isInterrupted()).as("race %s", i).isFalse();
      assertThat(leaks).as("race %s", i).isZero();
      if (result.attempts() > 1 || result.failure() instanceof AttemptTimeoutException) {
        timeouts++;
      }
    }
    assertThat(timeouts).as("attempts that lost").isBetween(1, races - 1);
  }

  /** Ends after a random time, by throwing if it has seen an interrupt. */
  private String attempt() throws InterruptedException {
    spin(random.nextInt(LONGEST_SPIN));
    if (Thread.interrupted()) {
      throw new InterruptedException("cut short");
    }
    return "page";
  }

  @Test
  @DisplayName("trap 12: the interrupt of a cancelled call never leaks to the executor's thread")
  void the_interrupt_of_a_cancelled_call_never_leaks_to_the_executors_thread() throws Exception {
    cancelRace(RACES / 4);
  }

  @Test
  @Tag("proof")
  @DisplayName("trap 12: the interrupt of a cancelled call never leaks, 125,000 times")
  void the_interrupt_of_a_cancelled_call_never_leaks_in_many_races() throws Exception {
    cancelRace(PROOF_RACES / 4);
  }

  /** This thread is the executor's; the watchdog cancels. */
  private void cancelRace(int races) {
    Retry retry =
        Retry.of(RetryPolicy.builder().maxAttempts(1).build()).withBudget(RetryBudget.unlimited());
    int cancelled = 0;
    for (int i = 0; i < races; i++) {
      AtomicReference<Runnable> queued = new AtomicReference<>();
      CompletableFuture<String> call = retry.callAsync(this::attempt, queued::set);
      armed.set(() -> call.cancel(true));
      queued.get().run();
      assertThat(Thread.currentThread().isInterrupted()).as("race %s", i).isFalse();
      boolean lost =
          call.handle((value, failure) -> failure instanceof CancellationException).join();
      cancelled += lost ? 1 : 0;
      armed.set(null);
    }
    assertThat(cancelled).as("calls that were cancelled").isBetween(1, races - 1);
  }
}
