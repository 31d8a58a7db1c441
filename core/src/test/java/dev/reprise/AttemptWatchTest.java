package dev.reprise;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.reprise.backoff.Backoff;
import dev.reprise.budget.RetryBudget;
import dev.reprise.classify.AttemptTimeoutException;
import dev.reprise.decision.StopReason;
import dev.reprise.internal.blocking.AttemptWatch;
import dev.reprise.policy.RetryPolicy;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicReference;
import java.util.concurrent.locks.LockSupport;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.MethodSource;

/** Attempts that may be interrupted, and attempts nested in other attempts. */
class AttemptWatchTest {

  private static final int RACES = 20_000;
  private static final int PROOF_RACES = 400_000;
  private static final int LONGEST_SPIN = 300;

  /**
   * The timeouts that were scheduled and not cancelled, the outermost first. The test fires them.
   */
  private final List<Runnable> timeouts = new ArrayList<>();

  private final FakeEnvironment world = new FakeEnvironment();
  private final Retry outer = retry(1);
  private final Retry inner = retry(8);
  private int calls;

  private Retry retry(int attempts) {
    world.delayer =
        (task, nanos) -> {
          timeouts.add(task);
          return () -> timeouts.remove(task);
        };
    RetryPolicy policy =
        RetryPolicy.builder()
            .maxAttempts(attempts)
            .backoff(Backoff.fixed(Duration.ofNanos(1)))
            .attemptTimeout(Duration.ofDays(1))
            .build();
    return Retry.of(policy).withBudget(RetryBudget.unlimited()).withEnvironment(world);
  }

  @AfterEach
  void leaves_no_thread_registered() {
    assertFalse(Thread.interrupted(), "an interrupt is left");
    assertEquals(0, AttemptWatch.threads(), "threads that are thought to run an attempt");
    assertEquals(List.of(), timeouts);
  }

  /** The reactions of an attempt to its interrupt. */
  enum Ending {
    FAILS {
      @Override
      String end() throws IOException {
        throw new IOException("reset");
      }
    },
    FAILS_AS_INTERRUPTED {
      @Override
      String end() throws InterruptedException {
        throw new InterruptedException();
      }
    },
    RETURNS {
      @Override
      String end() {
        return "page";
      }
    };

    abstract String end() throws IOException, InterruptedException;
  }

  /**
   * The threads that interrupt the attempt, in order, and the interrupts after which the attempt
   * clears the flag.
   */
  static Stream<String> interrupts() {
    return Stream.of(
        "outer",
        "outer swallowed",
        "inner outer",
        "inner swallowed outer",
        "inner swallowed outer swallowed",
        "outer inner",
        "outer swallowed inner",
        "outer inner swallowed");
  }

  private void interrupt(String interrupts) {
    for (String word : interrupts.split(" ")) {
      switch (word) {
        case "outer" -> timeouts.get(0).run();
        case "inner" -> timeouts.get(1).run();
        default -> assertTrue(Thread.interrupted());
      }
    }
  }

  @ParameterizedTest
  @MethodSource("interrupts")
  void passes_on_an_interrupt_that_is_meant_for_the_outer_attempt(String interrupts)
      throws Exception {
    for (Ending ending : Ending.values()) {
      calls = 0;
      List<StopReason> within = new ArrayList<>();

      RetryResult<String> result =
          outer.execute(
              () -> {
                RetryResult<String> nested =
                    inner.execute(
                        () -> {
                          calls++;
                          interrupt(interrupts);
                          return ending.end();
                        });
                within.add(nested.stopReason());
                assertTrue(Thread.currentThread().isInterrupted(), "the interrupt was swallowed");
                throw new InterruptedException("as a wait would");
              });

      assertInstanceOf(AttemptTimeoutException.class, result.failure());
      assertEquals(1, calls, "attempts of the inner call, which " + ending);
      boolean returned = ending == Ending.RETURNS;
      assertEquals(List.of(returned ? StopReason.SUCCEEDED : StopReason.INTERRUPTED), within);
      assertFalse(Thread.interrupted(), "an interrupt is left");
    }
  }

