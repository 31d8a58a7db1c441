package dev.reprise.internal.async;

import dev.reprise.Retry;
import dev.reprise.backoff.Backoff;
import dev.reprise.budget.RetryBudget;
import dev.reprise.classify.AttemptTimeoutException;
import dev.reprise.policy.RetryPolicy;
import dev.reprise.verification.concurrency.ManualEnvironment;
import java.io.IOException;
import java.time.Duration;
import java.util.concurrent.CancellationException;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;

/**
 * An asynchronous call of at most two attempts, each a stage that an actor completes. Its budget
 * counts calls and permits in progress, so it is full again if the call has settled exactly once.
 */
final class PendingCall {

  static final RetryPolicy AT_ONCE = policy(Backoff.none());
  static final RetryPolicy AFTER_A_PAUSE = policy(Backoff.fixed(Duration.ofSeconds(1)));
  static final RetryPolicy TIMED =
      AT_ONCE.toBuilder().maxAttempts(1).attemptTimeout(Duration.ofSeconds(1)).build();

  private static final String ANSWER = "answer";

  /** One exception for all calls, without a stack trace and without reports. */
  private static final class Failure extends IOException {

    private static final long serialVersionUID = 1;

    @Override
    public synchronized Throwable fillInStackTrace() {
      return this;
    }
  }

  final CompletableFuture<String> first = new CompletableFuture<>();
  final CompletableFuture<String> second = new CompletableFuture<>();
  final ManualEnvironment environment = new ManualEnvironment();
  final Retry retry;
  private final RetryBudget budget = RetryBudget.inFlight(100, 2);
  private volatile int attempts;
  private volatile CompletableFuture<String> future = new CompletableFuture<>();

  PendingCall(RetryPolicy policy) {
    retry = Retry.of(policy).withBudget(budget).withEnvironment(environment);
  }

  /** A call whose first attempt is in flight. */
  static PendingCall begun(RetryPolicy policy) {
    PendingCall call = new PendingCall(policy);
    call.begin();
    return call;
  }

  private static RetryPolicy policy(Backoff backoff) {
    return RetryPolicy.builder().maxAttempts(2).backoff(backoff).build();
  }

  void begin() {
    future = retry.callAsync(() -> ++attempts == 1 ? first : second);
  }

  void answerFirst() {
    first.complete(ANSWER);
  }

  void failFirst() {
    first.completeExceptionally(new Failure());
  }

  CompletableFuture<String> future() {
    return future;
  }

  int attempts() {
    return attempts;
  }

  /** Returns whether budget and state have the same values as before the call. */
  boolean isSettled() {
    return budget.isFull(0) && retry.state().view().retrying() == 0;
  }

  /** The end of the call, as one word. */
  String end() {
    if (!future.isDone()) {
      return "pending";
    }
    try {
      return future.join();
    } catch (CancellationException cancelled) {
      return "cancelled";
    } catch (CompletionException failed) {
      return failed.getCause() instanceof AttemptTimeoutException ? "timeout" : "failed";
    }
  }
}
