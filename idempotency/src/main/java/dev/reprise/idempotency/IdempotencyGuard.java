package dev.reprise.idempotency;

import dev.reprise.backoff.Backoff;
import dev.reprise.classify.Outcome;
import dev.reprise.idempotency.failure.IdempotencyException;
import dev.reprise.idempotency.failure.KeyReusedException;
import dev.reprise.idempotency.failure.OutcomeNotRecordedException;
import dev.reprise.idempotency.failure.OutcomeNotReplayableException;
import dev.reprise.idempotency.failure.OutcomePendingException;
import dev.reprise.idempotency.failure.StaleHolderException;
import dev.reprise.idempotency.internal.call.AsyncCall;
import dev.reprise.idempotency.internal.call.BlockingCall;
import dev.reprise.idempotency.internal.call.GuardProtocol;
import dev.reprise.idempotency.internal.call.GuardSettings;
import dev.reprise.idempotency.internal.call.GuardSettings.Times;
import dev.reprise.idempotency.internal.call.OutcomeFormat;
import dev.reprise.idempotency.internal.call.RecordedFailureType;
import dev.reprise.idempotency.internal.call.UncheckedThrow;
import dev.reprise.idempotency.key.Fingerprint;
import dev.reprise.idempotency.key.IdempotencyKey;
import dev.reprise.idempotency.operation.GuardedOperation;
import dev.reprise.idempotency.operation.GuardedStage;
import dev.reprise.idempotency.operation.Holder;
import dev.reprise.idempotency.outcome.GuardedResult;
import dev.reprise.idempotency.outcome.OutcomeCodec;
import dev.reprise.idempotency.outcome.Replayability;
import dev.reprise.idempotency.store.ClaimRequest;
import dev.reprise.idempotency.store.IdempotencyStore;
import dev.reprise.idempotency.store.StoredEntry;
import dev.reprise.idempotency.store.StoredOutcome;
import dev.reprise.time.RetryEnvironment;
import dev.reprise.time.TimeText;
import java.time.Duration;
import java.util.Objects;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Executor;
import org.jspecify.annotations.Nullable;

/**
 * Runs an operation for a key and replays its recorded outcome to duplicates: the receiving side of
 * a retry.
 *
 * <pre>{@code
 * IdempotencyGuard<Receipt> guard = IdempotencyGuard.of(store, receipts).lease(Duration.ofSeconds(30));
 *
 * Receipt receipt = guard.call(key, Fingerprint.of(body), holder -> pay(request, holder.token()));
 * }</pre>
 *
 * <table>
 *   <caption>What becomes of a call, as section 2.6 of draft-ietf-httpapi-idempotency-key-header has
 *   it</caption>
 *   <tr><th>the key</th><th>the call</th></tr>
 *   <tr><td>is new, or released</td><td>runs the operation</td></tr>
 *   <tr><td>has an outcome</td><td>returns it</td></tr>
 *   <tr><td>is held by another call</td><td>waits for it; after {@link #waitAtMost} {@link
 *       OutcomePendingException}</td></tr>
 *   <tr><td>was held by one that crashed</td><td>waits until its lease has ended, then runs the
 *       operation</td></tr>
 *   <tr><td>came with another fingerprint</td><td>{@link KeyReusedException}</td></tr>
 * </table>
 *
 * <p><b>Guarantee.</b> At most one outcome is recorded for a key as long as it is remembered, and
 * all duplicates get that one: a holder whose lease ended and whose key was taken over is refused
 * by its fencing token. Effects are not counted so: an operation whose process crashed runs again,
 * and one that outlives its lease may run twice. An effect happens exactly once only where it is
 * written in one transaction with the outcome ({@link Holder#recordIn}).
 *
 * <p><b>Failures.</b> What the operation throws is thrown as it is, whatever its type; it is not
 * recorded, and the key is released, so that a retry runs the operation again. Types named with
 * {@link #recordingFailure} are outcomes: they are recorded, thrown, and thrown to duplicates. If
 * the store fails to release the key, that failure is suppressed in what is thrown, and the key
 * comes free with the end of its lease.
 *
 * <p><b>Waiting.</b> A call that ends wakes those that wait for its key in this guard and its
 * copies. The end of another process, or of a guard made anew, is found by polling.
 *
 * <p>No lock is held while the operation runs. An operation that calls the guard for its own key
 * waits for itself and fails with {@link OutcomePendingException}. Immutable but for the store, and
 * safe for use by any thread; create one per operation, not per call. Arguments must not be null
 * unless their type says {@code @Nullable}.
 *
 * @param <T> type of the operation's value
 */
