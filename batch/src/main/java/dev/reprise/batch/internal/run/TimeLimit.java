package dev.reprise.batch.internal.run;

import dev.reprise.batch.internal.queue.Chunk;
import dev.reprise.batch.internal.queue.Entry;
import dev.reprise.decision.Progress;
import dev.reprise.policy.RetryPolicy;

/**
 * The time limit of the policy. It limits a whole run, or, if items are pushed, the retries of each
 * item from its first call.
 */
final class TimeLimit {

  private final RetryPolicy policy;
  private final Progress beginning;
  private final boolean ofEachItem;

  TimeLimit(RetryPolicy policy, Progress beginning, boolean ofEachItem) {
    this.policy = policy;
    this.beginning = beginning;
    this.ofEachItem = ofEachItem;
  }

  /** Returns the remaining time of the run; {@link Long#MAX_VALUE} if it has no limit. */
  long leftNanos(long nowNanos) {
    return ofEachItem ? Long.MAX_VALUE : policy.timeLeftNanos(beginning, nowNanos);
  }

  /** Starts the time of the items that a call sends for the first time; they share it. */
  void begins(Chunk<?> chunk, long nowNanos) {
    if (ofEachItem) {
      Progress first = Progress.startingAt(nowNanos);
      for (Entry<?> entry : chunk.entries) {
        if (entry.sends() == 0) {
          entry.goesOnWith(first);
        }
      }
    }
  }
}
