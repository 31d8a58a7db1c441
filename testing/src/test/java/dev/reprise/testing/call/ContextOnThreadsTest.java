package dev.reprise.testing.call;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.reprise.Retry;
import dev.reprise.backoff.Backoff;
import dev.reprise.budget.RetryBudget;
import dev.reprise.classify.AttemptTimeoutException;
import dev.reprise.context.CallContext;
import dev.reprise.event.RetryListener;
import dev.reprise.hedge.Hedge;
import dev.reprise.policy.Idempotency;
import dev.reprise.policy.RetryPolicy;
import java.io.IOException;
import java.time.Duration;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.CancellationException;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

/**
 * Trap 35 on threads of pools, which have their own context before and after. The first task on
 * each thread marks it; the last tasks look for the mark.
 */
class ContextOnThreadsTest {

  private static final int THREADS = 3;
  private static final String CALLER = "caller";
  private static final String OWN = "the pool's own";

  private final ThreadLocal<@Nullable String> local = new ThreadLocal<>();
  private final Queue<String> seen = new ConcurrentLinkedQueue<>();
  private final ExecutorService pool = Executors.newFixedThreadPool(THREADS);
  private final RetryPolicy policy =
      RetryPolicy.builder().maxAttempts(3).backoff(Backoff.fixed(Duration.ofMillis(1))).build();

  @BeforeEach
  void mark() throws Exception {
    local.set(CALLER);
    onEachThread(() -> local.set(OWN));
  }

  @AfterEach
  void no_context_is_left_behind() throws Exception {
    try {
      Queue<String> after = new ConcurrentLinkedQueue<>();
      onEachThread(() -> after.add(String.valueOf(local.get())));
      assertThat(after).containsOnly(OWN).hasSize(THREADS);
      assertThat(local.get()).isEqualTo(CALLER);
      assertThat(seen).isNotEmpty().containsOnly(CALLER);
    } finally {
      pool.shutdownNow();
    }
  }

  private void onEachThread(Runnable task) throws Exception {
    CountDownLatch all = new CountDownLatch(THREADS);
    List<? extends Future<?>> done =
        java.util.stream.IntStream.range(0, THREADS)
            .mapToObj(
                i ->
                    pool.submit(
                        () -> {
                          all.countDown();
                          assertThat(all.await(30, TimeUnit.SECONDS)).isTrue();
                          task.run();
                          return null;
                        }))
            .toList();
    for (Future<?> one : done) {
      one.get(30, TimeUnit.SECONDS);
    }
  }

  private Retry retry(RetryPolicy policy) {
    return Retry.of(policy)
        .withBudget(RetryBudget.unlimited())
        .withExecutor(pool)
        .withContext(CallContext.of(local::get, local::set, local::remove))
        .withListener(RetryListener.forAllEvents(event -> look()));
  }

  private void look() {
    seen.add(String.valueOf(local.get()));
  }

  /** An attempt that leaves a different context behind. */
  private String attempt(int number) throws IOException {
    look();
    local.set("attempt " + number);
    if (number < 3) {
      throw new IOException("reset");
    }
    return "page";
  }

  private static void await(CountDownLatch latch) throws InterruptedException {
    assertThat(latch.await(30, TimeUnit.SECONDS)).isTrue();
  }

  private static <T> T get(CompletableFuture<T> future) throws Exception {
    return future.get(30, TimeUnit.SECONDS);
  }

  @Test
  void of_a_blocking_operation_on_the_pool() throws Exception {
    CompletableFuture<String> call =
        retry(policy).callAsyncWith(attempt -> attempt(attempt.number()), pool);
    assertThat(get(call.whenComplete((value, failure) -> look()))).isEqualTo("page");
  }

  @Test
  void of_stages_that_others_complete() throws Exception {
    try (Others others = new Others()) {
      CompletableFuture<String> call =
          retry(policy)
              .callAsyncWith(
                  attempt -> {
                    look();
                    local.set("attempt");
                    return others.answer(attempt.number() < 3 ? null : "page");
                  });
      assertThat(get(call.whenComplete((value, failure) -> look()))).isEqualTo("page");
    }
  }

  /** A client with its own thread, whose context must not change. */
  private final class Others implements AutoCloseable {

    private final ExecutorService thread = Executors.newSingleThreadExecutor();

    CompletableFuture<String> answer(@Nullable String value) {
      CompletableFuture<String> answer = new CompletableFuture<>();
      thread.execute(
          () -> {
            local.set("the client's own");
            if (value == null) {
              answer.completeExceptionally(new IOException("reset"));
            } else {
              answer.complete(value);
            }
          });
      return answer;
    }

    @Override
    public void close() throws Exception {
      assertThat(thread.submit(local::get).get(30, TimeUnit.SECONDS)).isEqualTo("the client's own");
      thread.shutdownNow();
    }
  }