public final class IdempotencyGuard<T extends @Nullable Object> {

  private final GuardSettings<T> settings;

  private IdempotencyGuard(GuardSettings<T> settings) {
    this.settings = settings;
  }

  /**
   * A guard with the defaults: a lease of 1 minute, duplicates wait 5 seconds, outcomes of at most
   * 64 KiB are kept for 24 hours, no failure is recorded.
   *
   * @param store where leases and outcomes are kept
   * @param codec writes and reads values
   * @param <T> type of the operation's value
   * @return the guard
   */
  public static <T extends @Nullable Object> IdempotencyGuard<T> of(
      IdempotencyStore store, OutcomeCodec<T> codec) {
    Objects.requireNonNull(store, "store");
    Objects.requireNonNull(codec, "codec");
    return new IdempotencyGuard<>(GuardSettings.of(store, OutcomeFormat.of(codec)));
  }

  /**
   * Sets how long a call holds its key before others may take it for crashed. Longer than the
   * operation takes, or it calls {@link Holder#renew()} on its way; a crash is made good no sooner.
   *
   * @param lease more than zero, at most 10,000 days; 1 minute by default
   * @return a copy with this lease
   * @throws IllegalArgumentException if {@code lease} is not within its bounds
   */
  public IdempotencyGuard<T> lease(Duration lease) {
    ClaimRequest.checkDuration("lease", lease);
    return with(new Times(lease, times().waitAtMost(), times().keepFor()));
  }

  /**
   * Sets how long a duplicate waits for the call that holds the key. It waits no longer than that
   * and looks a last time at the end.
   *
   * @param waitAtMost not negative, at most 10,000 days; with zero, duplicates fail at once with
   *     {@link OutcomePendingException}; 5 seconds by default
   * @return a copy with this limit
   * @throws IllegalArgumentException if {@code waitAtMost} is not within its bounds
   */
  public IdempotencyGuard<T> waitAtMost(Duration waitAtMost) {
    if (waitAtMost.isNegative()) {
      throw new IllegalArgumentException(
          "waitAtMost must be at least 0, but was " + TimeText.inWords(waitAtMost));
    }
    if (!waitAtMost.isZero()) {
      ClaimRequest.checkDuration("waitAtMost", waitAtMost);
    }
    return with(new Times(times().lease(), waitAtMost, times().keepFor()));
  }

  /**
   * Sets how long outcomes are replayed, and how long a key that was released or whose holder
   * crashed belongs to its fingerprint. Then the key is forgotten: the same request runs again.
   *
   * @param keepFor more than zero, at most 10,000 days, and longer than any client retries; 24
   *     hours by default
   * @return a copy with this age limit, for keys that are claimed from now on
   * @throws IllegalArgumentException if {@code keepFor} is not within its bounds
   */
  public IdempotencyGuard<T> keepFor(Duration keepFor) {
    ClaimRequest.checkDuration("keepFor", keepFor);
    return with(new Times(times().lease(), times().waitAtMost(), keepFor));
  }

  /**
   * Bounds what one outcome takes in the store. The call that ran an operation with a larger one
   * gets it, marked {@link Replayability#TOO_LARGE}; duplicates get {@link
   * OutcomeNotReplayableException}, and the operation is not run again.
   *
   * @param maxOutcomeBytes what the codec may write, at least 0; 65,536 by default
   * @return a copy with this bound
   * @throws IllegalArgumentException if {@code maxOutcomeBytes} is negative
   */
  public IdempotencyGuard<T> maxOutcomeBytes(int maxOutcomeBytes) {
    if (maxOutcomeBytes < 0) {
      throw new IllegalArgumentException(
          "maxOutcomeBytes must be at least 0, but was " + maxOutcomeBytes);
    }
    return with(settings.withFormat(settings.format().withMaxBytes(maxOutcomeBytes)));
  }

