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

/** Reprise: a {@link Retry} created once; the operation is passed to {@code call} each time. */
public final class ReprisePeer implements Peer {

  private final Retry retry;

  /**
   * Creates a peer that calls through a retry.
   *
   * @param retry the retry
   */
  public ReprisePeer(Retry retry) {
    this.retry = retry;
  }

  /**
   * Creates a peer like the others: an unlimited budget, since they have none, and no time limit
   * unless the settings have one.
   */
  static ReprisePeer of(PeerSettings settings) {
    Retry retry = Retry.of(policy(settings)).withBudget(RetryBudget.unlimited());
    return new ReprisePeer(listening(retry, settings));
  }

  /** Creates a peer with the settings' policy and listener, and the standard budget. */
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
    if (!settings.hasListener()) {
      return retry;
    }
    RetryListener listener = settings.listener()::accept;
    return retry.withListener(
        settings.receivesAll() ? RetryListener.forAllEvents(listener) : listener);
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

  /** Avoids the adapter if the operation already has Reprise's type. */
  @SuppressWarnings("unchecked") // both functions are the same method
  private static <T> Operation<T, Exception> own(Callable<T> operation) {
    return operation instanceof Operation ? (Operation<T, Exception>) operation : operation::call;
  }
}
