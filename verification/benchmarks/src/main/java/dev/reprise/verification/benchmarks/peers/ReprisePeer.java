package dev.reprise.verification.benchmarks.peers;

import dev.reprise.Retry;
import dev.reprise.backoff.Backoff;
import dev.reprise.budget.RetryBudget;
import dev.reprise.event.RetryListener;
import dev.reprise.function.Operation;
import dev.reprise.policy.RetryPolicy;
import dev.reprise.policy.RetryPolicyBuilder;
import java.util.concurrent.Callable;
import java.util.concurrent.CompletionStage;
import java.util.function.Supplier;

/** Ours: a {@link Retry} made once, the operation handed to {@code call} each time. */
public final class ReprisePeer implements Peer {

  private final Retry retry;

  /**
   * Calls through a retry.
   *
   * @param retry the retry
   */
  public ReprisePeer(Retry retry) {
    this.retry = retry;
  }

  /**
   * As the peers are set up: an unlimited budget, which none of them has, and no time limit unless
   * the settings name one.
   */
  static ReprisePeer of(PeerSettings settings) {
    Retry retry = Retry.of(policy(settings)).withBudget(RetryBudget.unlimited());
    return new ReprisePeer(listening(retry, settings));
  }

  /** With the settings' policy and listener, and the standard budget. */
  static ReprisePeer budgeted(PeerSettings settings) {
    return new ReprisePeer(listening(Retry.of(policy(settings)), settings));
  }

  private static RetryPolicy policy(PeerSettings settings) {
    RetryPolicyBuilder policy =
        RetryPolicy.builder()
            .maxAttempts(settings.maxAttempts())
            .backoff(settings.hasDelay() ? Backoff.fixed(settings.delay()) : Backoff.none());
    return settings.hasLimit()
        ? policy.within(settings.within()).build()
        : policy.withoutTimeLimit().build();
  }

  private static Retry listening(Retry retry, PeerSettings settings) {
    if (!settings.hears()) {
      return retry;
    }
    RetryListener listener = settings.listener()::accept;
    return retry.withListener(
        settings.hearsEverything() ? RetryListener.forAllEvents(listener) : listener);
  }

  @Override
  public <T> Callable<T> blocking(Callable<T> operation) {
    Operation<T, Exception> bound = own(operation);
    return () -> retry.call(bound);
  }

  @Override
  public <T> Supplier<CompletionStage<T>> staged(Supplier<CompletionStage<T>> operation) {
    Operation<CompletionStage<T>, RuntimeException> bound = operation::get;
    return () -> retry.callAsync(bound);
  }

  /** An operation that is one of ours as well is called as such, without anything in between. */
  @SuppressWarnings("unchecked") // both functions are the same method
  private static <T> Operation<T, Exception> own(Callable<T> operation) {
    return operation instanceof Operation ? (Operation<T, Exception>) operation : operation::call;
  }
}
