package dev.reprise.idempotency.internal.call;

import dev.reprise.classify.Outcome;
import dev.reprise.idempotency.failure.KeyReusedException;
import dev.reprise.idempotency.failure.OutcomeNotRecordedException;
import dev.reprise.idempotency.failure.StaleHolderException;
import dev.reprise.idempotency.internal.call.OutcomeFormat.EncodedOutcome;
import dev.reprise.idempotency.key.Fingerprint;
import dev.reprise.idempotency.key.IdempotencyKey;
import dev.reprise.idempotency.outcome.GuardedResult;
import dev.reprise.idempotency.outcome.Replayability;
import dev.reprise.idempotency.store.Claim;
import dev.reprise.idempotency.store.ClaimRequest;
import dev.reprise.idempotency.store.IdempotencyStore;
import org.jspecify.annotations.Nullable;

/** The store operations of a guarded call, shared by blocking and asynchronous calls. */
public record GuardProtocol<T extends @Nullable Object>(
    GuardSettings<T> settings, IdempotencyKey key, Fingerprint fingerprint) {

  private static final int MAX_SUPPRESSED = 8;

  /** Claims the key and returns the next step of the call. */
  GuardStep<T> begin() {
    long before = settings.environment().ticks().nanos();
    GuardSettings.Times times = settings.times();
    Claim claim =
        settings
            .store()
            .claim(
                key.digest(),
                new ClaimRequest(
                    fingerprint.digest(), times.lease(), times.keepFor(), key.owner()));
    if (claim instanceof Claim.Granted granted) {
      return new GuardStep.Run<>(new LeaseHolder<>(this, granted.token(), before));
    }
    if (claim instanceof Claim.Completed completed) {
      Outcome<T> outcome = settings.format().read(key, completed.outcome());
      return new GuardStep.Replay<>(new GuardedResult.Replayed<>(outcome, completed.recordedAt()));
    }
    if (claim instanceof Claim.Held held) {
      return new GuardStep.Wait<>(held.leaseLeft());
    }
    throw new KeyReusedException(key);
  }

  /** Records the outcome of the operation, or releases the key and throws the failure. */
  GuardedResult<T> end(LeaseHolder<T> holder, Outcome<T> outcome) {
    Replayability before = holder.close();
    try {
      Throwable failure = outcome.failureOrNull();
      if (failure != null && (before != null || !settings.format().isRecorded(failure))) {
        release(holder, failure);
        throw UncheckedThrow.thrown(failure);
      }
      Replayability replayability =
          before == null ? record(settings.store(), holder.token(), outcome) : before;
      return new GuardedResult.Ran<>(outcome, replayability, holder.token());
    } finally {
      settings.waiters().wake(key.digest());
    }
  }

  /** Releases the key of a holder whose operation was not started. */
  void abandon(LeaseHolder<T> holder) {
    holder.close();
    try {
      settings.store().release(key.digest(), holder.token());
    } finally {
      settings.waiters().wake(key.digest());
    }
  }

  /** Records an outcome through the store or a view of it. */
  Replayability record(IdempotencyStore store, long token, Outcome<T> outcome) {
    EncodedOutcome encoded = settings.format().write(key, outcome, store.maxOutcomeBytes());
    boolean recorded;
    try {
      recorded = store.record(key.digest(), token, encoded.stored());
    } catch (Throwable failed) {
      throw new OutcomeNotRecordedException(key, outcome, failed);
    }
    if (!recorded) {
      throw new StaleHolderException(key, token, outcome);
    }
    return encoded.replayability();
  }

  /** Has no effect if the outcome is already recorded or another holder has the key. */
  private void release(LeaseHolder<T> holder, Throwable failure) {
    try {
      settings.store().release(key.digest(), holder.token());
    } catch (Throwable notReleased) {
      suppress(failure, notReleased);
    }
  }

  /** The number is limited, since many calls may throw the same instance. */
  private static void suppress(Throwable failure, Throwable notReleased) {
    if (failure != notReleased && failure.getSuppressed().length < MAX_SUPPRESSED) {
      failure.addSuppressed(notReleased);
    }
  }
}
