package dev.reprise.verification.benchmarks.peers;

import dev.failsafe.Failsafe;
import dev.failsafe.FailsafeExecutor;
import dev.failsafe.RetryPolicy;
import dev.failsafe.RetryPolicyBuilder;
import dev.failsafe.function.CheckedSupplier;
import java.util.concurrent.Callable;
import java.util.concurrent.CompletionStage;
import java.util.function.Consumer;
import java.util.function.Supplier;

/**
 * Failsafe: policy and {@link FailsafeExecutor} created once, as its documentation advises, and the
 * operation given as {@link CheckedSupplier}, the form without an execution context. Calls that
 * return a stage run on its default scheduler and the common pool. An executor that runs tasks on
 * the caller is no alternative: Failsafe still changes the thread, and an immediate retry then
 * completes the future with null.
 */
final class FailsafePeer implements Peer {

  private final FailsafeExecutor<Object> executor;

  FailsafePeer(PeerSettings settings) {
    this(Failsafe.with(policy(settings)));
  }

  private FailsafePeer(FailsafeExecutor<Object> executor) {
    this.executor = executor;
  }

  static FailsafePeer asShipped() {
    return new FailsafePeer(Failsafe.with(RetryPolicy.ofDefaults()));
  }

  private static RetryPolicy<Object> policy(PeerSettings settings) {
    RetryPolicyBuilder<Object> policy =
        RetryPolicy.builder().withMaxAttempts(settings.maxAttempts());
    if (settings.hasDelay()) {
      policy.withDelay(settings.delay());
    }
    if (settings.hasLimit()) {
      policy.withMaxDuration(settings.within());
    }
    if (settings.hasListener()) {
      listenToFailures(policy, settings.listener());
    }
    if (settings.receivesAll()) {
      listenToOtherEvents(policy, settings.listener());
    }
    return policy.build();
  }

  private static void listenToFailures(
      RetryPolicyBuilder<Object> policy, Consumer<Object> listener) {
    policy.onFailedAttempt(listener::accept);
    policy.onFailure(listener::accept);
  }

  private static void listenToOtherEvents(
      RetryPolicyBuilder<Object> policy, Consumer<Object> listener) {
    policy.onRetryScheduled(listener::accept);
    policy.onRetry(listener::accept);
    policy.onRetriesExceeded(listener::accept);
    policy.onAbort(listener::accept);
    policy.onSuccess(listener::accept);
  }

  @Override
  public <T> Callable<T> blocking(Callable<T> operation) {
    CheckedSupplier<T> bound = operation::call;
    return () -> executor.get(bound);
  }

  @Override
  public <T> Supplier<CompletionStage<T>> staged(Supplier<CompletionStage<T>> operation) {
    CheckedSupplier<CompletionStage<T>> bound = operation::get;
    return () -> executor.getStageAsync(bound);
  }
}