  @ParameterizedTest
  @EnumSource(Ending.class)
  void keeps_an_interrupt_of_the_inner_call_within_that_call(Ending ending) {
    RetryResult<RetryResult<String>> result =
        outer.execute(
            () -> {
              RetryResult<String> nested =
                  inner.execute(
                      () -> {
                        calls++;
                        timeouts.get(1).run();
                        return ending.end();
                      });
              assertFalse(Thread.currentThread().isInterrupted());
              return nested;
            });

    assertEquals(ending == Ending.RETURNS ? 1 : 8, calls);
    assertEquals(ending == Ending.RETURNS, result.value().succeeded());
  }

  @Test
  void lets_code_clean_up_after_it_has_seen_its_interrupt() {
    RetryResult<String> result =
        outer.execute(
            () -> {
              timeouts.get(0).run();
              assertTrue(Thread.interrupted());
              String cleaned =
                  inner.call(
                      () -> {
                        timeouts.get(1).run();
                        if (calls++ < 3) {
                          throw new InterruptedException();
                        }
                        return "cleaned up";
                      });
              assertFalse(Thread.currentThread().isInterrupted());
              throw new IOException(cleaned);
            });

    assertEquals(4, calls);
    assertEquals("cleaned up", result.failure().getCause().getMessage());
  }

  @Test
  void passes_an_interrupt_on_through_several_attempts_that_swallow_it() {
    Retry middle = retry(8);
    int[] middleCalls = {0};

    RetryResult<Object> result =
        outer.execute(
            () ->
                middle.call(
                    () -> {
                      middleCalls[0]++;
                      return inner.call(
                          () -> {
                            calls++;
                            timeouts.get(2).run();
                            assertTrue(Thread.interrupted());
                            timeouts.get(1).run();
                            assertTrue(Thread.interrupted());
                            timeouts.get(0).run();
                            throw new IOException("reset");
                          });
                    }));

    assertInstanceOf(AttemptTimeoutException.class, result.failure());
    assertEquals(1, calls);
    assertEquals(1, middleCalls[0]);
  }

  @Test
  void passes_on_the_cancel_of_the_outer_future() throws Exception {
    AtomicReference<@Nullable Runnable> queued = new AtomicReference<>();
    AtomicReference<@Nullable CompletableFuture<String>> call = new AtomicReference<>();
    Retry plain = Retry.of(RetryPolicy.builder().maxAttempts(8).build());
    List<StopReason> within = new ArrayList<>();

    call.set(
        plain.callAsync(
            () -> {
              RetryResult<String> nested =
                  inner.execute(
                      () -> {
                        calls++;
                        timeouts.get(0).run();
                        call.get().cancel(true);
                        awaitFlag();
                        Thread.interrupted();
                        throw new IOException("reset");
                      });
              within.add(nested.stopReason());
              assertTrue(Thread.currentThread().isInterrupted());
              return nested.value();
            },
            queued::set));
    queued.get().run();

    assertTrue(call.get().isCancelled());
    assertEquals(1, calls);
    assertEquals(List.of(StopReason.INTERRUPTED), within);
  }

  private static void awaitFlag() {
    while (!Thread.currentThread().isInterrupted()) {
      Thread.onSpinWait();
    }
  }

  @Test
  void starts_no_attempt_if_the_timer_rejects_the_timeout_and_forgets_the_thread() {
    world.delayer =
        (task, nanos) -> {
          throw new IllegalStateException("no timer");
        };

    assertEquals("no timer", inner.execute(() -> "page").failure().getMessage());

    world.delayer = (task, nanos) -> null;
    assertInstanceOf(NullPointerException.class, inner.execute(() -> "page").failure());
  }

  @Test
  void returns_the_value_although_the_timeout_cannot_be_cancelled() {
    world.delayer =
        (task, nanos) ->
            () -> {
              throw new IllegalStateException("a bug");
            };

    assertEquals("page", inner.execute(() -> "page").value());
  }

