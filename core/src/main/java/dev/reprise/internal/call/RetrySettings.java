package dev.reprise.internal.call;

import dev.reprise.budget.RetryBudget;
import dev.reprise.context.CallContext;
import dev.reprise.event.CallObserver;
import dev.reprise.event.RetryEvent;
import dev.reprise.event.RetryListener;
import dev.reprise.internal.context.ContextCapture;
import dev.reprise.policy.RetryPolicy;
import dev.reprise.report.FailureText;
import dev.reprise.state.RetryState;
import dev.reprise.state.StatesByKey;
import dev.reprise.time.RetryEnvironment;
import dev.reprise.time.TickSource;
import java.util.OptionalDouble;
import java.util.concurrent.Executor;
import java.util.function.Consumer;
import java.util.function.Function;
import java.util.function.Supplier;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * All settings of a retry in one place, so that no copy loses a setting: each copy starts with all
 * settings, and changes one of them before it is published.
 */
public final class RetrySettings implements Cloneable {

  private String name = "retry";
  private RetryPolicy policy;
  private RetryState state;
  private StatesByKey keyed;
  private Listeners listeners = Listeners.NONE;
  private Observers observers = Observers.NONE;
  private RetryEnvironment environment = RetryEnvironment.system();
  private @Nullable Executor executor;
  private Function<? super Throwable, String> describer = FailureText::describe;
  private Function<@Nullable Object, @Nullable String> resultText = result -> null;
  private ContextCapture contextCapture = ContextCapture.NONE;
  private @Nullable Supplier<String> idempotencyKey;
  private @Nullable Object key;
  private RetryEvent.@Nullable Origin origin;
  private final SharedState shared = new SharedState();

  public RetrySettings(RetryPolicy policy, RetryBudget budget) {
    this.policy = policy;
    state = RetryState.of(budget);
    keyed = new StatesByKey(budget);
  }

  private RetrySettings copy() {
    try {
      RetrySettings copy = (RetrySettings) clone();
      copy.origin = null;
      return copy;
    } catch (CloneNotSupportedException impossible) {
      throw new AssertionError(impossible);
    }
  }

  private RetrySettings with(Consumer<RetrySettings> change) {
    RetrySettings copy = copy();
    change.accept(copy);
    return copy;
  }

  public RetrySettings withPolicy(RetryPolicy changed) {
    return with(copy -> copy.policy = changed);
  }

  public RetrySettings withBudget(RetryBudget budget) {
    return with(
        copy -> {
          copy.state = RetryState.of(budget);
          copy.keyed = new StatesByKey(budget);
          copy.key = null;
        });
  }

  /** Written out, because it runs for each call: no lambda is created. */
  public RetrySettings on(Object key, TickSource ticks) {
    RetrySettings copy = copy();
    copy.state = keyed.on(key, ticks);
    copy.key = key;
    return copy;
  }

  public RetrySettings withListener(RetryListener listener) {
    return with(copy -> copy.listeners = listeners.with(listener));
  }

  public RetrySettings withObserver(CallObserver observer) {
    return with(copy -> copy.observers = observers.with(observer));
  }

  /** Settings of the calls that no observer follows. */
  public RetrySettings withoutObservers() {
    return with(copy -> copy.observers = Observers.NONE);
  }

  /** Settings of one call. Written out, because it runs for each observed call. */
  public RetrySettings observedBy(CallObserver.ObservedCall call) {
    RetrySettings copy = copy();
    copy.origin = origin;
    copy.listeners = listeners.observedBy(call);
    copy.contextCapture = contextCapture.observedBy(call);
    return copy;
  }

  public RetrySettings named(String changed) {
    return with(copy -> copy.name = changed);
  }

  public RetrySettings withExecutor(Executor changed) {
    return with(copy -> copy.executor = changed);
  }

  public RetrySettings withEnvironment(RetryEnvironment changed) {
    return with(copy -> copy.environment = changed);
  }

  public RetrySettings describingFailures(Function<? super Throwable, String> changed) {
    return with(copy -> copy.describer = failure -> FailureText.describe(failure, changed));
  }

  public RetrySettings describingAttempts(
      String subject, Function<@Nullable Object, @Nullable String> results) {
    String prefix = subject + ": ";
    return with(
        copy -> {
          copy.describer = failure -> FailureText.oneLine(prefix + describer.apply(failure));
          copy.resultText = results;
        });
  }

  public RetrySettings withContext(CallContext context) {
    return with(copy -> copy.contextCapture = contextCapture.and(context));
  }

  public RetrySettings withKey(Supplier<String> changed) {
    return with(copy -> copy.idempotencyKey = changed);
  }

  public String name() {
    return name;
  }

  /** Origin of the events. Created with the first event; two threads may create two equal ones. */
  public RetryEvent.Origin origin() {
    RetryEvent.Origin known = origin;
    if (known == null) {
      known = new RetryEvent.Origin(name, key, describer, resultText);
      origin = known;
    }
    return known;
  }

  public RetryPolicy policy() {
    return policy;
  }

  public RetryState state() {
    return state;
  }

  /** The lowest level of the budgets of the state and of all keys. */
  public OptionalDouble budgetLevel() {
    long now = environment.ticks().nanos();
    return Stream.of(state.budgetLevel(now), keyed.lowestLevel(now))
        .flatMapToDouble(OptionalDouble::stream)
        .min();
  }

  public Listeners listeners() {
    return listeners;
  }

  public Observers observers() {
    return observers;
  }

  public RetryEnvironment environment() {
    return environment;
  }

  @Nullable
  public Executor executor() {
    return executor;
  }

  public Function<? super Throwable, String> describer() {
    return describer;
  }

  public ContextCapture contextCapture() {
    return contextCapture;
  }

  /** Returns the key of the attempt around this retry, if there is one. */
  @Nullable
  public String idempotencyKey() {
    return idempotencyKey == null ? null : idempotencyKey.get();
  }

  public SharedState shared() {
    return shared;
  }

  /**
   * Returns whether a setting uses the time at which a call began: its limit, budget, backoff or a
   * listener.
   */
  public boolean needsTicks() {
    return policy.hasTimeLimit()
        || state().budget().readsTicks()
        || policy.readsAverageLatency()
        || !listeners.isEmpty();
  }
}
