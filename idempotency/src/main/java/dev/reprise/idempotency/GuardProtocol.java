package dev.reprise.idempotency;

import dev.reprise.classify.Outcome;
import dev.reprise.idempotency.OutcomeFormat.Written;
import dev.reprise.idempotency.store.Claim;
import dev.reprise.idempotency.store.ClaimRequest;
import dev.reprise.idempotency.store.IdempotencyStore;
import org.jspecify.annotations.Nullable;

/** The store operations of a guarded call, shared by blocking and asynchronous operations. */
record GuardProtocol<T extends @Nullable Object>(
    GuardSettings<T> settings, IdempotencyKey key, Fingerprint fingerprint) {

  /** Claims the key. */
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
      return new GuardStep.Run<>(new Holder<>(this, granted.token(), before));
    }
    if (claim instanceof Claim.Completed completed) {
      Outcome<T> outcome = settings.format().read(key, completed.outcome());
      return new GuardStep.Answer<>(new GuardedResult.Replayed<>(outcome, completed.recordedAt()));
    }
    if (claim instanceof Claim.Held held) {
      return new GuardStep.Wait<>(held.leaseLeft());
    }
    throw new KeyReusedException(key);
  }

  /** Records the outcome of an operation, or releases the key and throws the failure. */
  GuardedResult<T> end(Holder<T> holder, Outcome<T> outcome) {
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

  Replayability record(IdempotencyStore store, long token, Outcome<T> outcome) {
    Written written = settings.format().write(key, outcome, store.maxOutcomeBytes());
    boolean recorded;
    try {
      recorded = store.record(key.digest(), token, written.stored());
    } catch (Throwable failed) {
      throw new OutcomeNotRecordedException(key, outcome, failed);
    }
    if (!recorded) {
      throw new StaleHolderException(key, token, outcome);
    }
    return written.replayability();
  }

  /** Changes nothing if the outcome is already recorded or another holder has the key. */
  private void release(Holder<T> holder, Throwable failure) {
    try {
      settings.store().release(key.digest(), holder.token());
    } catch (Throwable notReleased) {
      if (notReleased != failure) {
        failure.addSuppressed(notReleased);
      }
    }
  }
}