  @Test
  void parks_while_an_interrupt_takes_long() throws Exception {
    CountDownLatch hold = new CountDownLatch(1);
    CompletableFuture<Boolean> result = new CompletableFuture<>();
    SlowlyInterrupted thread =
        new SlowlyInterrupted(
            hold,
            () -> {
              AttemptWatch watch = AttemptWatch.begin();
              new Thread(watch, "interrupter").start();
              awaitFlag();
              result.complete(watch.returned() && !Thread.currentThread().isInterrupted());
            });
    thread.start();

    long end = System.nanoTime() + TimeUnit.MINUTES.toNanos(1);
    boolean parked = false;
    while (!parked && System.nanoTime() < end) {
      parked = LockSupport.getBlocker(thread) instanceof AttemptWatch;
    }
    hold.countDown();

    assertTrue(parked, "it never parked");
    assertTrue(result.get(1, TimeUnit.MINUTES));
    thread.join();
  }

  /**
   * Returns an attempt whose interrupt closes a slow channel that needs the lock for which the
   * attempt waits.
   */
  private static final class SlowlyInterrupted extends Thread {

    private final CountDownLatch hold;

    SlowlyInterrupted(CountDownLatch hold, Runnable work) {
      super(work, "slowly interrupted");
      this.hold = hold;
    }

    @Override
    public void interrupt() {
      super.interrupt();
      try {
        hold.await();
      } catch (InterruptedException unexpected) {
        throw new IllegalStateException(unexpected);
      }
    }

    @Override
    public boolean equals(@Nullable Object other) {
      throw new IllegalStateException("code of others");
    }

    @Override
    public int hashCode() {
      throw new IllegalStateException("code of others");
    }
  }

  @Test
  void neither_leaks_nor_loses_an_interrupt_at_any_moment() throws Exception {
    race(RACES);
  }

  @Test
  @Tag("proof")
  void neither_leaks_nor_loses_one_of_400_000_interrupts() throws Exception {
    race(PROOF_RACES);
  }

  private void race(int races) throws InterruptedException {
    Interrupter ofOuter = new Interrupter(1);
    Interrupter ofInner = new Interrupter(2);
    SplittableRandom random = new SplittableRandom(12);
    int passedOn = 0;
    for (int i = 0; i < races; i++) {
      AttemptWatch around = AttemptWatch.begin();
      AttemptWatch within = AttemptWatch.begin();
      ofOuter.armed.set(around);
      ofInner.armed.set(within);
      spin(random.nextInt(LONGEST_SPIN));
      if (random.nextBoolean()) {
        Thread.interrupted();
      }
      boolean sent = ofOuter.sent == around;
      within.returned();
      if (sent) {
        assertTrue(Thread.currentThread().isInterrupted(), "lost in race " + i);
        passedOn++;
      }
      spin(random.nextInt(LONGEST_SPIN));
      around.returned();
      assertFalse(Thread.currentThread().isInterrupted(), "leaked in race " + i);
    }
    ofOuter.end();
    ofInner.end();
    assertTrue(passedOn > 0 && passedOn < races, "passed on " + passedOn);
    assertFalse(Thread.interrupted());
  }

  private static void spin(int times) {
    for (int i = 0; i < times; i++) {
      Thread.onSpinWait();
    }
  }

  /** Interrupts each given thread after a short random time. */
  private static final class Interrupter {

    private final AtomicReference<@Nullable AttemptWatch> armed = new AtomicReference<>();
    private final Thread thread;
    private final SplittableRandom random;
    private volatile @Nullable AttemptWatch sent;
    private volatile boolean over;

    Interrupter(long seed) {
      random = new SplittableRandom(seed);
      thread = new Thread(this::work, "interrupter");
      thread.start();
    }

    private void work() {
      while (!over) {
        AttemptWatch watch = armed.getAndSet(null);
        if (watch == null) {
          Thread.onSpinWait();
        } else {
          spin(random.nextInt(LONGEST_SPIN));
          watch.run();
          sent = watch;
        }
      }
    }

    void end() throws InterruptedException {
      over = true;
      thread.join();
    }
  }
}
