package dev.reprise;

import dev.reprise.budget.RetryBudget;
import dev.reprise.context.CallContext;
import dev.reprise.decision.ResultRejectedException;
import dev.reprise.event.RetryListener;
import dev.reprise.function.Action;
import dev.reprise.function.Attempt;
import dev.reprise.function.AttemptAction;
import dev.reprise.function.AttemptOperation;
import dev.reprise.function.Operation;
import dev.reprise.internal.Drivers;
import dev.reprise.internal.blocking.BlockingCall;
import dev.reprise.internal.call.CallKey;
import dev.reprise.internal.call.CallSettings;
import dev.reprise.internal.call.Ending;
import dev.reprise.internal.call.PlainOperation;
import dev.reprise.internal.call.RetrySettings;
import dev.reprise.internal.call.SharedState;
import dev.reprise.internal.text.DurationText;
import dev.reprise.policy.RetryPolicy;
import dev.reprise.report.FailureText;
import dev.reprise.report.RetryReport;
import dev.reprise.state.RetryState;
import dev.reprise.time.RetryEnvironment;
import java.time.Duration;
import java.util.Objects;
import java.util.concurrent.Callable;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.Executor;
import java.util.function.BiFunction;
import java.util.function.Consumer;
import java.util.function.Function;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * Calls operations by a policy. Made once for each dependency, never for each call: it holds the
 * budget that all calls to the dependency share. Immutable, safe for use by any thread; the {@code
 * with…} methods answer with copies that keep every other setting and share the state.
 *
 * <p>Every call shape gives the same outcome, the same delays and the same events; {@link
 * RetryPolicy#decide} documents the rules. A failed call throws what the operation threw, the same
 * instance, with a {@link RetryReport} suppressed in it.
 *
 * <p>The {@code decorate…} methods put a retry around a function, one name for each shape, so that
 * no two overloads clash. What comes back is safe for use by any thread if what went in is; every
 * call of it is a call of the retry. It prints retry and function, and {@link Decorated#withPolicy}
 * gives a view of it with another policy.
 *
 * <p>With the system property {@code reprise.disabled} set to {@code true} when it is made, a retry
 * and its copies make one attempt of every call.
 */
public final class Retry {

  /** The system property that turns all retrying off. */
  public static final String DISABLED_PROPERTY = SharedState.DISABLED_PROPERTY;

  private final CallSettings calls;
  private final boolean bare;
  private @Nullable RetryDriver driver;

  private Retry(RetrySettings settings) {
    calls = new CallSettings(settings);
    bare = calls.isPlain() && !calls.keepsBooks();
  }

  private RetrySettings settings() {
    return calls.settings();
  }

  /**
   * A retry with a policy and the {@linkplain RetryBudget#standard() standard budget}.
   *
   * @param policy the policy
   * @return a new retry with a state of its own
   */
  public static Retry of(RetryPolicy policy) {
    return new Retry(
        new RetrySettings(Objects.requireNonNull(policy, "policy"), RetryBudget.standard()));
  }

  /**
   * No retry: one attempt for each call, no time limit, no report on what it throws. A failed call
   * stops with {@link dev.reprise.decision.StopReason#DISABLED}.
   *
   * @return a new retry, for copies share a state
   */
  public static Retry none() {
    return new Retry(new RetrySettings(RetryPolicy.none().disabled(), RetryBudget.unlimited()));
  }

  /**
   * Changes the policy.
   *
   * @param policy the policy
   * @return a copy with this policy, sharing the state
   */
  public Retry withPolicy(RetryPolicy policy) {
    return new Retry(settings().withPolicy(Objects.requireNonNull(policy, "policy")));
  }

  /**
   * Changes the budget, and with it the state: the copy shares nothing of it with this retry.
   *
   * @param budget the budget; for {@link #on keys}, each gets a {@linkplain
   *     RetryBudget#newInstance() fresh one} of its kind
   * @return a copy with this budget
   */
  public Retry withBudget(RetryBudget budget) {
    return new Retry(settings().withBudget(Objects.requireNonNull(budget, "budget")));
  }

  /**
   * Adds a listener.
   *
   * @param listener hears the calls of the copy, after those added before
   * @return a copy with one more listener, sharing the state
   */
  public Retry withListener(RetryListener listener) {
    return new Retry(settings().withListener(Objects.requireNonNull(listener, "listener")));
  }

  /**
   * Changes the name, which stands in events, logs and reports.
   *
   * @param name one line; control characters are escaped
   * @return a copy with this name, sharing the state
   */
  public Retry named(String name) {
    return new Retry(settings().named(FailureText.oneLine(Objects.requireNonNull(name, "name"))));
  }

  /**
   * Changes where later attempts of stage-returning calls start. By default that is the {@linkplain
   * java.util.concurrent.ForkJoinPool#commonPool() common pool}; what starts there must not block.
   *
   * @param executor the executor
   * @return a copy with this executor, sharing the state
   */
  public Retry withExecutor(Executor executor) {
    return new Retry(settings().withExecutor(Objects.requireNonNull(executor, "executor")));
  }

  /**
   * Changes the doors to the world: for tests and simulations.
   *
   * @param environment clock, sleeper, timer, executor and randomness
   * @return a copy in this environment, sharing the state
   */
  public Retry withEnvironment(RetryEnvironment environment) {
    return new Retry(
        settings().withEnvironment(Objects.requireNonNull(environment, "environment")));
  }

  /**
   * Changes how failures are put into words in reports, for messages that may hold secrets. By
   * default their class and message, on one line of bounded length.
   *
   * @param inWords such as {@link FailureText#describeWithoutMessage}; its answer is made one line;
   *     if it throws, the class is named
   * @return a copy with these words, sharing the state
   */
  public Retry describingFailures(Function<? super Throwable, String> inWords) {
    return new Retry(settings().describingFailures(Objects.requireNonNull(inWords, "inWords")));
  }

  /**
   * Says in reports, events and logs what attempts are about, for integrations that know it: the
   * subject stands before the words of a failure, and a rejected result is described in place of
   * "result rejected".
   *
   * @param subject one line without secrets, such as {@code GET orders.example}
   * @param results describes a result that was rejected, such as {@code GET orders.example 503};
   *     null for nothing. Its answer is made one line of bounded length; if it throws, the result
   *     is not described
   * @return a copy that says so, sharing the state
   */
  public Retry describingAttempts(
      String subject, Function<@Nullable Object, @Nullable String> results) {
    Objects.requireNonNull(subject, "subject");
    Objects.requireNonNull(results, "results");
    return new Retry(settings().describingAttempts(FailureText.oneLine(subject), results));
  }

  /**
   * Carries the caller's context to wherever a call goes on: it is captured when a call begins, and
   * restored around every attempt, callback and completion.
   *
   * @param context the context, in addition to those added before
   * @return a copy that carries it, sharing the state
   */
  public Retry withContext(CallContext context) {
    return new Retry(settings().withContext(Objects.requireNonNull(context, "context")));
  }

  /**
   * Gives calls a key that the caller knows, such as the number of an order, in place of one made
   * for each call. For one logical call, which is begun anew after a crash.
   *
   * @param idempotencyKey what receivers know the call by, see {@link Attempt#idempotencyKey()}: 1
   *     to 255 characters of printable ASCII
   * @return a copy with this key, sharing the state
   * @throws IllegalArgumentException if the key has other characters, none or more
   */
  public Retry withIdempotencyKey(String idempotencyKey) {
    String checked = CallKey.checked(idempotencyKey);
    return new Retry(settings().withKey(() -> checked));
  }

  /**
   * For a call within an attempt of another one: it has the attempt's time left and its key.
   *
   * @param attempt the attempt
   * @return a copy with both, sharing the state
   */
  public Retry within(Attempt attempt) {
    RetrySettings shorter = within(attempt.timeLeft()).settings();
    return new Retry(shorter.withKey(() -> CallKey.checked(attempt.idempotencyKey())));
  }

  /**
   * Shortens the time limit, as for a call within another one that has only so much time left.
   *
   * @param timeLeft the time; zero and less allow one attempt and no wait
   * @return a copy with the shorter of this and the policy's own limit, sharing the state
   */
  public Retry within(Duration timeLeft) {
    long nanos = Math.max(1, DurationText.saturatedNanos(timeLeft));
    return nanos >= policy().limits().withinNanos()
        ? this
        : withPolicy(policy().toBuilder().within(Duration.ofNanos(nanos)).build());
  }

  /**
   * Selects the state of one resource among many behind this retry, so that one that fails does not
   * starve the others. At most 10,000 states are kept. A further key takes the place of one of five
   * others: one that is idle and full goes first, one whose callers are retrying last, and of
   * equals the one not selected for longest. So select anew for each call. A state takes 2 kB with
   * the standard budget on two processors, 9 kB on sixteen and more; 0.3 kB with a bucket.
   *
   * @param key names the resource, such as an origin; its {@code equals} and {@code hashCode} must
   *     not change
   * @return a copy with that key's state
   */
  public Retry on(Object key) {
    return new Retry(settings().on(Objects.requireNonNull(key, "key"), calls.ticks()));
  }

  /**
   * Calls an operation. A stage that it returns is a result like any other: {@link #callAsync}
   * retries stages.
   *
   * @param operation called for each attempt, on this thread
   * @param <T> type of the result
   * @param <X> what it may throw
   * @return the first result that the policy accepts
   * @throws X what the last attempt threw, the same instance
   * @throws ResultRejectedException if the last result is one that the policy rejects
   */
  public <T extends @Nullable Object, X extends Throwable> T call(Operation<T, X> operation)
      throws X {
    if (bare && RetryOverrides.none()) {
      return BlockingCall.bare(calls, operation);
    }
    CallSettings now = calls();
    return now.isPlain()
        ? BlockingCall.plain(now, operation, null, null)
        : Drivers.call(now, new PlainOperation<>(operation), Ending.<T>toValue());
  }

  /**
   * As {@link #call}, for an operation that wants to see its attempt.
   *
   * @param operation called for each attempt, on this thread
   * @param <T> type of the result
   * @param <X> what it may throw
   * @return the first result that the policy accepts
   * @throws X what the last attempt threw, the same instance
   */
  public <T extends @Nullable Object, X extends Throwable> T callWith(
      AttemptOperation<T, X> operation) throws X {
    return Drivers.call(calls(), operation, Ending.<T>toValue());
  }

  /**
   * Runs an action.
   *
   * @param action run for each attempt, on this thread
   * @param <X> what it may throw
   * @throws X what the last attempt threw, the same instance
   */
  public <X extends Throwable> void run(Action<X> action) throws X {
    Object unused = call(action);
  }

  /**
   * As {@link #run}, for an action that wants to see its attempt.
   *
   * @param action run for each attempt, on this thread
   * @param <X> what it may throw
   * @throws X what the last attempt threw, the same instance
   */
  public <X extends Throwable> void runWith(AttemptAction<X> action) throws X {
    Object unused = callWith(action);
  }

  /**
   * Calls an operation and returns its result or its failure instead of throwing. An {@code Error}
   * is still thrown.
   *
   * @param operation called for each attempt, on this thread
   * @param <T> type of the result
   * @return value or failure, attempts, stop reason, time and report
   */
  public <T extends @Nullable Object> RetryResult<T> execute(Operation<T, ?> operation) {
    return Drivers.call(calls(), new PlainOperation<>(operation), CallResults.<T>toResult());
  }

  /**
   * As {@link #execute}, for an operation that wants to see its attempt.
   *
   * @param operation called for each attempt, on this thread
   * @param <T> type of the result
   * @return value or failure, attempts, stop reason, time and report
   */
  public <T extends @Nullable Object> RetryResult<T> executeWith(AttemptOperation<T, ?> operation) {
    return Drivers.call(calls(), operation, CallResults.<T>toResult());
  }

  /**
   * Calls an operation, and asks a fallback for an answer where {@link Retry#call} would throw. Not
   * where somebody ended the call from outside, by an interrupt, a cancellation or {@link
   * Retry#shutdown()}, and not for an {@code Error}, wrapped or not: these are thrown as they are.
   *
   * <p>The fallback is asked once, on this thread, after the events of the call have been
   * published: events, logs and report record that the call gave up, whatever the fallback returns.
   * Neither deadline nor attempt timeout applies to it.
   *
   * @param operation called for each attempt, on this thread
   * @param fallback receives the result of the call
   * @param <T> type of the result
   * @param <X> what the operation may throw
   * @param <Y> what the fallback may throw
   * @return the first result that the policy accepts, or what the fallback answers
   * @throws X what the last attempt threw, if the fallback was not asked
   * @throws Y what the fallback threw, the call's failure suppressed in it unless one is a cause of
   *     the other
   */
  public <T extends @Nullable Object, X extends Throwable, Y extends Throwable> T callOrElse(
      Operation<T, X> operation, Fallback<T, Y> fallback) throws X, Y {
    Objects.requireNonNull(fallback, "fallback");
    CallSettings now = calls();
    return now.isPlain()
        ? BlockingCall.plain(now, operation, fallback, CallResults::orElse)
        : orElse(now, new PlainOperation<>(operation), fallback);
  }

  /**
   * As {@link #callOrElse}, for an operation that wants to see its attempt.
   *
   * @param operation called for each attempt, on this thread
   * @param fallback receives the result of the call
   * @param <T> type of the result
   * @param <X> what the operation may throw
   * @param <Y> what the fallback may throw
   * @return as {@link #callOrElse}
   * @throws X what the last attempt threw, if the fallback was not asked
   * @throws Y what the fallback threw
   */
  public <T extends @Nullable Object, X extends Throwable, Y extends Throwable> T callWithOrElse(
      AttemptOperation<T, X> operation, Fallback<T, Y> fallback) throws X, Y {
    Objects.requireNonNull(fallback, "fallback");
    return orElse(calls(), operation, fallback);
  }

  /**
   * Calls an operation, with a {@link Backup} that starts when it first fails and is used only if
   * the retries end without success: where {@link #callOrElse(Operation, Fallback)} would ask its
   * fallback. Then it is waited for on this thread, until the call's time limit; an interrupt ends
   * that wait and the backup. A call whose first attempt succeeds starts nothing.
   *
   * @param operation called for each attempt, on this thread
   * @param backup used in place of the call's failure
   * @param <T> type of the result
   * @param <X> what the operation may throw
   * @return the first result that the policy accepts, or that of the backup
   * @throws X what the last attempt threw, the backup's failure suppressed in it if it failed
   * @throws IllegalStateException if the backup needs an executor and the retry has none
   */
  public <T extends @Nullable Object, X extends Throwable> T callOrElse(
      Operation<T, X> operation, Backup<T> backup) throws X {
    CallSettings now = calls();
    backup.check(now, null);
    return now.isPlain()
        ? Backups.plain(now, operation, backup)
        : orElse(now, new PlainOperation<>(operation), backup);
  }

  /**
   * As {@link #callOrElse(Operation, Backup)}, for an operation that wants to see its attempt.
   *
   * @param operation called for each attempt, on this thread
   * @param backup used in place of the call's failure
   * @param <T> type of the result
   * @param <X> what the operation may throw
   * @return as {@link #callOrElse(Operation, Backup)}
   * @throws X what the last attempt threw
   */
  public <T extends @Nullable Object, X extends Throwable> T callWithOrElse(
      AttemptOperation<T, X> operation, Backup<T> backup) throws X {
    return orElse(calls(), operation, backup);
  }

  private static <T extends @Nullable Object> T orElse(
      CallSettings now, AttemptOperation<T, ?> operation, Backup<T> backup) {
    return Backups.call(
        now, backup.forCall(now, null), ending -> Drivers.call(now, operation, ending));
  }

  /** A hedged call ends on some thread of its executor, and the fallback is asked on this one. */
  private static <T extends @Nullable Object> T orElse(
      CallSettings now, AttemptOperation<T, ?> operation, Fallback<T, ?> fallback) {
    if (!now.policy().isHedged()) {
      return Drivers.call(now, operation, CallResults.orElse(fallback));
    }
    RetryResult<T> result = Drivers.call(now, operation, CallResults.<T>toResult());
    return Fallbacks.valueOf(Fallbacks.answer(result, now.policy(), fallback));
  }

  /**
   * Calls an operation that answers later, as {@link #callAsync(Operation)}, with a fallback as in
   * {@link #callOrElse}. The fallback is asked on the thread that ends the call, where dependent
   * stages run as well, and never on the library's timer; so it should not block. Completing the
   * future from outside ends the call, and then no fallback is asked.
   *
   * @param operation starts an attempt
   * @param fallback receives the result of the call
   * @param <T> type of the result
   * @return completes with the first result that the policy accepts, or with what the fallback
   *     answers or throws
   */
  public <T extends @Nullable Object> CompletableFuture<T> callAsyncOrElse(
      Operation<? extends CompletionStage<T>, ?> operation, Fallback<T, ?> fallback) {
    Objects.requireNonNull(fallback, "fallback");
    return Drivers.start(calls(), operation, CallResults.orElse(fallback));
  }

  /**
   * As {@link #callAsyncOrElse(Operation, Fallback)}, for an operation that wants to see its
   * attempt.
   *
   * @param operation starts an attempt
   * @param fallback receives the result of the call
   * @param <T> type of the result
   * @return as {@link #callAsyncOrElse(Operation, Fallback)}
   */
  public <T extends @Nullable Object> CompletableFuture<T> callAsyncWithOrElse(
      AttemptOperation<? extends CompletionStage<T>, ?> operation, Fallback<T, ?> fallback) {
    Objects.requireNonNull(fallback, "fallback");
    return Drivers.startWith(calls(), operation, CallResults.orElse(fallback));
  }

  /**
   * Calls a blocking operation on an executor, as {@link #callAsync(Operation, Executor)}, with a
   * fallback as in {@link #callAsyncOrElse(Operation, Fallback)}.
   *
   * @param operation called for each attempt, on the executor
   * @param executor where attempts run; a rejected first attempt asks the fallback on this thread
   * @param fallback receives the result of the call
   * @param <T> type of the result
   * @return as {@link #callAsyncOrElse(Operation, Fallback)}
   */
  public <T extends @Nullable Object> CompletableFuture<T> callAsyncOrElse(
      Operation<T, ?> operation, Executor executor, Fallback<T, ?> fallback) {
    Objects.requireNonNull(fallback, "fallback");
    return Drivers.startOn(
        executor, calls(), attempt -> operation.call(), CallResults.orElse(fallback));
  }

  /**
   * As {@link #callAsyncOrElse(Operation, Executor, Fallback)}, for an operation that wants to see
   * its attempt.
   *
   * @param operation called for each attempt, on the executor
   * @param executor where attempts run
   * @param fallback receives the result of the call
   * @param <T> type of the result
   * @return as {@link #callAsyncOrElse(Operation, Fallback)}
   */
  public <T extends @Nullable Object> CompletableFuture<T> callAsyncWithOrElse(
      AttemptOperation<T, ?> operation, Executor executor, Fallback<T, ?> fallback) {
    Objects.requireNonNull(fallback, "fallback");
    return Drivers.startOn(executor, calls(), operation, CallResults.orElse(fallback));
  }

  /**
   * Calls an operation that answers later, as {@link #callAsync(Operation)}, with a {@link Backup}
   * as in {@link #callOrElse(Operation, Backup)}. Nothing waits on a thread; completing the future
   * from outside ends the call and its backup.
   *
   * @param operation starts an attempt
   * @param backup used in place of the call's failure
   * @param <T> type of the result
   * @return completes with the first result that the policy accepts, with that of the backup, or
   *     with what the last attempt failed with
   * @throws IllegalStateException if the backup needs an executor and the retry has none
   */
  public <T extends @Nullable Object> CompletableFuture<T> callAsyncOrElse(
      Operation<? extends CompletionStage<T>, ?> operation, Backup<T> backup) {
    CallSettings now = calls();
    return BackedCall.start(now, null, backup, ending -> Drivers.start(now, operation, ending));
  }

  /**
   * As {@link #callAsyncOrElse(Operation, Backup)}, for an operation that wants to see its attempt.
   *
   * @param operation starts an attempt
   * @param backup used in place of the call's failure
   * @param <T> type of the result
   * @return as {@link #callAsyncOrElse(Operation, Backup)}
   */
  public <T extends @Nullable Object> CompletableFuture<T> callAsyncWithOrElse(
      AttemptOperation<? extends CompletionStage<T>, ?> operation, Backup<T> backup) {
    CallSettings now = calls();
    return BackedCall.start(now, null, backup, ending -> Drivers.startWith(now, operation, ending));
  }

  /**
   * Calls a blocking operation on an executor, as {@link #callAsync(Operation, Executor)}, with a
   * {@link Backup} as in {@link #callAsyncOrElse(Operation, Backup)}.
   *
   * @param operation called for each attempt, on the executor
   * @param executor where attempts run, and a backup that blocks
   * @param backup used in place of the call's failure
   * @param <T> type of the result
   * @return as {@link #callAsyncOrElse(Operation, Backup)}
   */
  public <T extends @Nullable Object> CompletableFuture<T> callAsyncOrElse(
      Operation<T, ?> operation, Executor executor, Backup<T> backup) {
    return callAsyncWithOrElse(attempt -> operation.call(), executor, backup);
  }

  /**
   * As {@link #callAsyncOrElse(Operation, Executor, Backup)}, for an operation that wants to see
   * its attempt.
   *
   * @param operation called for each attempt, on the executor
   * @param executor where attempts run, and a backup that blocks
   * @param backup used in place of the call's failure
   * @param <T> type of the result
   * @return as {@link #callAsyncOrElse(Operation, Backup)}
   */
  public <T extends @Nullable Object> CompletableFuture<T> callAsyncWithOrElse(
      AttemptOperation<T, ?> operation, Executor executor, Backup<T> backup) {
    CallSettings now = calls();
    return BackedCall.start(
        now, executor, backup, ending -> Drivers.startOn(executor, now, operation, ending));
  }

  /**
   * Calls an operation that answers later. The first attempt starts on this thread, later ones on
   * the {@linkplain Retry#withExecutor executor}. The future always completes. Completing it from
   * outside, by {@code cancel} or any other means, ends the call and cancels the stage under way;
   * cancelling a stage that depends on it does not reach us.
   *
   * @param operation starts an attempt; what it throws, and a null stage, fail the attempt
   * @param <T> type of the result
   * @return completes with the first result that the policy accepts, or with what the last attempt
   *     failed with, not wrapped
   */
  public <T extends @Nullable Object> CompletableFuture<T> callAsync(
      Operation<? extends CompletionStage<T>, ?> operation) {
    return Drivers.callAsync(calls(), operation);
  }

  /**
   * Calls an operation that answers later and wants to see its attempt; else as {@link
   * #callAsync(Operation)}.
   *
   * @param operation starts an attempt
   * @param <T> type of the result
   * @return as {@link #callAsync(Operation)}
   */
  public <T extends @Nullable Object> CompletableFuture<T> callAsyncWith(
      AttemptOperation<? extends CompletionStage<T>, ?> operation) {
    return Drivers.startWith(calls(), operation, Ending.<T>toValue());
  }

  /**
   * Calls a blocking operation on an executor, the first attempt included; waits hold no thread.
   * Completing the future from outside ends the call and has the attempt under way interrupted, by
   * another thread: what an interrupt closes neither holds up the one who cancels nor throws at it.
   *
   * @param operation called for each attempt, on the executor
   * @param executor where attempts run
   * @param <T> type of the result
   * @return as {@link #callAsync(Operation)}; fails with the executor's rejection if it does not
   *     take the first attempt
   */
  public <T extends @Nullable Object> CompletableFuture<T> callAsync(
      Operation<T, ?> operation, Executor executor) {
    return Drivers.startOn(executor, calls(), attempt -> operation.call(), Ending.<T>toValue());
  }

  /**
   * Calls a blocking operation that wants to see its attempt on an executor; else as {@link
   * #callAsync(Operation, Executor)}.
   *
   * @param operation called for each attempt, on the executor
   * @param executor where attempts run
   * @param <T> type of the result
   * @return as {@link #callAsync(Operation, Executor)}
   */
  public <T extends @Nullable Object> CompletableFuture<T> callAsyncWith(
      AttemptOperation<T, ?> operation, Executor executor) {
    return Drivers.startOn(executor, calls(), operation, Ending.<T>toValue());
  }

  /**
   * Calls an operation that completes later, and returns its result or its failure: the future
   * fails only with an {@code Error}. Otherwise as {@link #callAsync(Operation)}.
   *
   * @param operation starts an attempt
   * @param <T> type of the result
   * @return completes with value or failure, attempts, stop reason, time and report
   */
  public <T extends @Nullable Object> CompletableFuture<RetryResult<T>> executeAsync(
      Operation<? extends CompletionStage<T>, ?> operation) {
    return Drivers.start(calls(), operation, CallResults.<T>toResult());
  }

  /**
   * As {@link #executeAsync(Operation)}, for an operation that wants to see its attempt.
   *
   * @param operation starts an attempt
   * @param <T> type of the result
   * @return as {@link #executeAsync(Operation)}
   */
  public <T extends @Nullable Object> CompletableFuture<RetryResult<T>> executeAsyncWith(
      AttemptOperation<? extends CompletionStage<T>, ?> operation) {
    return Drivers.startWith(calls(), operation, CallResults.<T>toResult());
  }

  /**
   * Calls a blocking operation on an executor, as {@link #callAsync(Operation, Executor)}, and
   * returns its result or its failure.
   *
   * @param operation called for each attempt, on the executor
   * @param executor where attempts run
   * @param <T> type of the result
   * @return as {@link #executeAsync(Operation)}
   */
  public <T extends @Nullable Object> CompletableFuture<RetryResult<T>> executeAsync(
      Operation<T, ?> operation, Executor executor) {
    return Drivers.startOn(
        executor, calls(), attempt -> operation.call(), CallResults.<T>toResult());
  }

  /**
   * As {@link #executeAsync(Operation, Executor)}, for an operation that wants to see its attempt.
   *
   * @param operation called for each attempt, on the executor
   * @param executor where attempts run
   * @param <T> type of the result
   * @return as {@link #executeAsync(Operation)}
   */
  public <T extends @Nullable Object> CompletableFuture<RetryResult<T>> executeAsyncWith(
      AttemptOperation<T, ?> operation, Executor executor) {
    return Drivers.startOn(executor, calls(), operation, CallResults.<T>toResult());
  }

  /**
   * Decorates a callable.
   *
   * @param callable called for each attempt
   * @param <T> type of the result
   * @return a callable that retries it
   */
  public <T extends @Nullable Object> Callable<T> decorateCallable(Callable<T> callable) {
    return new DecoratedFunctions.OfCallable<>(this, callable);
  }

  /**
   * Decorates a supplier. One that supplies a stage belongs into {@link #decorateAsync}.
   *
   * @param supplier called for each attempt
   * @param <T> type of the result
   * @return a supplier that retries it
   */
  public <T extends @Nullable Object> Supplier<T> decorateSupplier(Supplier<T> supplier) {
    return new DecoratedFunctions.OfSupplier<>(this, supplier);
  }

  /**
   * Decorates a runnable.
   *
   * @param runnable run for each attempt
   * @return a runnable that retries it
   */
  public Runnable decorateRunnable(Runnable runnable) {
    return new DecoratedFunctions.OfRunnable(this, runnable);
  }

  /**
   * Decorates a function.
   *
   * @param function applied for each attempt, to the same argument
   * @param <A> type of the argument
   * @param <T> type of the result
   * @return a function that retries it
   */
  public <A extends @Nullable Object, T extends @Nullable Object> Function<A, T> decorateFunction(
      Function<A, T> function) {
    return new DecoratedFunctions.OfFunction<>(this, function);
  }

  /**
   * Decorates a function of two arguments.
   *
   * @param function applied for each attempt, to the same arguments
   * @param <A> type of the first argument
   * @param <B> type of the second argument
   * @param <T> type of the result
   * @return a function that retries it
   */
  public <A extends @Nullable Object, B extends @Nullable Object, T extends @Nullable Object>
      BiFunction<A, B, T> decorateBiFunction(BiFunction<A, B, T> function) {
    return new DecoratedFunctions.OfBiFunction<>(this, function);
  }

  /**
   * Decorates a consumer.
   *
   * @param consumer given the same argument for each attempt
   * @param <A> type of the argument
   * @return a consumer that retries it
   */
  public <A extends @Nullable Object> Consumer<A> decorateConsumer(Consumer<A> consumer) {
    return new DecoratedFunctions.OfConsumer<>(this, consumer);
  }

  /**
   * Decorates an operation with a checked exception of its own.
   *
   * @param operation called for each attempt
   * @param <T> type of the result
   * @param <X> what it may throw
   * @return an operation that retries it
   */
  public <T extends @Nullable Object, X extends Throwable> Operation<T, X> decorateOperation(
      Operation<T, X> operation) {
    return new DecoratedFunctions.OfOperation<>(this, operation);
  }

  /**
   * Decorates a supplier of stages.
   *
   * @param supplier starts each attempt
   * @param <T> type of the result
   * @return a supplier of futures, each a call of its own
   */
  public <T extends @Nullable Object> Supplier<CompletableFuture<T>> decorateAsync(
      Supplier<? extends CompletionStage<T>> supplier) {
    return new DecoratedFunctions.OfStages<>(this, supplier);
  }

  /**
   * Decorates a function that answers with a stage.
   *
   * @param function starts each attempt, with the same argument
   * @param <A> type of the argument
   * @param <T> type of the result
   * @return a function that answers with futures, each a call of its own
   */
  public <A extends @Nullable Object, T extends @Nullable Object>
      Function<A, CompletableFuture<T>> decorateAsyncFunction(
          Function<A, ? extends CompletionStage<T>> function) {
    return new DecoratedFunctions.OfStageFunction<>(this, function);
  }

  /**
   * Begins a call in token form: the caller makes the attempts.
   *
   * @return the call, its first attempt under way
   */
  public RetryCall begin() {
    return new RetryCall(calls());
  }

  /**
   * Drives calls whose attempts the caller makes, where neither a thread may wait nor a future is
   * what the caller's world understands.
   *
   * @return begins a call; asked for anew for each one, for the sake of a {@link RetryOverride}
   */
  public RetryDriver driver() {
    return RetryOverrides.none() ? ownDriver() : RetryOverrides.apply(this).ownDriver();
  }

  /** Immutable, so two threads that make it at once do no harm. */
  private RetryDriver ownDriver() {
    RetryDriver made = driver;
    if (made == null) {
      made = new RetryDriver(calls);
      driver = made;
    }
    return made;
  }

  /**
   * Ends all waits of this retry and of all its copies: the calls that wait stop with {@link
   * dev.reprise.decision.StopReason#SHUT_DOWN}, and later calls make one attempt. Attempts under
   * way are left alone. Asynchronous calls end soon after, on the executor of their environment.
   * All waits are ended first, so an {@linkplain #onShutdown action} may wait for the calls. Then
   * the actions run, all of them: what the first one throws is thrown at the end, what others throw
   * is suppressed in it.
   *
   * <p>A shutdown looks through all that waits by the timer: with a million pauses, tasks that are
   * due are some 20 ms late.
   */
  public void shutdown() {
    settings().shared().waits().shutDown();
  }

  /**
   * Runs an action when this retry or a copy of it is shut down; at once if it was before. For
   * those who wait by themselves.
   *
   * @param action run once, on the thread that calls {@link #shutdown()}, and forgotten then; what
   *     it throws, {@code shutdown()} throws
   * @return takes the action back
   */
  public Runnable onShutdown(Runnable action) {
    return settings().shared().waits().onShutdown(action);
  }

  /**
   * The name in events, logs and reports.
   *
   * @return {@code "retry"} until named otherwise
   */
  public String name() {
    return settings().name();
  }

  /**
   * The policy that calls follow.
   *
   * @return the policy; with one attempt only where retrying is turned off by {@value
   *     #DISABLED_PROPERTY}
   */
  public RetryPolicy policy() {
    return calls.policy();
  }

  /**
   * What is remembered about the resource.
   *
   * @return the state that all copies share
   */
  public RetryState state() {
    return calls.state();
  }

  /**
   * The doors to the world.
   *
   * @return the environment
   */
  public RetryEnvironment environment() {
    return settings().environment();
  }

  /**
   * What makes a call that begins now, for engines that ask a policy themselves.
   *
   * @return this retry, or what a {@link RetryOverride} puts in its place
   */
  public Retry current() {
    return RetryOverrides.apply(this);
  }

  /** What drivers get: of this retry, or of what stands in its place for now. */
  CallSettings calls() {
    return RetryOverrides.none() ? calls : RetryOverrides.apply(this).calls;
  }

  /**
   * Name and policy.
   *
   * @return one line
   */
  @Override
  public String toString() {
    return name() + "(" + policy() + ")";
  }
}
