package dev.reprise;

import dev.reprise.budget.RetryBudget;
import dev.reprise.context.CallContext;
import dev.reprise.event.RetryEvent;
import dev.reprise.event.RetryListener;
import dev.reprise.report.FailureText;
import dev.reprise.time.RetryEnvironment;
import java.util.concurrent.Executor;
import java.util.function.Consumer;
import java.util.function.Function;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * All that a retry is made of, in one place, so that no copy forgets anything: each begins as the
 * whole, and changes what it is about before anybody sees it.
 */
final class RetrySettings implements Cloneable {

  private String name = "retry";
  private RetryPolicy policy;
  private RetryState state;
  private KeyedStates keyed;
  private Listeners listeners = Listeners.NONE;
  private RetryEnvironment environment = RetryEnvironment.system();
  private @Nullable Executor executor;
  private Function<? super Throwable, String> inWords = FailureText::describe;
  private Function<@Nullable Object, @Nullable String> resultWords = result -> null;
  private Surroundings surroundings = Surroundings.NONE;
  private @Nullable Supplier<String> idempotencyKey;
  private @Nullable Object key;
  private RetryEvent.@Nullable Origin origin;
  private final Shared shared = new Shared();

  RetrySettings(RetryPolicy policy, RetryBudget budget) {
    this.policy = policy;
    state = new RetryState(budget);
    keyed = new KeyedStates(budget);
  }

  private RetrySettings with(Consumer<RetrySettings> change) {
    try {
      RetrySettings copy = (RetrySettings) clone();
      copy.origin = null;
      change.accept(copy);
      return copy;
    } catch (CloneNotSupportedException impossible) {
      throw new AssertionError(impossible);
    }
  }

  RetrySettings withPolicy(RetryPolicy changed) {
    return with(copy -> copy.policy = changed);
  }

  RetrySettings withBudget(RetryBudget budget) {
    return with(
        copy -> {
          copy.state = new RetryState(budget);
          copy.keyed = new KeyedStates(budget);
          copy.key = null;
        });
  }

  RetrySettings on(Object key, long nowNanos) {
    return with(
        copy -> {
          copy.state = keyed.on(key, nowNanos);
          copy.key = key;
        });
  }

  RetrySettings withListener(RetryListener listener) {
    return with(copy -> copy.listeners = listeners.with(listener));
  }

  RetrySettings named(String changed) {
    return with(copy -> copy.name = changed);
  }

  RetrySettings withExecutor(Executor changed) {
    return with(copy -> copy.executor = changed);
  }

  RetrySettings withEnvironment(RetryEnvironment changed) {
    return with(copy -> copy.environment = changed);
  }

  RetrySettings describingFailures(Function<? super Throwable, String> changed) {
    return with(copy -> copy.inWords = failure -> FailureText.describe(failure, changed));
  }

  RetrySettings describingAttempts(
      String subject, Function<@Nullable Object, @Nullable String> results) {
    String prefix = subject + ": ";
    return with(
        copy -> {
          copy.inWords = failure -> FailureText.oneLine(prefix + inWords.apply(failure));
          copy.resultWords = results;
        });
  }

  RetrySettings withContext(CallContext context) {
    return with(copy -> copy.surroundings = surroundings.and(context));
  }

  RetrySettings withKey(Supplier<String> changed) {
    return with(copy -> copy.idempotencyKey = changed);
  }

  String name() {
    return name;
  }

  /** Whose events they are. Made with the first event; two threads may make two that are equal. */
  RetryEvent.Origin origin() {
    RetryEvent.Origin known = origin;
    if (known == null) {
      known = new RetryEvent.Origin(name, key, inWords, resultWords);
      origin = known;
    }
    return known;
  }

  RetryPolicy policy() {
    return policy;
  }

  RetryState state() {
    return state;
  }

  Listeners listeners() {
    return listeners;
  }

  RetryEnvironment environment() {
    return environment;
  }

  @Nullable Executor executor() {
    return executor;
  }

  Executor executorOrDefault() {
    return executor == null ? environment.executor() : executor;
  }

  Function<? super Throwable, String> inWords() {
    return inWords;
  }

  Surroundings surroundings() {
    return surroundings;
  }

  /** Asks for the key of the attempt that this retry is within, where there is one. */
  @Nullable String idempotencyKey() {
    return idempotencyKey == null ? null : idempotencyKey.get();
  }

  Shared shared() {
    return shared;
  }

  /** Whether anybody wants to know when a call began: its limit, budget, backoff or a listener. */
  boolean needsTicks() {
    return policy.hasTimeLimit()
        || state().budget().readsTicks()
        || policy.backoff().needsLatency()
        || !listeners.isEmpty();
  }
}
