package dev.reprise.batch.internal.run;

import dev.reprise.batch.internal.queue.Chunk;
import dev.reprise.batch.internal.send.CallTimeout;
import dev.reprise.classify.AttemptTimeoutException;
import dev.reprise.classify.Outcome;
import dev.reprise.decision.View;
import dev.reprise.policy.RetryPolicy;
import dev.reprise.state.RetryState;

/** The timeouts of calls, and the latencies from which a policy computes them. */
final class AttemptTimes {

  private final RetryState state;
  private final RetryPolicy policy;
  private final TimeLimit limit;

  AttemptTimes(RetryState state, RetryPolicy policy, TimeLimit limit) {
    this.state = state;
    this.policy = policy;
    this.limit = limit;
  }

  /**
   * Returns the maximum duration of a call that starts now.
   *
   * @param attempt the largest attempt number of its entries
   */
  CallTimeout timeout(int attempt, long nowNanos) {
    if (!policy.hasAttemptTimeout()) {
      return CallTimeout.NONE;
    }
    View view = policy.readsLatencies() ? state.view() : View.NONE;
    long timeout = policy.attemptTimeoutNanos(attempt, view);
    return new CallTimeout(Math.min(timeout, limit.leftNanos(nowNanos)), timeout);
  }

  /** Records the latency of a call that returned or timed out. */
  void ended(Chunk<?> chunk, Outcome<?> outcome, long nowNanos) {
    Throwable failure = outcome.failureOrNull();
    if (policy.readsLatencies()
        && (failure == null || failure instanceof AttemptTimeoutException)) {
      state.recordLatency(Math.max(0, nowNanos - chunk.startNanos));
    }
  }
}
