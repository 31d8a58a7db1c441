package dev.reprise.idempotency;

import dev.reprise.backoff.Backoff;
import dev.reprise.classify.Outcome;
import dev.reprise.idempotency.event.GuardListener;
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
 * return IdempotencyGuard.of(store, OutcomeCodec.text(Receipt::number, Receipt::new))
 *     .lease(Duration.ofSeconds(30))
 *     .waitAtMost(Duration.ofSeconds(5))
 *     .keepFor(Duration.ofHours(24));
 *
 * return guard.call(key, fingerprint, holder -> bank.pay(payment, holder.token()));
 * }</pre>
 *
 * <table>
 *   <caption>Result of a call by the state of its key (section 2.6 of
 *   draft-ietf-httpapi-idempotency-key-header)</caption>
 *   <tr><th>the key</th><th>the call</th></tr>
 *   <tr><td>is new, or released</td><td>runs the operation</td></tr>
 *   <tr><td>has an outcome</td><td>returns it</td></tr>
 *   <tr><td>is held by a different call</td><td>waits for it; after {@link #waitAtMost} {@link
 *       OutcomePendingException}</td></tr>
 *   <tr><td>was held by a call that crashed</td><td>waits until the lease has ended, then runs the
 *       operation</td></tr>
 *   <tr><td>was used with a different fingerprint</td><td>{@link KeyReusedException}</td></tr>
 * </table>
 *
 * <p><b>Guarantee.</b> While a store keeps a key, at most one outcome is recorded for it, and all
 * duplicates get this outcome. If the lease of a holder ends and a different call claims the key,
 * the store rejects the first holder by its fencing token. The guarantee does not include effects:
 * an operation whose process crashed runs again, and an operation that runs longer than its lease
 * may run twice. An effect happens exactly once only if it is written in one transaction with the
 * outcome ({@link Holder#recordIn}).
 *
 * <p><b>Failures.</b> An exception of the operation is thrown unchanged. It is not recorded, and
 * the key is released, so that a retry runs the operation again. Failures of the types set by
 * {@link #recordingFailure} are outcomes: they are recorded, and thrown to the caller and to
 * duplicates. If the store fails to release the key, that failure is suppressed in the thrown
 * exception, and the key can be claimed after the lease has ended.
 *
 * <p><b>Waiting.</b> A call that ends wakes the calls that wait for its key in this guard and its
 * copies. The end of a call in a different process or guard is found by polling.
 *
 * <p>No lock is held while the operation runs. An operation that calls the guard for its own key
 * waits for itself and fails with {@link OutcomePendingException}. Immutable except for the store,
 * and safe for use by any thread. Create one guard for each operation, not for each call.
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
   * @param store the store of leases and outcomes
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
   * Sets the lease: the time after which a call that has not ended counts as crashed, so that a
   * different call can claim its key. It must be longer than the operation takes, unless the
   * operation calls {@link Holder#renew()}. After a crash, duplicates wait until the lease has
   * ended.
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
   * Sets the maximum time that a duplicate waits for the call that holds the key. At the end of the
   * wait it polls the store once more.
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
   * Sets the retention of a key: the time for which its outcome is replayed, and for which a key
   * that was released, or whose holder crashed, belongs to its fingerprint. After this time the
   * same request runs again.
   *
   * @param keepFor more than zero, at most 10,000 days, and longer than any client retries; 24
   *     hours by default
   * @return a copy with this retention, for keys that it claims
   * @throws IllegalArgumentException if {@code keepFor} is not within its bounds
   */
  public IdempotencyGuard<T> keepFor(Duration keepFor) {
    ClaimRequest.checkDuration("keepFor", keepFor);
    return with(new Times(times().lease(), times().waitAtMost(), keepFor));
  }

  /**
   * Sets the maximum size of an outcome in the store. The call that ran the operation gets a larger
   * outcome, marked {@link Replayability#TOO_LARGE}. Duplicates get {@link
   * OutcomeNotReplayableException}, and the operation is not run again.
   *
   * @param maxOutcomeBytes maximum number of bytes from the codec, at least 0; 65,536 by default
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
   * Records failures of a type as outcomes. Use it for failures that a retry would only repeat,
   * such as a declined card. If a failure matches several types, the type that was added first is
   * used.
   *
   * @param type type of the failure, including its subtypes
   * @param codec writes and reads the failure; only its bytes and the name of the type are recorded
   * @param <F> type of the failure
   * @return a copy that also records failures of this type
   */
  public <F extends Exception> IdempotencyGuard<T> recordingFailure(
      Class<F> type, OutcomeCodec<F> codec) {
    Objects.requireNonNull(type, "type");
    Objects.requireNonNull(codec, "codec");
    return with(
        settings.withFormat(settings.format().withFailure(new RecordedFailureType<>(type, codec))));
  }

  /**
   * Sets the maximum number of duplicates that wait at a time in blocking calls, each of which
   * blocks its thread. Further duplicates get {@link OutcomePendingException} at once.
   *
   * @param maxWaiting at least 0, for this guard and its copies together; any number by default
   * @return a copy with this maximum
   * @throws IllegalArgumentException if {@code maxWaiting} is negative
   */
  public IdempotencyGuard<T> maxWaiting(int maxWaiting) {
    if (maxWaiting < 0) {
      throw new IllegalArgumentException("maxWaiting must be at least 0, but was " + maxWaiting);
    }
    return with(settings.withMaxWaiting(maxWaiting));
  }

  /**
   * Sets the delays at which a waiting duplicate polls the store for the end of a holder in a
   * different process. It also polls when the lease of the holder ends, but not before one
   * millisecond has passed.
   *
   * @param polling the delays; exponential from 5 ms to 500 ms with equal jitter by default
   * @return a copy with these delays
   */
  public IdempotencyGuard<T> polling(Backoff polling) {
    return with(settings.withPolling(Objects.requireNonNull(polling, "polling")));
  }

  /**
   * Replaces clock, sleeper, timer and random numbers, for tests. Leases are measured by the clock
   * of the store.
   *
   * @param environment the environment; {@link RetryEnvironment#system()} by default
   * @return a copy with this environment
   */
  public IdempotencyGuard<T> withEnvironment(RetryEnvironment environment) {
    return with(settings.withEnvironment(Objects.requireNonNull(environment, "environment")));
  }

  /**
   * Sets the executor on which asynchronous calls use the store, start operations and complete.
   *
   * @param executor its threads are blocked during store calls; the executor of the environment by
   *     default
   * @return a copy with this executor
   */
  public IdempotencyGuard<T> withExecutor(Executor executor) {
    return with(settings.withExecutor(Objects.requireNonNull(executor, "executor")));
  }

  /**
   * Adds a listener, which receives the end of each call of {@code call}, {@code execute} and their
   * asynchronous forms.
   *
   * @param listener receives the ends of the copy's calls, after the listeners added before
   * @return a copy with one more listener
   */
  public IdempotencyGuard<T> withListener(GuardListener listener) {
    return with(settings.withListener(Objects.requireNonNull(listener, "listener")));
  }

  /**
   * Runs the operation, or replays its outcome.
   *
   * @param key the key in its scope
   * @param fingerprint fingerprint of the request
   * @param operation the operation; called at most once
   * @param <X> type of the exceptions of the operation
   * @return the value, new or recorded
   * @throws X if the operation failed now, or its recorded outcome is a failure
   * @throws KeyReusedException if the key was used before with a different fingerprint
   * @throws OutcomePendingException if a different call holds the key for longer than this one
   *     waits, or this thread is interrupted while it waits; its interrupt flag is then set
   * @throws OutcomeNotReplayableException if the operation ran before and its outcome cannot be
   *     read
   * @throws StaleHolderException if the operation ran now for longer than its lease, and a
   *     different call claimed the key
   * @throws OutcomeNotRecordedException if the operation ran now and the store failed afterwards
   * @throws dev.reprise.idempotency.store.IdempotencyStoreException if the store failed before the
   *     operation ran
   */
  public <X extends Throwable> T call(
      IdempotencyKey key, Fingerprint fingerprint, GuardedOperation<T, X> operation) throws X {
    return value(execute(key, fingerprint, operation));
  }

  /**
   * Runs the operation, or replays its outcome, and returns which of these happened. A recorded
   * failure is returned, not thrown.
   *
   * @param key the key in its scope
   * @param fingerprint fingerprint of the request
   * @param operation the operation; called at most once
   * @param <X> type of the exceptions of the operation
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
   * @param fingerprint fingerprint of the request
   * @param operation the operation; called at most once
   * @return completes with the value, or with an exception of {@link #call}, not wrapped.
   *     Cancelling it ends a wait; an operation that has started continues, and its outcome is
   *     recorded
   */
  public CompletableFuture<T> callAsync(
      IdempotencyKey key, Fingerprint fingerprint, GuardedStage<T> operation) {
    Objects.requireNonNull(operation, "operation");
    return new AsyncCall<T, T>(protocol(key, fingerprint), operation, IdempotencyGuard::value)
        .start();
  }

  /**
   * Runs the operation, or replays its outcome, without blocking the caller, and returns which of
   * these happened.
   *
   * @param key the key in its scope
   * @param fingerprint fingerprint of the request
   * @param operation the operation; called at most once
   * @return completes with the result or an exception of {@link #execute}, not wrapped; cancelling
   *     it has the same effect as for {@link #callAsync}
   */
  public CompletableFuture<GuardedResult<T>> executeAsync(
      IdempotencyKey key, Fingerprint fingerprint, GuardedStage<T> operation) {
    Objects.requireNonNull(operation, "operation");
    return new AsyncCall<T, GuardedResult<T>>(
            protocol(key, fingerprint), operation, result -> result)
        .start();
  }

  /**
   * Returns the recorded outcome of a key without running the operation.
   *
   * @param key the key in its scope
   * @return the recorded outcome; empty if there is none, or if its retention has ended
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

  /** Returns the number of keys for which calls of this guard wait. */
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
