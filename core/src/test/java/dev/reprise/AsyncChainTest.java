package dev.reprise;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.reprise.backoff.Backoff;
import dev.reprise.budget.RetryBudget;
import dev.reprise.context.CallContext;
import dev.reprise.hedge.Hedge;
import dev.reprise.policy.Idempotency;
import dev.reprise.policy.RetryPolicy;
import dev.reprise.policy.RetryPolicyBuilder;
import java.time.Duration;
import java.util.concurrent.CancellationException;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReference;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * Chains in which a dependent of each call starts the next call and completes its attempt. Without
 * protection, the whole chain would nest on one stack.
 */
@Timeout(120)
class AsyncChainTest {

  private static final int LINKS = 10_000;
  private static final int MANY_LINKS = 25_000;
  private static final Duration LONG = Duration.ofHours(1);

  /** A failure without a stack trace, which would be long here. */
  private static final class Quiet extends RuntimeException {

    private static final long serialVersionUID = 1;

    Quiet() {
      super("reset", null, true, false);
    }
  }

  /** Starts a call whose attempt is a stage. */
  private interface Form {

    CompletableFuture<?> call(Retry retry, CompletableFuture<String> stage);
  }

  private static final Form PLAIN = (retry, stage) -> retry.callAsync(() -> stage);

  static Stream<Arguments> forms() {
    Retry plain = retry(policy());
    return Stream.concat(
        formsThatFollowItsStage(),
        Stream.of(
            form("another kind of stage", plain, AsyncChainTest::ofMinimalStage),
            form("a failure", retry(policy().maxAttempts(1)), AsyncChainTest::ofFailure),
            form("a failure, then a success", plain, AsyncChainTest::afterFailure)));
  }

  /**
   * Starts a call whose running attempt is the stage itself, so that a cancel of the call reaches
   * it.
   */
  static Stream<Arguments> formsThatFollowItsStage() {
    Retry plain = retry(policy());
    Retry hedged = retry(policy().hedge(Hedge.after(LONG)));
    Retry timed = retry(policy().attemptTimeout(LONG));
    return Stream.of(
        form("a call", plain, PLAIN),
        form("a limited call", retry(policy().within(LONG)), PLAIN),
        form("a call that is heard", plain.withListener(event -> {}), PLAIN),
        form("a call in a context", plain.withContext(context()), PLAIN),
        form("a call with an attempt timeout", timed, PLAIN),
        form("a hedged call", hedged, PLAIN),
        form("a result", plain, (retry, stage) -> retry.executeAsync(() -> stage)),
        form("a call that sees it", plain, (retry, stage) -> retry.callAsyncWith(one -> stage)),
        form("hedged, seen", hedged, (retry, stage) -> retry.callAsyncWith(one -> stage)),
        form("hedged, in a context", hedged.withContext(context()), PLAIN),
        form("decorated", plain, (retry, stage) -> retry.decorateAsync(() -> stage).get()),
        form(
            "a fallback",
            plain,
            (retry, stage) -> retry.callAsyncOrElse(() -> stage, r -> "other")),
        form(
            "a failure, then a success in place",
            plain.withExecutor(Runnable::run),
            AsyncChainTest::afterFailure));
  }

  private static Arguments form(String name, Retry retry, Form form) {
    return Arguments.of(name, retry, form);
  }

  private static RetryPolicyBuilder policy() {
    return RetryPolicy.builder()
        .maxAttempts(2)
        .withoutTimeLimit()
        .idempotency(Idempotency.IDEMPOTENT)
        .backoff(Backoff.none());
  }

  private static Retry retry(RetryPolicyBuilder policy) {
    return Retry.of(policy.build()).withBudget(RetryBudget.unlimited());
  }

  private static CallContext context() {
    AtomicReference<String> value = new AtomicReference<>("caller");
    return CallContext.of(value::get, value::set, () -> value.set(null));
  }

  private static CompletableFuture<?> ofMinimalStage(Retry retry, CompletableFuture<String> stage) {
    CompletionStage<String> minimal = stage.minimalCompletionStage();
    return retry.callAsync(() -> minimal);
  }

  private static CompletableFuture<?> ofFailure(Retry retry, CompletableFuture<String> stage) {
    CompletableFuture<String> failing =
        stage.thenApply(
            value -> {
              throw new Quiet();
            });
    return retry.callAsync(() -> failing).handle((value, failure) -> value);
  }

  private static CompletableFuture<?> afterFailure(Retry retry, CompletableFuture<String> stage) {
    AtomicInteger attempts = new AtomicInteger();
    return retry.callAsync(
        () ->
            attempts.incrementAndGet() == 1 ? CompletableFuture.failedFuture(new Quiet()) : stage);
  }

  @ParameterizedTest(name = "{0}")
  @MethodSource("forms")
  void every_call_of_a_long_chain_ends(String name, Retry retry, Form form) throws Exception {
    ends(LINKS, retry, form);
  }

  @ParameterizedTest(name = "{0}")
  @MethodSource("forms")
  @Tag("proof")
  void every_call_of_a_chain_of_25_000_ends(String name, Retry retry, Form form) throws Exception {
    ends(MANY_LINKS, retry, form);
  }