  /**
   * Makes failures of a type outcomes: refusals of the business, which a retry would only get
   * again, such as a declined card. If several named types fit, the one that was named first
   * counts.
   *
   * @param type such a failure, subtypes included
   * @param codec writes and reads it; the type's name is recorded in addition to what it writes,
   *     and nothing else of the failure
   * @param <F> type of the failure
   * @return a copy that records such failures as well
   */
  public <F extends Exception> IdempotencyGuard<T> recordingFailure(
      Class<F> type, OutcomeCodec<F> codec) {
    Objects.requireNonNull(type, "type");
    Objects.requireNonNull(codec, "codec");
    return with(
        settings.withFormat(settings.format().withFailure(new RecordedFailureType<>(type, codec))));
  }

  /**
   * Bounds how many duplicates wait at a time in blocking calls, each of which holds its thread.
   * One more gets {@link OutcomePendingException} at once.
   *
   * @param maxWaiting at least 0, for this guard and its copies together; any number by default
   * @return a copy with this bound
   * @throws IllegalArgumentException if {@code maxWaiting} is negative
   */
  public IdempotencyGuard<T> maxWaiting(int maxWaiting) {
    if (maxWaiting < 0) {
      throw new IllegalArgumentException("maxWaiting must be at least 0, but was " + maxWaiting);
    }
    return with(settings.withMaxWaiting(maxWaiting));
  }

  /**
   * Sets how often a waiting duplicate checks whether a holder in another process has ended. It
   * also checks when the holder's lease ends, and never sooner than after a millisecond.
   *
   * @param polling the waits; exponential from 5 ms to 500 ms with equal jitter by default
   * @return a copy with these waits
   */
  public IdempotencyGuard<T> polling(Backoff polling) {
    return with(settings.withPolling(Objects.requireNonNull(polling, "polling")));
  }

  /**
   * Replaces clock, sleeper, timer and randomness, for tests. Leases are the store's and follow its
   * clock.
   *
   * @param environment the environment; this machine by default
   * @return a copy in this environment
   */
  public IdempotencyGuard<T> withEnvironment(RetryEnvironment environment) {
    return with(settings.withEnvironment(Objects.requireNonNull(environment, "environment")));
  }

  /**
   * Sets where asynchronous calls ask the store, start operations and complete.
   *
   * @param executor may block its threads as long as the store takes; the environment's by default
   * @return a copy with this executor
   */
  public IdempotencyGuard<T> withExecutor(Executor executor) {
    return with(settings.withExecutor(Objects.requireNonNull(executor, "executor")));
  }

  /**
   * Runs the operation, or replays its outcome.
   *
   * @param key the key in its scope
   * @param fingerprint of the request
   * @param operation what to run; called at most once
   * @param <X> what the operation throws
   * @return the value, new or recorded
   * @throws X if the operation failed now, or its recorded outcome is a failure
   * @throws KeyReusedException if the key came with another fingerprint before
   * @throws OutcomePendingException if another call holds the key for longer than this one waits,
   *     or this thread is interrupted while it waits; its flag is set then
   * @throws OutcomeNotReplayableException if the operation ran before and its outcome cannot be
   *     read
   * @throws StaleHolderException if the operation ran now, outlived its lease, and another call
   *     took over
   * @throws OutcomeNotRecordedException if the operation ran now and the store failed afterwards
   * @throws dev.reprise.idempotency.store.IdempotencyStoreException if the store failed before the
   *     operation ran
   */
  public <X extends Throwable> T call(
      IdempotencyKey key, Fingerprint fingerprint, GuardedOperation<T, X> operation) throws X {
    return value(execute(key, fingerprint, operation));
  }

