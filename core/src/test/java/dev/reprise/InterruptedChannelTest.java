package dev.reprise;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.reprise.backoff.Backoff;
import dev.reprise.budget.RetryBudget;
import dev.reprise.classify.AttemptTimeoutException;
import dev.reprise.function.Operation;
import dev.reprise.internal.call.Sneaky;
import dev.reprise.policy.RetryPolicy;
import java.io.IOException;
import java.nio.channels.spi.AbstractInterruptibleChannel;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CancellationException;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Attempts that wait for a channel, which an interrupt closes by calling user code. */
class InterruptedChannelTest {

  private static final int CALLERS = 4;
  private static final String CALLER = "caller";

  private final ExecutorService callers =
      Executors.newCachedThreadPool(
          work -> {
            Thread thread = new Thread(work, CALLER);
            thread.setDaemon(true);
            return thread;
          });
  private final Retry retry =
      Retry.of(
              RetryPolicy.builder()
                  .maxAttempts(2)
                  .backoff(Backoff.none())
                  .attemptTimeout(Duration.ofMillis(1))
                  .build())
          .withBudget(RetryBudget.unlimited());
  private final Retry patient =
      Retry.of(RetryPolicy.builder().withoutTimeLimit().build())
          .withBudget(RetryBudget.unlimited());

  @AfterEach
  void stop() {
    callers.shutdownNow();
  }

  /** The channel on which the interrupted thread waits; its {@code close} is user code. */
  private static final class Channel extends AbstractInterruptibleChannel {

    private final CountDownLatch waiting = new CountDownLatch(1);
    private final Runnable whenClosed;
    private volatile boolean closing;

    Channel(Runnable whenClosed) {
      this.whenClosed = whenClosed;
    }

    @Override
    protected void implCloseChannel() {
      closing = true;
      whenClosed.run();
    }

    String read() throws IOException {
      begin();
      try {
        waiting.countDown();
        while (!closing) { // the flag alone only shows that the close will begin
          LockSupport.park(this);
        }
      } finally {
        end(false);
      }
      throw new AssertionError("not interrupted");
    }
  }

  static Stream<Throwable> thrownByClose() {
    return Stream.of(
        new IllegalStateException("a bug"), new StackOverflowError(), new AssertionError("a bug"));
  }

  /**
   * Throws on the thread that interrupts. A thread that is interrupted before it waits closes its
   * channel itself, and what it threw would be the failure of its attempt.
   */
  private static Runnable throwing(Throwable thrown) {
    return () -> {
      if (!Thread.currentThread().getName().equals(CALLER)) {
        throw Sneaky.throwing(thrown);
      }
    };
  }

  private <T> T within(Future<T> future) throws Exception {
    return future.get(1, TimeUnit.MINUTES);
  }

  @ParameterizedTest
  @MethodSource("thrownByClose")
  void a_close_that_throws_leaves_the_attempt_timed_out(Throwable thrown) throws Exception {
    Future<RetryResult<String>> result =
        callers.submit(
            () -> {
              RetryResult<String> made = retry.execute(() -> new Channel(throwing(thrown)).read());
              assertFalse(Thread.currentThread().isInterrupted());
              return made;
            });

    assertInstanceOf(AttemptTimeoutException.class, within(result).failure());
    assertEquals(2, within(result).attempts());
  }

  @ParameterizedTest
  @MethodSource("thrownByClose")
  void a_close_that_throws_does_not_throw_to_the_thread_that_cancels(Throwable thrown)
      throws Exception {
    Channel channel = new Channel(throwing(thrown));
    CountDownLatch ended = new CountDownLatch(1);
    CompletableFuture<String> call =
        patient.callAsync(
            () -> {
              try {
                return channel.read();
              } finally {
                ended.countDown();
              }
            },
            callers);
    assertTrue(channel.waiting.await(1, TimeUnit.MINUTES));

    assertTrue(call.cancel(true));

    assertTrue(ended.await(1, TimeUnit.MINUTES), "the attempt was not interrupted");
    assertEquals("free", within(callers.submit(() -> "free")));
  }

  @Test
  void a_slow_close_delays_neither_the_timer_nor_other_timeouts() throws Exception {
    CountDownLatch hold = new CountDownLatch(1);
    CountDownLatch closing = new CountDownLatch(CALLERS);
    List<Future<RetryResult<String>>> slow = new ArrayList<>();
    for (int i = 0; i < CALLERS; i++) {
      Channel channel = new Channel(() -> awaitAfter(closing, hold));
      slow.add(callers.submit(() -> retry.execute(channel::read)));
    }
    assertTrue(closing.await(1, TimeUnit.MINUTES), "a slow close held up another timeout");

    RetryResult<String> other =
        within(callers.submit(() -> retry.execute(() -> new Channel(() -> {}).read())));

    assertInstanceOf(AttemptTimeoutException.class, other.failure());
    assertEquals("later", within(patient.callAsync(laterStage())));
    hold.countDown();
    for (Future<RetryResult<String>> call : slow) {
      assertFalse(within(call).succeeded());
    }
  }

  /** Fails at first, so that its second attempt needs the timer. */
  private static Operation<CompletableFuture<String>, RuntimeException> laterStage() {
    int[] calls = {0};
    return () ->
        calls[0]++ == 0
            ? CompletableFuture.failedFuture(new IOException("reset"))
            : CompletableFuture.completedFuture("later");
  }

  private static void awaitAfter(CountDownLatch closing, CountDownLatch hold) {
    closing.countDown();
    try {
      hold.await();
    } catch (InterruptedException unexpected) {
      throw new IllegalStateException(unexpected);
    }
  }

  @Test
  void a_slow_close_blocks_neither_the_thread_that_cancels_nor_the_thread_that_waits()
      throws Exception {
    CountDownLatch hold = new CountDownLatch(1);
    CountDownLatch closing = new CountDownLatch(1);
    Channel channel = new Channel(() -> awaitAfter(closing, hold));
    CompletableFuture<String> call = patient.callAsync(channel::read, callers);
    assertTrue(channel.waiting.await(1, TimeUnit.MINUTES));

    Future<Boolean> cancelled = callers.submit(() -> call.cancel(true));

    assertTrue(within(cancelled));
    assertTrue(closing.await(1, TimeUnit.MINUTES));
    assertTrue(call.isCancelled());
    assertEquals(
        CancellationException.class, call.handle((value, failure) -> failure.getClass()).join());
    hold.countDown();
  }
}
