package dev.reprise;

import dev.reprise.budget.RetryBudget;
import dev.reprise.event.RetryListener;
import dev.reprise.report.FailureText;
import dev.reprise.time.RetryEnvironment;
import java.util.concurrent.Executor;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/** All that a retry is made of, in one place, so that no copy forgets anything. */
record RetrySettings(
    String name,
    RetryPolicy policy,
    RetryState state,
    KeyedStates keyed,
    Listeners listeners,
    RetryEnvironment environment,
    @Nullable Executor executor,
    Function<? super Throwable, String> inWords,
    Shared shared) {

  RetrySettings(RetryPolicy policy, RetryBudget budget) {
    this(
        "retry",
        policy,
        new RetryState(budget),
        new KeyedStates(budget),
        Listeners.NONE,
        RetryEnvironment.system(),
        null,
        FailureText::describe,
        new Shared());
  }

  Executor executorOrDefault() {
    return executor == null ? environment.executor() : executor;
  }

  RetrySettings withPolicy(RetryPolicy changed) {
    return new RetrySettings(
        name, changed, state, keyed, listeners, environment, executor, inWords, shared);
  }

  RetrySettings withBudget(RetryBudget budget) {
    return new RetrySettings(
        name,
        policy,
        new RetryState(budget),
        new KeyedStates(budget),
        listeners,
        environment,
        executor,
        inWords,
        shared);
  }

  RetrySettings on(Object key, long nowNanos) {
    RetryState ofKey = keyed.on(key, nowNanos);
    return new RetrySettings(
        name, policy, ofKey, keyed, listeners, environment, executor, inWords, shared);
  }

  RetrySettings withListener(RetryListener listener) {
    Listeners more = listeners.with(listener);
    return new RetrySettings(
        name, policy, state, keyed, more, environment, executor, inWords, shared);
  }

  RetrySettings named(String changed) {
    return new RetrySettings(
        changed, policy, state, keyed, listeners, environment, executor, inWords, shared);
  }

  RetrySettings withExecutor(Executor changed) {
    return new RetrySettings(
        name, policy, state, keyed, listeners, environment, changed, inWords, shared);
  }

  RetrySettings withEnvironment(RetryEnvironment changed) {
    return new RetrySettings(
        name, policy, state, keyed, listeners, changed, executor, inWords, shared);
  }

  RetrySettings describingFailures(Function<? super Throwable, String> changed) {
    return new RetrySettings(
        name,
        policy,
        state,
        keyed,
        listeners,
        environment,
        executor,
        failure -> FailureText.describe(failure, changed),
        shared);
  }
}