  @Test
  void of_an_attempt_that_times_out() {
    Retry retry = retry(policy.toBuilder().attemptTimeout(Duration.ofMillis(20)).build());
    CompletableFuture<String> call =
        retry.callAsync(
            () -> {
              look();
              local.set("attempt");
              new CountDownLatch(1).await();
              return "never";
            },
            pool);
    assertThatThrownBy(() -> get(call.whenComplete((value, failure) -> look())))
        .hasRootCauseInstanceOf(InterruptedException.class)
        .cause()
        .isInstanceOf(AttemptTimeoutException.class);
  }

  @Test
  void of_a_call_that_another_thread_cancels() throws Exception {
    CountDownLatch begun = new CountDownLatch(1);
    CountDownLatch interrupted = new CountDownLatch(1);
    CompletableFuture<String> call =
        retry(policy)
            .callAsync(
                () -> {
                  look();
                  local.set("attempt");
                  begun.countDown();
                  try {
                    new CountDownLatch(1).await();
                  } finally {
                    interrupted.countDown();
                  }
                  return "never";
                },
                pool);
    CompletableFuture<?> dependent = call.whenComplete((value, failure) -> look());
    await(begun);
    Thread other = new Thread(() -> call.cancel(true));
    other.start();
    other.join();
    await(interrupted);
    assertThatThrownBy(() -> get(dependent)).hasCauseInstanceOf(CancellationException.class);
  }

  @Test
  void of_a_call_whose_wait_a_shutdown_from_another_thread_ends() throws Exception {
    Retry retry = retry(policy.toBuilder().backoff(Backoff.fixed(Duration.ofSeconds(50))).build());
    CountDownLatch waiting = new CountDownLatch(1);
    Retry telling = retry.withListener(event -> waiting.countDown());
    CompletableFuture<String> call = telling.callAsync(() -> attempt(1), pool);
    CompletableFuture<?> dependent = call.whenComplete((value, failure) -> look());
    await(waiting);
    Thread other = new Thread(retry::shutdown);
    other.start();
    other.join();
    assertThatThrownBy(() -> get(dependent)).hasRootCauseMessage("reset");
  }

  @Test
  void of_winning_and_losing_attempts_of_a_hedged_blocking_call() throws Exception {
    CountDownLatch hedged = new CountDownLatch(1);
    CountDownLatch closed = new CountDownLatch(1);
    String winner =
        retry(hedging())
            .callWith(
                attempt -> {
                  look();
                  local.set("attempt");
                  if (attempt.number() == 1) {
                    hedged.await();
                    return new Answer("slow", closed);
                  }
                  return new Answer("fast", closed);
                })
            .text();
    assertThat(winner).isEqualTo("fast");
    hedged.countDown();
  }

  @Test
  void of_hedged_stages_and_of_a_late_result_that_is_closed() throws Exception {
    CountDownLatch closed = new CountDownLatch(1);
    CompletableFuture<Answer> slow =
        new CompletableFuture<>() {
          @Override
          public boolean cancel(boolean mayInterruptIfRunning) {
            return false;
          }
        };
    AtomicInteger attempts = new AtomicInteger();
    CompletableFuture<Answer> call =
        retry(hedging())
            .callAsync(
                () -> {
                  look();
                  local.set("attempt");
                  return attempts.incrementAndGet() == 1
                      ? slow
                      : CompletableFuture.completedFuture(new Answer("fast", closed));
                });
    assertThat(get(call.whenComplete((value, failure) -> look())).text()).isEqualTo("fast");
    Thread client = new Thread(() -> slow.complete(new Answer("slow", closed)));
    client.start();
    await(closed);
  }

  private RetryPolicy hedging() {
    return policy.toBuilder()
        .idempotency(Idempotency.IDEMPOTENT)
        .hedge(Hedge.after(Duration.ofMillis(5)))
        .build();
  }

  private final class Answer implements AutoCloseable {

    private final String text;
    private final CountDownLatch closed;

    Answer(String text, CountDownLatch closed) {
      this.text = text;
      this.closed = closed;
    }

    String text() {
      return text;
    }

    @Override
    public void close() {
      look();
      closed.countDown();
    }
  }

  @Test
  void of_a_future_that_its_own_timeout_completes() {
    CompletableFuture<String> call =
        retry(policy)
            .<String>callAsync(CompletableFuture::new)
            .orTimeout(20, TimeUnit.MILLISECONDS);
    assertThatThrownBy(() -> get(call.whenComplete((value, failure) -> look())))
        .isInstanceOf(java.util.concurrent.ExecutionException.class);
    assertThatThrownBy(() -> get(call)).hasMessageContaining("Timeout");
  }

  @Test
  @DisplayName("trap 35: without a context, attempts see the value of their own thread")
  void is_lost_without_a_context() throws Exception {
    Retry without = Retry.of(policy).withBudget(RetryBudget.unlimited()).withExecutor(pool);
    String found = get(without.callAsync(() -> String.valueOf(local.get()), pool));
    assertThat(found).isEqualTo(OWN);
    look();
  }
}
