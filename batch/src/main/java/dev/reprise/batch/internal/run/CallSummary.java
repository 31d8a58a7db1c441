package dev.reprise.batch.internal.run;

import dev.reprise.batch.internal.pace.Pacer;
import dev.reprise.batch.internal.queue.Chunk;
import dev.reprise.batch.internal.queue.Entry;
import dev.reprise.batch.report.BatchCall;
import dev.reprise.classify.FailureKind;
import org.jspecify.annotations.Nullable;

/** Collects the numbers of a call until it is reported. */
final class CallSummary {

  private final Chunk<?> chunk;
  private final int done;
  private final int resent;
  private final long backoffNanos;
  private int unprocessed;
  private @Nullable FailureKind kind;
  private boolean throttled;

  /** Created when the call has ended, before its entries change. */
  CallSummary(Chunk<?> chunk, int done) {
    this.chunk = chunk;
    this.done = done;
    int sentBefore = 0;
    long longest = 0;
    for (Entry<?> entry : chunk.entries) {
      sentBefore += entry.sends() > 1 ? 1 : 0;
      longest = Math.max(longest, entry.progress().previousDelayNanos());
    }
    resent = sentBefore;
    backoffNanos = longest;
  }

  void judged(UnprocessedDecider.Judgement<?> judgement) {
    kind = judgement.kind;
    throttled = judgement.throttled;
  }

  /** Adds items that will be sent again. */
  void unprocessed(int items) {
    unprocessed += items;
  }

  boolean isThrottled() {
    return throttled;
  }

  BatchCall ended(long nowNanos, Pacer pacer) {
    int items = chunk.entries.size();
    return new BatchCall(
        items,
        resent,
        done,
        unprocessed,
        items - done - unprocessed,
        kind,
        throttled,
        chunk.isHalf,
        Math.max(0, nowNanos - chunk.startNanos),
        backoffNanos,
        chunk.paceNanos,
        pacer.unitsPerSecond(nowNanos),
        pacer.calls());
  }
}
