package dev.reprise;

import dev.reprise.budget.RetryBudget;
import dev.reprise.context.CallContext;
import dev.reprise.decision.ResultRejectedException;
import dev.reprise.event.CallObserver;
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
import java.util.OptionalDouble;
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
 * Calls operations and retries them by a {@link RetryPolicy}. Create one instance per dependency,
 * not per call: it holds the budget that all calls to the dependency share.
 *
 * <pre>{@code
 * Retry orders = Retry.of(RetryPolicy.builder().maxAttempts(4).build()).named("orders");
 * Order order = orders.call(() -> client.fetch(id));
 * }</pre>
 *
 * <p>Immutable, safe for use by any thread. Each {@code with…} method returns a copy that keeps all
 * other settings and shares the state. No argument may be null, and no method returns null, unless
 * documented: a null argument causes a {@link NullPointerException}.
 *
 * <p>All call shapes give the same outcome, the same delays and the same events; {@link
 * RetryPolicy#decide} documents the rules. A failed call throws the exception of the operation, the
 * same instance, with a {@link RetryReport} as a suppressed exception.
 *
 * <p>The {@code decorate…} methods return a function that retries another one. There is one name
 * per shape, so that overloads are not ambiguous. The returned function is safe for use by any
 * thread if the original is; each of its calls is a call of this retry. Its {@code toString}
 * contains the retry and the function, and {@link Decorated#withPolicy} returns a copy of it with a
 * different policy.
 *
 * <p>If the system property {@code reprise.disabled} is {@code true} when a retry is created, this
 * retry and its copies make one attempt per call.
 */
public final class Retry {

  /** Name of the system property that disables all retries. */
  public static final String DISABLED_PROPERTY = SharedState.DISABLED_PROPERTY;

  private final CallSettings calls;
  private final boolean skipsBookkeeping;
  private @Nullable RetryDriver driver;

  private Retry(RetrySettings settings) {
    calls = new CallSettings(settings);
    skipsBookkeeping = calls.isPlain() && !calls.recordsCalls();
  }

  private RetrySettings settings() {
    return calls.settings();
  }

  /**
   * Creates a retry with a policy and the {@linkplain RetryBudget#standard() standard budget}.
   *
   * @param policy the policy
   * @return a new retry with its own state
   */
  public static Retry of(RetryPolicy policy) {
    return new Retry(
        new RetrySettings(Objects.requireNonNull(policy, "policy"), RetryBudget.standard()));
  }

  /**
   * Creates a retry that never retries: one attempt per call, no time limit, no report on its
   * exceptions. A failed call stops with {@link dev.reprise.decision.StopReason#DISABLED}.
   *
   * @return a new retry on each call, because copies of a retry share their state
   */
  public static Retry none() {
    return new Retry(new RetrySettings(RetryPolicy.none().disabled(), RetryBudget.unlimited()));
  }

  /**
   * Sets the policy.
   *
   * @param policy the policy
   * @return a copy with this policy, sharing the state
   */
  public Retry withPolicy(RetryPolicy policy) {
    return new Retry(settings().withPolicy(Objects.requireNonNull(policy, "policy")));
  }

  /**
   * Sets the budget and creates a new state for it.
   *
   * @param budget the budget; each {@linkplain #on key} gets a {@linkplain
   *     RetryBudget#newInstance() new instance} of its kind
   * @return a copy with this budget, which does not share the state of this retry
   */
  public Retry withBudget(RetryBudget budget) {
    return new Retry(settings().withBudget(Objects.requireNonNull(budget, "budget")));
  }

  /**
   * Adds a listener.
   *
   * @param listener receives the events of the copy's calls, after the listeners added before
   * @return a copy with one more listener, sharing the state
   */
  public Retry withListener(RetryListener listener) {
    return new Retry(settings().withListener(Objects.requireNonNull(listener, "listener")));
  }

  /**
   * Adds an observer, which follows each call from its begin: for traces. An observed call
   * allocates a few objects, even if its first attempt succeeds.
   *
   * @param observer follows the copy's calls, within the context and after the observers added
   *     before
   * @return a copy with one more observer, sharing the state
   */
  public Retry withObserver(CallObserver observer) {
    return new Retry(settings().withObserver(Objects.requireNonNull(observer, "observer")));
  }

  /**
   * Sets the name, which events, logs and reports contain.
   *
   * @param name the name; control characters are escaped, so that it prints on one line
   * @return a copy with this name, sharing the state
   */
  public Retry named(String name) {
    return new Retry(settings().named(FailureText.oneLine(Objects.requireNonNull(name, "name"))));
  }

  /**
   * Sets the executor that starts the later attempts of asynchronous calls. The default is the
   * {@linkplain java.util.concurrent.ForkJoinPool#commonPool() common pool}, on which attempts must
   * not block.
   *
   * @param executor the executor
   * @return a copy with this executor, sharing the state
   */
  public Retry withExecutor(Executor executor) {
    return new Retry(settings().withExecutor(Objects.requireNonNull(executor, "executor")));
  }

  /**
   * Sets the environment: for tests and simulations, and for a program with its own timer, as in
   * {@code retry.withEnvironment(RetryEnvironment.system().withDelayer(timer))}.
   *
   * @param environment clock, sleeper, timer, executor and random numbers
   * @return a copy in this environment, sharing the state
   */
  public Retry withEnvironment(RetryEnvironment environment) {
    return new Retry(
        settings().withEnvironment(Objects.requireNonNull(environment, "environment")));
  }

  /**
   * Sets the description of failures in reports, for messages that may contain secrets. By default,
   * reports contain class and message, on one line of bounded length.
   *
   * @param inWords returns the description, such as {@link FailureText#describeWithoutMessage}; the
   *     result is changed to one line; if it throws, the class name is used
   * @return a copy with this description, sharing the state
   */
  public Retry describingFailures(Function<? super Throwable, String> inWords) {
    return new Retry(settings().describingFailures(Objects.requireNonNull(inWords, "inWords")));
  }

  /**
   * Adds the subject of the attempts to reports, events and logs. Used by integrations that know
   * it. The subject precedes the description of a failure, and a rejected result is described
   * instead of "result rejected".
   *
   * @param subject one line without secrets, such as {@code GET orders.example}
   * @param results returns the description of a rejected result, such as {@code GET orders.example
   *     503}, or null for no description. It is changed to one line of bounded length; if it
   *     throws, the result is not described
   * @return a copy with this subject, sharing the state
   */
  public Retry describingAttempts(
      String subject, Function<@Nullable Object, @Nullable String> results) {
    Objects.requireNonNull(subject, "subject");
    Objects.requireNonNull(results, "results");
    return new Retry(settings().describingAttempts(FailureText.oneLine(subject), results));
  }

  /**
   * Propagates a context of the caller, such as a trace, to other threads. It is captured when a
   * call begins, and restored around every attempt, callback and completion.
   *
   * @param context the context, in addition to those added before
   * @return a copy that propagates it, sharing the state
   */
  public Retry withContext(CallContext context) {
    return new Retry(settings().withContext(Objects.requireNonNull(context, "context")));
  }

  /**
   * Sets the idempotency key of all calls, such as the number of an order, instead of a random key
   * per call. Use it for one logical call that is repeated after a crash.
   *
   * @param idempotencyKey identifies the call for its receivers, see {@link
   *     Attempt#idempotencyKey()}: 1 to 255 characters of printable ASCII
   * @return a copy with this key, sharing the state
   * @throws IllegalArgumentException if the key is empty, too long or has other characters
   */
  public Retry withIdempotencyKey(String idempotencyKey) {
    String checked = CallKey.checked(idempotencyKey);
    return new Retry(settings().withKey(() -> checked));
  }

  /**
   * Limits calls to the remaining time of an attempt of another call, and uses its idempotency key.
   * Use it for a call within that attempt.
   *
   * @param attempt the attempt of the outer call
   * @return a copy with time limit and key of the attempt, sharing the state
   */
  public Retry within(Attempt attempt) {
    RetrySettings shorter = within(attempt.timeLeft()).settings();
    return new Retry(shorter.withKey(() -> CallKey.checked(attempt.idempotencyKey())));
  }

  /**
   * Shortens the time limit. Use it for a call within another call whose remaining time is limited.
   *
   * @param timeLeft the limit for a whole call; zero or less allows one attempt and no wait
   * @return a copy with the shorter of this limit and the policy's limit, sharing the state; this
   *     retry if the policy's limit is not longer
   */
  public Retry within(Duration timeLeft) {
    long nanos = Math.max(1, DurationText.saturatedNanos(timeLeft));
    return nanos >= policy().limits().withinNanos()
        ? this
        : withPolicy(policy().toBuilder().within(Duration.ofNanos(nanos)).build());
  }

  /**
   * Selects a separate state for one of many resources behind this retry, so that one failing
   * resource does not use up the budget of the others. At most 10,000 states are kept. Another key
   * then replaces one of five examined states: preferably one that is idle with a full budget, last
   * one whose callers are retrying, otherwise the least recently selected one. So select the key
   * again for each call. A state takes 2 kB with the standard budget on two processors, 9 kB on
   * sixteen or more, and 0.3 kB with a bucket.
   *
   * <pre>{@code
   * return retry.on(uri.getHost()).call(() -> client.send(request));
   * }</pre>
   *
   * @param key the resource, such as an origin; the results of its {@code equals} and {@code
   *     hashCode} must not change
   * @return a copy with the state of that key
   */
  public Retry on(Object key) {
    return new Retry(settings().on(Objects.requireNonNull(key, "key"), calls.ticks()));
  }

  /**
   * Calls an operation on this thread. Waits between attempts block the thread; an interrupt ends
   * the call. A stage that the operation returns is not retried: use {@link #callAsync} for stages.
   *
   * @param operation called once per attempt; may return null
   * @param <T> type of the result
   * @param <X> type of the exceptions of the operation
   * @return the first result that the policy accepts
   * @throws X the exception of the last attempt, the same instance
   * @throws ResultRejectedException if the policy rejects the last result
   */
  public <T extends @Nullable Object, X extends Throwable> T call(Operation<T, X> operation)
      throws X {
    if (skipsBookkeeping && RetryOverrides.none()) {
      return BlockingCall.withoutBookkeeping(calls, operation);
    }
    CallSettings now = beginCall();
    return now.isPlain()
        ? BlockingCall.plain(now, operation, null, null)
        : Drivers.call(now, new PlainOperation<>(operation), Ending.<T>toValue());
  }

  /**
   * Calls an operation that receives its {@link Attempt}. Otherwise like {@link #call}.
   *
   * @param operation called once per attempt; may return null
   * @param <T> type of the result
   * @param <X> type of the exceptions of the operation
   * @return the first result that the policy accepts
   * @throws X the exception of the last attempt, the same instance
   */
  public <T extends @Nullable Object, X extends Throwable> T callWith(
      AttemptOperation<T, X> operation) throws X {
    return Drivers.call(beginCall(), operation, Ending.<T>toValue());
  }

  /**
   * Runs an action on this thread. Otherwise like {@link #call}.
   *
   * @param action run once per attempt
   * @param <X> type of the exceptions of the action
   * @throws X the exception of the last attempt, the same instance
   */
  public <X extends Throwable> void run(Action<X> action) throws X {
    Object unused = call(action);
  }

  /**
   * Runs an action that receives its {@link Attempt}. Otherwise like {@link #run}.
   *
   * @param action run once per attempt
   * @param <X> type of the exceptions of the action
   * @throws X the exception of the last attempt, the same instance
   */
  public <X extends Throwable> void runWith(AttemptAction<X> action) throws X {
    Object unused = callWith(action);
  }

  /**
   * Calls an operation on this thread and returns its result or its failure, instead of throwing.
   * An {@code Error} is still thrown.
   *
   * @param operation called once per attempt; may return null
   * @param <T> type of the result
   * @return value or failure, attempts, stop reason, time and report
   */
  public <T extends @Nullable Object> RetryResult<T> execute(Operation<T, ?> operation) {
    return Drivers.call(beginCall(), new PlainOperation<>(operation), CallResults.<T>toResult());
  }

  /**
   * Calls an operation that receives its {@link Attempt}. Otherwise like {@link #execute}.
   *
   * @param operation called once per attempt; may return null
   * @param <T> type of the result
   * @return value or failure, attempts, stop reason, time and report
   */
  public <T extends @Nullable Object> RetryResult<T> executeWith(AttemptOperation<T, ?> operation) {
    return Drivers.call(beginCall(), operation, CallResults.<T>toResult());
  }

  /**
   * Calls an operation, and a fallback where {@link Retry#call} would throw. The fallback is not
   * called if the call was ended from outside, by an interrupt, a cancellation or {@link
   * Retry#shutdown()}, and not for an {@code Error}, wrapped or not: then the exception of the call
   * is thrown.
   *
   * <p>The fallback is called once, on this thread, after the events of the call have been
   * published: events, logs and report record that the call gave up, whatever the fallback returns.
   * Neither deadline nor attempt timeout applies to it.
   *
   * @param operation called once per attempt, on this thread
   * @param fallback receives the result of the call
   * @param <T> type of the result
   * @param <X> type of the exceptions of the operation
   * @param <Y> type of the exceptions of the fallback
   * @return the first result that the policy accepts, or the result of the fallback
   * @throws X the exception of the last attempt, if the fallback was not called
   * @throws Y the exception of the fallback, with the failure of the call as a suppressed exception
   *     unless one is a cause of the other
   */
  public <T extends @Nullable Object, X extends Throwable, Y extends Throwable> T callOrElse(
      Operation<T, X> operation, Fallback<T, Y> fallback) throws X, Y {
    Objects.requireNonNull(fallback, "fallback");
    CallSettings now = beginCall();
    return now.isPlain()
        ? BlockingCall.plain(now, operation, fallback, CallResults::orElse)
        : orElse(now, new PlainOperation<>(operation), fallback);
  }

  /**
   * Calls an operation that receives its {@link Attempt}. Otherwise like {@link #callOrElse}.
   *
   * @param operation called once per attempt, on this thread
   * @param fallback receives the result of the call
   * @param <T> type of the result
   * @param <X> type of the exceptions of the operation
   * @param <Y> type of the exceptions of the fallback
   * @return as {@link #callOrElse}
   * @throws X the exception of the last attempt, if the fallback was not called
   * @throws Y the exception of the fallback
   */
  public <T extends @Nullable Object, X extends Throwable, Y extends Throwable> T callWithOrElse(
      AttemptOperation<T, X> operation, Fallback<T, Y> fallback) throws X, Y {
    Objects.requireNonNull(fallback, "fallback");
    return orElse(beginCall(), operation, fallback);
  }

  /**
   * Calls an operation with a {@link Backup}, which starts at the first failure and is used only if
   * the retries end without success, where {@link #callOrElse(Operation, Fallback)} would call its
   * fallback. This thread then waits for the backup until the time limit of the call; an interrupt
   * ends the wait and the backup. No backup starts for a call whose first attempt succeeds.
   *
   * @param operation called once per attempt, on this thread
   * @param backup its result replaces the failure of the call
   * @param <T> type of the result
   * @param <X> type of the exceptions of the operation
   * @return the first result that the policy accepts, or the result of the backup
   * @throws X the exception of the last attempt, with the failure of the backup as a suppressed
   *     exception
   * @throws IllegalStateException if the backup needs an executor and the retry has none
   */
  public <T extends @Nullable Object, X extends Throwable> T callOrElse(
      Operation<T, X> operation, Backup<T> backup) throws X {
    CallSettings now = beginCall(backup, null);
    return now.isPlain()
        ? Backups.plain(now, operation, backup)
        : orElse(now, new PlainOperation<>(operation), backup);
  }

  /**
   * Calls an operation that receives its {@link Attempt}. Otherwise like {@link
   * #callOrElse(Operation, Backup)}.
   *
   * @param operation called once per attempt, on this thread
   * @param backup its result replaces the failure of the call
   * @param <T> type of the result
   * @param <X> type of the exceptions of the operation
   * @return as {@link #callOrElse(Operation, Backup)}
   * @throws X the exception of the last attempt
   */
  public <T extends @Nullable Object, X extends Throwable> T callWithOrElse(
      AttemptOperation<T, X> operation, Backup<T> backup) throws X {
    return orElse(beginCall(backup, null), operation, backup);
  }

  private static <T extends @Nullable Object> T orElse(
      CallSettings now, AttemptOperation<T, ?> operation, Backup<T> backup) {
    return Backups.call(
        now, backup.forCall(now, null), ending -> Drivers.call(now, operation, ending));
  }

  /**
   * A hedged call ends on a thread of its executor, but its fallback runs on the caller's thread.
   */
  private static <T extends @Nullable Object> T orElse(
      CallSettings now, AttemptOperation<T, ?> operation, Fallback<T, ?> fallback) {
    if (!now.policy().isHedged()) {
      return Drivers.call(now, operation, CallResults.orElse(fallback));
    }
    RetryResult<T> result = Drivers.call(now, operation, CallResults.<T>toResult());
    return Fallbacks.valueOf(Fallbacks.answer(result, now, fallback));
  }

  /**
   * Calls an operation that returns a stage, as {@link #callAsync(Operation)}, with a fallback as
   * in {@link #callOrElse}. The fallback runs on the thread that ends the call, like dependent
   * stages, and never on the library's timer; it should not block. If the future is completed from
   * outside, the call ends and no fallback runs.
   *
   * @param operation starts an attempt
   * @param fallback receives the result of the call
   * @param <T> type of the result
   * @return completes with the first result that the policy accepts, or with the result or the
   *     exception of the fallback
   */
  public <T extends @Nullable Object> CompletableFuture<T> callAsyncOrElse(
      Operation<? extends CompletionStage<T>, ?> operation, Fallback<T, ?> fallback) {
    Objects.requireNonNull(fallback, "fallback");
    return Drivers.start(beginCall(), operation, CallResults.orElse(fallback));
  }

  /**
   * Calls an operation that receives its {@link Attempt}. Otherwise like {@link
   * #callAsyncOrElse(Operation, Fallback)}.
   *
   * @param operation starts an attempt
   * @param fallback receives the result of the call
   * @param <T> type of the result
   * @return as {@link #callAsyncOrElse(Operation, Fallback)}
   */
  public <T extends @Nullable Object> CompletableFuture<T> callAsyncWithOrElse(
      AttemptOperation<? extends CompletionStage<T>, ?> operation, Fallback<T, ?> fallback) {
    Objects.requireNonNull(fallback, "fallback");
    return Drivers.startWith(beginCall(), operation, CallResults.orElse(fallback));
  }

  /**
   * Calls a blocking operation on an executor, as {@link #callAsync(Operation, Executor)}, with a
   * fallback as in {@link #callAsyncOrElse(Operation, Fallback)}.
   *
   * @param operation called once per attempt, on the executor
   * @param executor runs the attempts; if it rejects the first attempt, the fallback runs on this
   *     thread
   * @param fallback receives the result of the call
   * @param <T> type of the result
   * @return as {@link #callAsyncOrElse(Operation, Fallback)}
   */
  public <T extends @Nullable Object> CompletableFuture<T> callAsyncOrElse(
      Operation<T, ?> operation, Executor executor, Fallback<T, ?> fallback) {
    Objects.requireNonNull(fallback, "fallback");
    return Drivers.startOn(
        executor, beginCall(), new PlainOperation<>(operation), CallResults.orElse(fallback));
  }

  /**
   * Calls an operation that receives its {@link Attempt}. Otherwise like {@link
   * #callAsyncOrElse(Operation, Executor, Fallback)}.
   *
   * @param operation called once per attempt, on the executor
   * @param executor runs the attempts
   * @param fallback receives the result of the call
   * @param <T> type of the result
   * @return as {@link #callAsyncOrElse(Operation, Fallback)}
   */
  public <T extends @Nullable Object> CompletableFuture<T> callAsyncWithOrElse(
      AttemptOperation<T, ?> operation, Executor executor, Fallback<T, ?> fallback) {
    Objects.requireNonNull(fallback, "fallback");
    return Drivers.startOn(executor, beginCall(), operation, CallResults.orElse(fallback));
  }

  /**
   * Calls an operation that returns a stage, as {@link #callAsync(Operation)}, with a {@link
   * Backup} as in {@link #callOrElse(Operation, Backup)}. No thread waits. If the future is
   * completed from outside, the call and its backup end.
   *
   * @param operation starts an attempt
   * @param backup its result replaces the failure of the call
   * @param <T> type of the result
   * @return completes with the first result that the policy accepts, with the result of the backup,
   *     or with the failure of the last attempt
   * @throws IllegalStateException if the backup needs an executor and the retry has none
   */
  public <T extends @Nullable Object> CompletableFuture<T> callAsyncOrElse(
      Operation<? extends CompletionStage<T>, ?> operation, Backup<T> backup) {
    CallSettings now = beginCall(backup, null);
    return BackedCall.start(now, null, backup, ending -> Drivers.start(now, operation, ending));
  }

  /**
   * Calls an operation that receives its {@link Attempt}. Otherwise like {@link
   * #callAsyncOrElse(Operation, Backup)}.
   *
   * @param operation starts an attempt
   * @param backup its result replaces the failure of the call
   * @param <T> type of the result
   * @return as {@link #callAsyncOrElse(Operation, Backup)}
   */
  public <T extends @Nullable Object> CompletableFuture<T> callAsyncWithOrElse(
      AttemptOperation<? extends CompletionStage<T>, ?> operation, Backup<T> backup) {
    CallSettings now = beginCall(backup, null);
    return BackedCall.start(now, null, backup, ending -> Drivers.startWith(now, operation, ending));
  }

  /**
   * Calls a blocking operation on an executor, as {@link #callAsync(Operation, Executor)}, with a
   * {@link Backup} as in {@link #callAsyncOrElse(Operation, Backup)}.
   *
   * @param operation called once per attempt, on the executor
   * @param executor runs the attempts, and a backup that blocks
   * @param backup its result replaces the failure of the call
   * @param <T> type of the result
   * @return as {@link #callAsyncOrElse(Operation, Backup)}
   */
  public <T extends @Nullable Object> CompletableFuture<T> callAsyncOrElse(
      Operation<T, ?> operation, Executor executor, Backup<T> backup) {
    return callAsyncWithOrElse(new PlainOperation<>(operation), executor, backup);
  }

  /**
   * Calls an operation that receives its {@link Attempt}. Otherwise like {@link
   * #callAsyncOrElse(Operation, Executor, Backup)}.
   *
   * @param operation called once per attempt, on the executor
   * @param executor runs the attempts, and a backup that blocks
   * @param backup its result replaces the failure of the call
   * @param <T> type of the result
   * @return as {@link #callAsyncOrElse(Operation, Backup)}
   */
  public <T extends @Nullable Object> CompletableFuture<T> callAsyncWithOrElse(
      AttemptOperation<T, ?> operation, Executor executor, Backup<T> backup) {
    CallSettings now = beginCall(backup, executor);
    return BackedCall.start(
        now, executor, backup, ending -> Drivers.startOn(executor, now, operation, ending));
  }

  /**
   * Calls an operation that returns a stage. The first attempt starts on this thread, later
   * attempts on the {@linkplain Retry#withExecutor executor}. The future always completes.
   * Completing it from outside, with {@code cancel} or otherwise, ends the call and cancels the
   * current stage; cancelling a stage that depends on the future does not.
   *
   * @param operation starts an attempt; an exception or a null stage fails the attempt
   * @param <T> type of the result
   * @return completes with the first result that the policy accepts, or with the failure of the
   *     last attempt, not wrapped
   */
  public <T extends @Nullable Object> CompletableFuture<T> callAsync(
      Operation<? extends CompletionStage<T>, ?> operation) {
    return Drivers.callAsync(beginCall(), operation);
  }

  /**
   * Calls an operation that receives its {@link Attempt}. Otherwise like {@link
   * #callAsync(Operation)}.
   *
   * @param operation starts an attempt
   * @param <T> type of the result
   * @return as {@link #callAsync(Operation)}
   */
  public <T extends @Nullable Object> CompletableFuture<T> callAsyncWith(
      AttemptOperation<? extends CompletionStage<T>, ?> operation) {
    return Drivers.startWith(beginCall(), operation, Ending.<T>toValue());
  }

  /**
   * Calls a blocking operation on an executor, including the first attempt; waits hold no thread.
   * Completing the future from outside ends the call and interrupts the current attempt. Another
   * thread sends the interrupt, so that the caller of {@code cancel} neither waits for a channel to
   * close nor receives its exceptions.
   *
   * @param operation called once per attempt, on the executor
   * @param executor runs the attempts
   * @param <T> type of the result
   * @return as {@link #callAsync(Operation)}; fails with the executor's exception if it rejects the
   *     first attempt
   */
  public <T extends @Nullable Object> CompletableFuture<T> callAsync(
      Operation<T, ?> operation, Executor executor) {
    return Drivers.startOn(
        executor, beginCall(), new PlainOperation<>(operation), Ending.<T>toValue());
  }

  /**
   * Calls a blocking operation that receives its {@link Attempt}. Otherwise like {@link
   * #callAsync(Operation, Executor)}.
   *
   * @param operation called once per attempt, on the executor
   * @param executor runs the attempts
   * @param <T> type of the result
   * @return as {@link #callAsync(Operation, Executor)}
   */
  public <T extends @Nullable Object> CompletableFuture<T> callAsyncWith(
      AttemptOperation<T, ?> operation, Executor executor) {
    return Drivers.startOn(executor, beginCall(), operation, Ending.<T>toValue());
  }

  /**
   * Calls an operation that returns a stage, and completes with its result or its failure: the
   * future fails only with an {@code Error}. Otherwise like {@link #callAsync(Operation)}.
   *
   * @param operation starts an attempt
   * @param <T> type of the result
   * @return completes with value or failure, attempts, stop reason, time and report
   */
  public <T extends @Nullable Object> CompletableFuture<RetryResult<T>> executeAsync(
      Operation<? extends CompletionStage<T>, ?> operation) {
    return Drivers.start(beginCall(), operation, CallResults.<T>toResult());
  }

  /**
   * Calls an operation that receives its {@link Attempt}. Otherwise like {@link
   * #executeAsync(Operation)}.
   *
   * @param operation starts an attempt
   * @param <T> type of the result
   * @return as {@link #executeAsync(Operation)}
   */
  public <T extends @Nullable Object> CompletableFuture<RetryResult<T>> executeAsyncWith(
      AttemptOperation<? extends CompletionStage<T>, ?> operation) {
    return Drivers.startWith(beginCall(), operation, CallResults.<T>toResult());
  }

  /**
   * Calls a blocking operation on an executor, as {@link #callAsync(Operation, Executor)}, and
   * completes with its result or its failure.
   *
   * @param operation called once per attempt, on the executor
   * @param executor runs the attempts
   * @param <T> type of the result
   * @return as {@link #executeAsync(Operation)}
   */
  public <T extends @Nullable Object> CompletableFuture<RetryResult<T>> executeAsync(
      Operation<T, ?> operation, Executor executor) {
    return Drivers.startOn(
        executor, beginCall(), new PlainOperation<>(operation), CallResults.<T>toResult());
  }

  /**
   * Calls an operation that receives its {@link Attempt}. Otherwise like {@link
   * #executeAsync(Operation, Executor)}.
   *
   * @param operation called once per attempt, on the executor
   * @param executor runs the attempts
   * @param <T> type of the result
   * @return as {@link #executeAsync(Operation)}
   */
  public <T extends @Nullable Object> CompletableFuture<RetryResult<T>> executeAsyncWith(
      AttemptOperation<T, ?> operation, Executor executor) {
    return Drivers.startOn(executor, beginCall(), operation, CallResults.<T>toResult());
  }

  /**
   * Decorates a callable.
   *
   * @param callable called once per attempt
   * @param <T> type of the result
   * @return a callable that retries it
   */
  public <T extends @Nullable Object> Callable<T> decorateCallable(Callable<T> callable) {
    return new DecoratedFunctions.OfCallable<>(this, callable);
  }

  /**
   * Decorates a supplier. For a supplier of stages use {@link #decorateAsync}.
   *
   * @param supplier called once per attempt
   * @param <T> type of the result
   * @return a supplier that retries it
   */
  public <T extends @Nullable Object> Supplier<T> decorateSupplier(Supplier<T> supplier) {
    return new DecoratedFunctions.OfSupplier<>(this, supplier);
  }

  /**
   * Decorates a runnable.
   *
   * @param runnable run once per attempt
   * @return a runnable that retries it
   */
  public Runnable decorateRunnable(Runnable runnable) {
    return new DecoratedFunctions.OfRunnable(this, runnable);
  }

  /**
   * Decorates a function.
   *
   * @param function called once per attempt, with the same argument
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
   * @param function called once per attempt, with the same arguments
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
   * @param consumer called once per attempt, with the same argument
   * @param <A> type of the argument
   * @return a consumer that retries it
   */
  public <A extends @Nullable Object> Consumer<A> decorateConsumer(Consumer<A> consumer) {
    return new DecoratedFunctions.OfConsumer<>(this, consumer);
  }

  /**
   * Decorates an operation and keeps the type of its exceptions.
   *
   * @param operation called once per attempt
   * @param <T> type of the result
   * @param <X> type of the exceptions of the operation
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
   * @return a supplier of futures; each {@code get} is a separate call
   */
  public <T extends @Nullable Object> Supplier<CompletableFuture<T>> decorateAsync(
      Supplier<? extends CompletionStage<T>> supplier) {
    return new DecoratedFunctions.OfStages<>(this, supplier);
  }

  /**
   * Decorates a function that returns a stage.
   *
   * @param function starts each attempt, with the same argument
   * @param <A> type of the argument
   * @param <T> type of the result
   * @return a function that returns futures; each {@code apply} is a separate call
   */
  public <A extends @Nullable Object, T extends @Nullable Object>
      Function<A, CompletableFuture<T>> decorateAsyncFunction(
          Function<A, ? extends CompletionStage<T>> function) {
    return new DecoratedFunctions.OfStageFunction<>(this, function);
  }

  /**
   * Begins a call in token form: the caller makes the attempts.
   *
   * @return the call; its first attempt has begun
   */
  public RetryCall begin() {
    return new RetryCall(beginCall());
  }

  /**
   * The driver of this retry, for calls whose attempts the caller makes without blocking a thread
   * and without a future, such as on an event loop.
   *
   * @return begins calls; request it for each call, because a {@link RetryOverride} may replace it
   */
  public RetryDriver driver() {
    return RetryOverrides.none() ? ownDriver() : RetryOverrides.apply(this).ownDriver();
  }

  /** Immutable, so two threads may create it at the same time. */
  private RetryDriver ownDriver() {
    RetryDriver made = driver;
    if (made == null) {
      made = new RetryDriver(calls);
      driver = made;
    }
    return made;
  }

  /**
   * Ends all waits of this retry and of all its copies: the waiting calls stop with {@link
   * dev.reprise.decision.StopReason#SHUT_DOWN}, and later calls make one attempt. Running attempts
   * continue; a call that has no more attempts and awaits its {@link Backup} cancels it and fails.
   * Asynchronous calls end soon after, on the executor of their environment. After all waits have
   * ended, the {@linkplain #onShutdown actions} run, so an action may wait for the calls. If
   * actions throw, all others still run, and the first exception is thrown with the others as
   * suppressed exceptions.
   *
   * <p>A shutdown searches all waits in the timer: with a million waits, tasks that are due then
   * run about 20 ms late.
   */
  public void shutdown() {
    settings().shared().waits().shutDown();
  }

  /**
   * Registers an action for the shutdown of this retry or of a copy; runs it at once if that has
   * happened. For code that waits by itself.
   *
   * @param action run once, on the thread that calls {@link #shutdown()}, and then released; {@code
   *     shutdown()} throws its exceptions
   * @return removes the action
   */
  public Runnable onShutdown(Runnable action) {
    return settings().shared().waits().onShutdown(action);
  }

  /**
   * The name in events, logs and reports.
   *
   * @return the name; by default {@code "retry"}
   */
  public String name() {
    return settings().name();
  }

  /**
   * The policy.
   *
   * @return the policy; limited to one attempt if retries are disabled by {@value
   *     #DISABLED_PROPERTY}
   */
  public RetryPolicy policy() {
    return calls.policy();
  }

  /**
   * The state of the resource: budget, latencies, number of retrying calls.
   *
   * @return the state, which all copies share
   */
  public RetryState state() {
    return calls.state();
  }

  /**
   * The lowest level of the budgets of this retry: of the {@linkplain #state() state} and of each
   * {@linkplain #on key} in use. For dashboards and alarms; it changes nothing.
   *
   * @return as {@link RetryBudget#level}, from 0, at which the next retry of that key would be
   *     refused, to 1; empty if the budget does not know its level
   */
  public OptionalDouble budgetLevel() {
    return settings().budgetLevel();
  }

  /**
   * The environment: clock, sleeper, timer, executor and random numbers.
   *
   * @return the environment
   */
  public RetryEnvironment environment() {
    return settings().environment();
  }

  /**
   * The retry for a call that begins now. Used by engines that query a policy themselves.
   *
   * @return this retry, or the replacement by a {@link RetryOverride}
   */
  public Retry current() {
    return RetryOverrides.apply(this);
  }

  /** Settings of a call that begins now: of this retry, or of its current replacement. */
  private CallSettings beginCall() {
    return calls().beginCall();
  }

  /** As above, unless the backup needs an executor that the call does not have. */
  private CallSettings beginCall(Backup<?> backup, @Nullable Executor named) {
    CallSettings now = calls();
    backup.check(now, named);
    return now.beginCall();
  }

  /** Settings for drivers: of this retry, or of its current replacement. */
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