  /**
   * Runs the operation, or replays its outcome, and reports which of both. A recorded failure is
   * returned here, not thrown.
   *
   * @param key the key in its scope
   * @param fingerprint of the request
   * @param operation what to run; called at most once
   * @param <X> what the operation throws
   * @return the outcome, and whether this call ran the operation
   * @throws X if the operation failed now with a failure that is not recorded
   * @throws IdempotencyException as {@link #call} does
   * @throws dev.reprise.idempotency.store.IdempotencyStoreException if the store failed before the
   *     operation ran
   */
  public <X extends Throwable> GuardedResult<T> execute(
      IdempotencyKey key, Fingerprint fingerprint, GuardedOperation<T, X> operation) throws X {
    Objects.requireNonNull(operation, "operation");
    return new BlockingCall<>(protocol(key, fingerprint)).run(operation);
  }

  /**
   * Runs the operation, or replays its outcome, without blocking the caller.
   *
   * @param key the key in its scope
   * @param fingerprint of the request
   * @param operation what to run; called at most once
   * @return completes with the value or with what {@link #call} throws, unwrapped. To cancel it
   *     ends a wait; an operation that was started goes on, and its outcome is recorded all the
   *     same
   */
  public CompletableFuture<T> callAsync(
      IdempotencyKey key, Fingerprint fingerprint, GuardedStage<T> operation) {
    Objects.requireNonNull(operation, "operation");
    return new AsyncCall<T, T>(protocol(key, fingerprint), operation, IdempotencyGuard::value)
        .start();
  }

  /**
   * Runs the operation, or replays its outcome, without blocking the caller, and reports which.
   *
   * @param key the key in its scope
   * @param fingerprint of the request
   * @param operation what to run; called at most once
   * @return completes with what {@link #execute} returns or throws, unwrapped; cancelled as that of
   *     {@link #callAsync}
   */
  public CompletableFuture<GuardedResult<T>> executeAsync(
      IdempotencyKey key, Fingerprint fingerprint, GuardedStage<T> operation) {
    Objects.requireNonNull(operation, "operation");
    return new AsyncCall<T, GuardedResult<T>>(
            protocol(key, fingerprint), operation, result -> result)
        .start();
  }

  /**
   * Looks up what is recorded, and runs nothing.
   *
   * @param key the key in its scope
   * @return the recorded outcome; empty if there is none, or none any more
   * @throws OutcomeNotReplayableException if the operation ran and its outcome cannot be read
   * @throws dev.reprise.idempotency.store.IdempotencyStoreException if the store fails
   */
  public Optional<GuardedResult.Replayed<T>> recorded(IdempotencyKey key) {
    StoredEntry entry = settings.store().find(key.digest()).orElse(null);
    StoredOutcome outcome = entry == null ? null : entry.outcome();
    return entry == null || outcome == null
        ? Optional.empty()
        : Optional.of(
            new GuardedResult.Replayed<>(settings.format().read(key, outcome), entry.since()));
  }

  /** Returns the number of keys that calls of this process wait for. */
  int keysWaitedFor() {
    return settings.waiters().keys();
  }

  private GuardProtocol<T> protocol(IdempotencyKey key, Fingerprint fingerprint) {
    return new GuardProtocol<>(
        settings,
        Objects.requireNonNull(key, "key"),
        Objects.requireNonNull(fingerprint, "fingerprint"));
  }

  private static <T extends @Nullable Object> T value(GuardedResult<T> result) {
    if (result.outcome() instanceof Outcome.Threw<T> threw) {
      throw UncheckedThrow.thrown(threw.failure());
    }
    return ((Outcome.Returned<T>) result.outcome()).value();
  }

  private Times times() {
    return settings.times();
  }

  private IdempotencyGuard<T> with(Times changed) {
    return with(settings.withTimes(changed));
  }

  private IdempotencyGuard<T> with(GuardSettings<T> changed) {
    return new IdempotencyGuard<>(changed);
  }

  /**
   * The settings.
   *
   * @return one line
   */
  @Override
  public String toString() {
    return "guard(lease="
        + times().lease()
        + ", waitAtMost="
        + times().waitAtMost()
        + ", keepFor="
        + times().keepFor()
        + ", maxOutcomeBytes="
        + settings.format().maxBytes()
        + ", store="
        + settings.store()
        + ")";
  }
}
