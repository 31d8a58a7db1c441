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
import java.util.concurrent.Executor;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * Calls operations by a policy. Made once for each dependency, never for each call: it holds the
 * budget that all calls to the dependency share. Immutable, safe for use by any thread; the {@code
 * with…} methods answer with copies that keep every other setting and share the state.
 *
 * <p>Every call shape gives the same outcome, the same delays and the same events; {@link
 * RetryPolicy#decide} tells the rules. A failed call throws what the operation threw, the same
 * instance, with a {@link RetryReport} suppressed in it.
 *
 * <p>With the system property {@code reprise.disabled} set to {@code true} when it is made, a retry
 * and its copies make one attempt of every call.
 */
public final class Retry extends RetryFallbacks {

  /** The system property that turns all retrying off. */
  public static final String DISABLED_PROPERTY = SharedState.DISABLED_PROPERTY;

  private final RetrySettings settings;
  private final CallSettings calls;

  private Retry(RetrySettings settings) {
    this.settings = settings;
    calls = new CallSettings(settings);
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
   * stops with {@link dev.reprise.decision.StopReason#SWITCHED_OFF}.
   *
   * @return a new retry, for copies share a state
   */
  public static Retry none() {
    return new Retry(new RetrySettings(RetryPolicy.none().switchedOff(), RetryBudget.unlimited()));
  }

  /**
   * Changes the policy.
   *
   * @param policy the policy
   * @return a copy with this policy, sharing the state
   */
  public Retry withPolicy(RetryPolicy policy) {
    return new Retry(settings.withPolicy(Objects.requireNonNull(policy, "policy")));
  }

  /**
   * Changes the budget, and with it the state: the copy shares nothing of it with this retry.
   *
   * @param budget the budget; for {@link #on keys}, each gets a {@linkplain RetryBudget#fresh()
   *     fresh one} of its kind
   * @return a copy with this budget
   */
  public Retry withBudget(RetryBudget budget) {
    return new Retry(settings.withBudget(Objects.requireNonNull(budget, "budget")));
  }

  /**
   * Adds a listener.
   *
   * @param listener hears the calls of the copy, after those added before
   * @return a copy with one more listener, sharing the state
   */
  public Retry withListener(RetryListener listener) {
    return new Retry(settings.withListener(Objects.requireNonNull(listener, "listener")));
  }

  /**
   * Changes the name, which stands in events, logs and reports.
   *
   * @param name one line; control characters are escaped
   * @return a copy with this name, sharing the state
   */
  public Retry named(String name) {
    return new Retry(settings.named(FailureText.oneLine(Objects.requireNonNull(name, "name"))));
  }

  /**
   * Changes where later attempts of stage-returning calls start. By default that is the {@linkplain
   * java.util.concurrent.ForkJoinPool#commonPool() common pool}; what starts there must not block.
   *
   * @param executor the executor
   * @return a copy with this executor, sharing the state
   */
  public Retry withExecutor(Executor executor) {
    return new Retry(settings.withExecutor(Objects.requireNonNull(executor, "executor")));
  }

  /**
   * Changes the doors to the world: for tests and simulations.
   *
   * @param environment clock, sleeper, timer, executor and randomness
   * @return a copy in this environment, sharing the state
   */
  public Retry withEnvironment(RetryEnvironment environment) {
    return new Retry(settings.withEnvironment(Objects.requireNonNull(environment, "environment")));
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
    return new Retry(settings.describingFailures(Objects.requireNonNull(inWords, "inWords")));
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
    return new Retry(settings.describingAttempts(FailureText.oneLine(subject), results));
  }

  /**
   * Carries the caller's context to wherever a call goes on: it is captured when a call begins, and
   * restored around every attempt, callback and completion.
   *
   * @param context the context, in addition to those added before
   * @return a copy that carries it, sharing the state
   */
  public Retry withContext(CallContext context) {
    return new Retry(settings.withContext(Objects.requireNonNull(context, "context")));
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
  public Retry keyed(String idempotencyKey) {
    String checked = CallKey.checked(idempotencyKey);
    return new Retry(settings.withKey(() -> checked));
  }

  /**
   * For a call within an attempt of another one: it has the attempt's time left and its key.
   *
   * @param attempt the attempt
   * @return a copy with both, sharing the state
   */
  public Retry within(Attempt attempt) {
    RetrySettings shorter = within(attempt.timeLeft()).settings;
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
   * starve the others. At most 1,000 states are kept; those that are idle and full go first, then
   * those not selected for longest: select anew for each call.
   *
   * @param key names the resource, such as an origin; needs {@code equals} and {@code hashCode}
   * @return a copy with that key's state
   */
  public Retry on(Object key) {
    return new Retry(settings.on(Objects.requireNonNull(key, "key"), calls.ticks().nanos()));
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
  @Override
  public <T extends @Nullable Object, X extends Throwable> T call(Operation<T, X> operation)
      throws X {
    return calls.isPlain()
        ? BlockingCall.plain(calls, operation, null, null)
        : Drivers.call(calls, new PlainOperation<>(operation), Ending.<T>toValue());
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
    return Drivers.call(calls, operation, Ending.<T>toValue());
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
   * Calls an operation and tells how it went instead of throwing. An {@code Error} is thrown all
   * the same.
   *
   * @param operation called for each attempt, on this thread
   * @param <T> type of the result
   * @return value or failure, attempts, stop reason, time and report
   */
  public <T extends @Nullable Object> RetryResult<T> execute(Operation<T, ?> operation) {
    return Drivers.call(calls, new PlainOperation<>(operation), CallResults.<T>toResult());
  }

  /**
   * As {@link #execute}, for an operation that wants to see its attempt.
   *
   * @param operation called for each attempt, on this thread
   * @param <T> type of the result
   * @return value or failure, attempts, stop reason, time and report
   */
  public <T extends @Nullable Object> RetryResult<T> executeWith(AttemptOperation<T, ?> operation) {
    return Drivers.call(calls, operation, CallResults.<T>toResult());
  }

  /**
   * Begins a call in token form: the caller makes the attempts.
   *
   * @return the call, its first attempt under way
   */
  public RetryCall begin() {
    return new RetryCall(calls);
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
    settings.shared().waits().shutDown();
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
    return settings.shared().waits().onShutdown(action);
  }

  /**
   * The name in events, logs and reports.
   *
   * @return {@code "retry"} until named otherwise
   */
  public String name() {
    return settings.name();
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
    return settings.environment();
  }

  /** What drivers get of this retry. */
  @Override
  CallSettings calls() {
    return calls;
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
