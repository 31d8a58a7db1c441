package dev.reprise;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.reprise.backoff.Backoff;
import dev.reprise.budget.RetryBudget;
import dev.reprise.decision.StopReason;
import dev.reprise.hedge.Hedge;
import dev.reprise.policy.Idempotency;
import dev.reprise.policy.RetryPolicy;
import dev.reprise.policy.RetryPolicyBuilder;
import dev.reprise.time.Delayer;
import dev.reprise.time.RetryEnvironment;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/** A shutdown action that waits for calls which the shutdown ends. */
@Timeout(60)
class ShutdownActionTest {

  private static final int CALLS = 50;

  /** Makes a call whose first attempt fails. */
  private interface Form {

    CompletableFuture<RetryResult<String>> call(Retry retry, ExecutorService threads);
  }

  private final ExecutorService threads = Executors.newCachedThreadPool();

  @AfterEach
  void stop() {
    threads.shutdownNow();
  }

  static Stream<Arguments> forms() {
    Form stage = (retry, threads) -> retry.executeAsync(() -> failing());
    Form blocking = (retry, threads) -> retry.executeAsync(() -> fail(), threads);
    RetryEnvironment guest =
        RetryEnvironment.system()
            .withDelayer((task, nanos) -> Delayer.system().schedule(task, nanos));
    return Stream.of(
        Arguments.of("a stage", plain(), stage),
        Arguments.of("blocking", plain(), blocking),
        Arguments.of("by another timer", plain().withEnvironment(guest), stage),
        Arguments.of("blocking, by another timer", plain().withEnvironment(guest), blocking),
        Arguments.of("hedged", hedged(), stage),
        Arguments.of("hedged, blocking", hedged(), blocking),
        Arguments.of("hedged, by another timer", hedged().withEnvironment(guest), stage),
        Arguments.of(
            "hedged, waited for",
            hedged(),
            (Form)
                (retry, threads) ->
                    CompletableFuture.supplyAsync(
                        () -> retry.withExecutor(threads).execute(() -> fail()), threads)));
  }

  /** Creates a retry each time, because copies are shut down together. */
  private static Retry plain() {
    return Retry.of(policy().build()).withBudget(RetryBudget.unlimited());
  }

  private static Retry hedged() {
    return plain().withPolicy(policy().hedge(Hedge.after(Duration.ofHours(1))).build());
  }

  private static RetryPolicyBuilder policy() {
    return RetryPolicy.builder()
        .maxAttempts(2)
        .withoutTimeLimit()
        .backoff(Backoff.fixed(Duration.ofHours(1)))
        .idempotency(Idempotency.IDEMPOTENT);
  }

  private static CompletableFuture<String> failing() {
    return CompletableFuture.failedFuture(new IOException("down"));
  }

  private static String fail() throws IOException {
    throw new IOException("down");
  }

  @ParameterizedTest(name = "{0}")
  @MethodSource("forms")
  void finds_the_calls_ended_and_their_dependents_run_on_other_threads(
      String name, Retry form, Form calls) throws Exception {
    CountDownLatch waiting = new CountDownLatch(CALLS);
    Retry retry = form.withListener(event -> waiting.countDown());
    List<CompletableFuture<RetryResult<String>>> open = new ArrayList<>();
    Set<Thread> endedOn = ConcurrentHashMap.newKeySet();
    CompletableFuture<?> all = new CompletableFuture<>();
    AtomicBoolean found = new AtomicBoolean();
    for (int action = 0; action < 3; action++) {
      Runnable unused =
          retry.onShutdown(() -> found.set(all.handle((none, failure) -> failure == null).join()));
    }
    for (int call = 0; call < CALLS; call++) {
      CompletableFuture<RetryResult<String>> one = calls.call(retry, threads);
      one.thenRun(() -> endedOn.add(Thread.currentThread()));
      open.add(one);
    }
    assertTrue(waiting.await(30, TimeUnit.SECONDS));
    CompletableFuture.allOf(open.toArray(CompletableFuture[]::new))
        .orTimeout(10, TimeUnit.SECONDS)
        .whenComplete(
            (none, failure) -> {
              if (failure == null) {
                all.complete(null);
              } else {
                all.completeExceptionally(failure);
              }
            });

    retry.shutdown();

    assertTrue(found.get());
    for (CompletableFuture<RetryResult<String>> call : open) {
      assertEquals(StopReason.SHUT_DOWN, call.join().stopReason());
    }
    assertFalse(endedOn.contains(Thread.currentThread()));
    assertEquals(0, retry.state().view().retrying());
  }
}
