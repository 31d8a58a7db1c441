package dev.reprise.idempotency.internal.call;

import dev.reprise.idempotency.event.GuardedCallEnd;
import dev.reprise.idempotency.event.GuardedCallEnd.Result;
import dev.reprise.idempotency.failure.KeyReusedException;
import dev.reprise.idempotency.failure.OutcomeNotRecordedException;
import dev.reprise.idempotency.failure.OutcomeNotReplayableException;
import dev.reprise.idempotency.failure.OutcomePendingException;
import dev.reprise.idempotency.failure.StaleHolderException;
import dev.reprise.idempotency.outcome.GuardedResult;
import java.util.concurrent.atomic.AtomicBoolean;
import org.jspecify.annotations.Nullable;

/**
 * Publishes the end of one guarded call, once. The steps of a call come one after the other, and
 * each sees what was written for the one before. Reads no clock if there are no listeners.
 */
final class CallWatch {

  private final GuardProtocol<?> protocol;
  private final boolean isWatched;
  private final long startNanos;
  private final AtomicBoolean over = new AtomicBoolean();
  private boolean waiting;
  private boolean ran;
  private long waitStartNanos;
  private long waitNanos;

  CallWatch(GuardProtocol<?> protocol) {
    this.protocol = protocol;
    isWatched = !protocol.settings().listeners().isEmpty();
    startNanos = now();
  }

  private long now() {
    return isWatched ? protocol.settings().environment().ticks().nanos() : 0;
  }

  /** A different call holds the key. */
  void waits() {
    if (!waiting) {
      waiting = true;
      waitStartNanos = now();
    }
  }

  /** The call no longer waits. */
  void leaves() {
    if (waiting) {
      waiting = false;
      waitNanos += Math.max(0, now() - waitStartNanos);
    }
  }

  /** The call has claimed the key and runs the operation. */
  void runs() {
    leaves();
    ran = true;
  }

  void returned(GuardedResult<?> result) {
    publish(result.isReplayed() ? Result.REPLAYED : Result.RAN, null);
  }

  void threw(Throwable failure) {
    publish(ran ? resultAfterRun(failure) : resultBeforeRun(failure), failure);
  }

  void cancelled() {
    publish(Result.CANCELLED, null);
  }

  private static Result resultAfterRun(Throwable failure) {
    if (failure instanceof StaleHolderException) {
      return Result.LEASE_LOST;
    }
    return failure instanceof OutcomeNotRecordedException ? Result.NOT_RECORDED : Result.FAILED;
  }

  private static Result resultBeforeRun(Throwable failure) {
    if (failure instanceof OutcomePendingException) {
      return Result.PENDING;
    }
    if (failure instanceof KeyReusedException) {
      return Result.KEY_REUSED;
    }
    return failure instanceof OutcomeNotReplayableException
        ? Result.NOT_REPLAYABLE
        : Result.STORE_FAILED;
  }

  private void publish(Result result, @Nullable Throwable failure) {
    if (isWatched && over.compareAndSet(false, true)) {
      leaves();
      long length = Math.max(0, now() - startNanos);
      protocol
          .settings()
          .listeners()
          .publish(new GuardedCallEnd(protocol.key(), result, length, waitNanos, failure));
    }
  }
}