  private static void ends(int links, Retry retry, Form form) throws Exception {
    Chain chain = new Chain(links, retry, form);

    chain.next();

    assertTrue(chain.over.await(60, TimeUnit.SECONDS), () -> "ended " + chain.ended);
    assertNull(chain.failure.get());
    assertEquals(links, chain.ended.get());
    assertEquals(0, retry.state().view().retrying());
  }

  /** A dependent starts the next call before it completes the stage. */
  private static final class Chain {

    final CountDownLatch over = new CountDownLatch(1);
    final AtomicInteger ended = new AtomicInteger();
    final AtomicReference<Throwable> failure = new AtomicReference<>();
    private final int links;
    private final Retry retry;
    private final Form form;
    private int begun;

    Chain(int links, Retry retry, Form form) {
      this.links = links;
      this.retry = retry;
      this.form = form;
    }

    void next() {
      begun++;
      CompletableFuture<String> stage = new CompletableFuture<>();
      CompletableFuture<?> call = form.call(retry, stage);
      call.whenComplete((value, thrown) -> ended(thrown));
      stage.complete("page");
    }

    private void ended(Throwable thrown) {
      if (thrown != null) {
        failure.set(thrown);
      }
      ended.incrementAndGet();
      if (thrown != null || begun == links) {
        over.countDown();
      } else {
        next();
      }
    }
  }

  @Test
  void every_call_of_a_long_chain_on_an_executor_ends() throws Exception {
    endsOnAnExecutor(LINKS);
  }

  @Test
  @Tag("proof")
  void every_call_of_a_chain_of_25_000_on_an_executor_ends() throws Exception {
    endsOnAnExecutor(MANY_LINKS);
  }

  private static void endsOnAnExecutor(int links) throws Exception {
    ExecutorService threads = Executors.newFixedThreadPool(2);
    try {
      Retry plain = retry(policy());
      for (Retry retry : new Retry[] {plain, retry(policy().hedge(Hedge.after(LONG)))}) {
        CountDownLatch over = new CountDownLatch(links);
        blocking(retry, threads, over);
        assertTrue(over.await(60, TimeUnit.SECONDS), () -> over.getCount() + " left");
      }
    } finally {
      threads.shutdownNow();
    }
  }

  private static void blocking(Retry retry, ExecutorService threads, CountDownLatch over) {
    retry
        .callAsync(() -> "page", threads)
        .whenComplete(
            (value, failure) -> {
              over.countDown();
              if (over.getCount() > 0) {
                blocking(retry, threads, over);
              }
            });
  }

  @Test
  void a_long_chain_of_calls_that_each_wait_for_the_previous_one_ends() throws Exception {
    Retry retry = retry(policy());
    CompletableFuture<String> first = new CompletableFuture<>();
    CompletableFuture<String> last = first;
    for (int link = 0; link < MANY_LINKS; link++) {
      CompletableFuture<String> stage = new CompletableFuture<>();
      last.whenComplete((value, failure) -> stage.complete(value));
      last = retry.callAsync(() -> stage);
    }

    first.complete("page");

    assertEquals("page", last.get(60, TimeUnit.SECONDS));
  }

  @ParameterizedTest(name = "{0}")
  @MethodSource("formsThatFollowItsStage")
  void cancelling_the_last_call_of_a_long_chain_cancels_its_source(
      String name, Retry retry, Form form) throws Exception {
    endsWhenCancelled(LINKS, retry, form);
  }

  @ParameterizedTest(name = "{0}")
  @MethodSource("formsThatFollowItsStage")
  @Tag("proof")
  void cancelling_the_last_call_of_a_chain_of_25_000_cancels_its_source(
      String name, Retry retry, Form form) throws Exception {
    endsWhenCancelled(MANY_LINKS, retry, form);
  }

  /** Each call's attempt is the previous call. */
  private static void endsWhenCancelled(int links, Retry retry, Form form) throws Exception {
    CompletableFuture<String> source = new CompletableFuture<>();
    CompletableFuture<?>[] calls = new CompletableFuture<?>[links];
    CompletableFuture<String> last = source;
    for (int link = 0; link < links; link++) {
      last = asStage(form.call(retry, last));
      calls[link] = last;
    }

    assertTrue(last.cancel(true));

    CompletableFuture<Throwable> end =
        CompletableFuture.allOf(calls).handle((all, thrown) -> thrown);
    assertInstanceOf(CancellationException.class, end.get(60, TimeUnit.SECONDS).getCause());
    // A step that is nested too deep is run by another thread; this may be the last one.
    assertThrows(CancellationException.class, () -> source.get(60, TimeUnit.SECONDS));
    assertEquals(0, retry.state().view().retrying());
  }

  /** The cast is safe: only calls that end in another way would have values of another type. */
  @SuppressWarnings("unchecked")
  private static CompletableFuture<String> asStage(CompletableFuture<?> call) {
    return (CompletableFuture<String>) call;
  }
}
