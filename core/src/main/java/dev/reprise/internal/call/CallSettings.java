package dev.reprise.internal.call;

import dev.reprise.budget.RetryBudget;
import dev.reprise.classify.FailureKind;
import dev.reprise.decision.Decision;
import dev.reprise.decision.View;
import dev.reprise.event.CallObserver;
import dev.reprise.event.RetryEvent;
import dev.reprise.internal.context.ContextCapture;
import dev.reprise.policy.RetryPolicy;
import dev.reprise.state.RetryState;
import dev.reprise.time.Delayer;
import dev.reprise.time.RetryEnvironment;
import dev.reprise.time.TickSource;
import java.util.Objects;
import java.util.concurrent.Executor;
import java.util.function.Function;
import java.util.random.RandomGenerator;
import org.jspecify.annotations.Nullable;

/**
 * Settings of a retry for drivers: policy, state of the resource, environment and listeners.
 * Immutable; created once for each retry, because the first attempt reads it.
 */
public final class CallSettings {

  private final RetrySettings settings;
  private final RetryPolicy policy;
  private final TickSource ticks;
  private final boolean plain;
  private final @Nullable CallSettings withoutObservers;
  private final boolean readsClock;
  private final boolean skipsBookkeeping;
  private final boolean reportsSuccess;

  public CallSettings(RetrySettings settings) {
    this.settings = settings;
    policy = settings.shared().disabled() ? settings.policy().disabled() : settings.policy();
    ticks = settings.environment().ticks();
    plain =
        policy.conditions().acceptsEveryResult()
            && !policy.hasAttemptTimeout()
            && !policy.isHedged()
            && !policy.followsHintsOnSuccess()
            && carriesNoContext();
    withoutObservers =
        settings.observers().isEmpty() ? null : new CallSettings(settings.withoutObservers());
    readsClock = settings.needsTicks();
    boolean countsSuccess = settings.listeners().countFirstAttempts();
    boolean unlimited = settings.state().budget() == RetryBudget.unlimited();
    skipsBookkeeping = !readsClock && !countsSuccess && unlimited;
    reportsSuccess = countsSuccess || measuresSuccess();
  }

  private boolean measuresSuccess() {
    return settings.listeners().receiveFirstAttempt() || learnsSuccesses();
  }

  private boolean carriesNoContext() {
    return settings.contextCapture().isEmpty() && settings.observers().isEmpty();
  }

  private boolean learnsSuccesses() {
    return policy.readsLatencies() && !policy.isHedged();
  }

  /** The settings of the retry, for its copies. */
  public RetrySettings settings() {
    return settings;
  }

  /**
   * The settings of a call that begins now on this thread: these, or a copy for this call if it is
   * observed. Used once for each call.
   */
  public CallSettings beginCall() {
    CallSettings otherwise = withoutObservers;
    return otherwise == null ? this : beginObserved(otherwise);
  }

  private CallSettings beginObserved(CallSettings otherwise) {
    CallObserver.ObservedCall call = settings.observers().begin(otherwise.origin());
    return call == null ? otherwise : new CallSettings(otherwise.settings.observedBy(call));
  }

  /**
   * Returns whether a first attempt that returns is the whole call, without classification or
   * timeout.
   */
  public boolean isPlain() {
    return plain;
  }

  /**
   * Returns whether the budget, the state or a listener must be notified that a plain call begins
   * and succeeds.
   */
  public boolean recordsCalls() {
    return !skipsBookkeeping;
  }

  /** Begins a plain call. Returns the tick, or 0 if it is not needed. */
  public long firstBegins() {
    if (skipsBookkeeping) {
      return 0;
    }
    long start = readsClock ? ticks.nanos() : 0;
    settings.state().callStarted(start);
    return start;
  }

  /** Ends a plain call whose first attempt returned. */
  public void firstSucceeded(long startNanos) {
    if (!skipsBookkeeping) {
      firstAccepted(startNanos);
    }
  }

  /**
   * Ends a call whose first attempt was accepted, and notifies listeners. From now on the call has
   * its value; a clock that throws affects only durations.
   */
  public void firstAccepted(long attemptNanos) {
    settings.state().firstAttemptAccepted(attemptNanos);
    if (reportsSuccess) {
      reportSuccess(attemptNanos);
    }
  }

  private void reportSuccess(long attemptNanos) {
    listeners().countFirstAttempt();
    if (measuresSuccess()) {
      long length = Math.max(0, nanosOr(attemptNanos) - attemptNanos);
      if (learnsSuccesses()) {
        settings.state().recordLatency(length);
      }
      if (listeners().receiveFirstAttempt()) {
        listeners().publish(new RetryEvent.FirstAttemptSucceeded(origin(), length));
      }
    }
  }

  /** Timeout of an attempt, without regard to the remaining time of the call. */
  long attemptTimeoutNanos(int number) {
    return policy.attemptTimeoutNanos(
        number, policy.readsLatencies() ? settings.state().view() : View.NONE);
  }

  /**
   * Records the duration of an attempt that succeeded or timed out, if the policy uses durations.
   * For a hedged call the driver does so, because it knows which attempts are representative.
   */
  void learn(Decision decided, long durationNanos) {
    boolean isRepresentative =
        decided instanceof Decision.Accept
            ? learnsSuccesses()
            : policy.readsLatencies() && decided.verdict().kind() == FailureKind.TIMEOUT;
    if (isRepresentative) {
      settings.state().recordLatency(durationNanos);
    }
  }

  /** Returns whether a driven call needs no object before its first attempt has failed. */
  public boolean driverMayComeLater() {
    return !policy.isHedged() && !policy.followsHintsOnSuccess() && carriesNoContext();
  }

  /** Returns whether a plain call reads the clock when it begins. */
  public boolean readsClock() {
    return readsClock;
  }

  /** The tick that {@link #firstBegins} returned, or the current tick if it read none. */
  public long tickOr(long startNanos) {
    return readsClock ? startNanos : ticks.nanos();
  }

  /** The current tick, or the given one if the clock throws. */
  public long nanosOr(long otherwise) {
    try {
      return ticks.nanos();
    } catch (Throwable bug) {
      return otherwise;
    }
  }

  /** The name in events, logs and reports. */
  public String name() {
    return settings.name();
  }

  /** The policy, with only one attempt if retrying is switched off. */
  public RetryPolicy policy() {
    return policy;
  }

  /** State of the resource, in which calls are recorded. */
  public RetryState state() {
    return settings.state();
  }

  public RetryEnvironment environment() {
    return settings.environment();
  }

  public TickSource ticks() {
    return ticks;
  }

  /** A generator; if the environment fails to return one, a generator that throws on use. */
  public RandomGenerator random() {
    try {
      return Objects.requireNonNull(settings.environment().random(), "random");
    } catch (Throwable bug) {
      return () -> {
        throw Sneaky.throwing(bug);
      };
    }
  }

  public Listeners listeners() {
    return settings.listeners();
  }

  public RetryEvent.Origin origin() {
    return settings.origin();
  }

  /** Function that describes failures in reports. */
  public Function<? super Throwable, String> describer() {
    return settings.describer();
  }

  public SharedState shared() {
    return settings.shared();
  }

  /** Returns whether an executor was set, instead of that of the environment. */
  public boolean hasExecutor() {
    return settings.executor() != null;
  }

  /** The executor that was set, or that of the environment. */
  public Executor executor() {
    Executor own = settings.executor();
    return own == null ? defaultExecutor() : own;
  }

  /** The executor of the environment; if it fails to return one, an executor that rejects. */
  public Executor defaultExecutor() {
    try {
      return Objects.requireNonNull(settings.environment().executor(), "executor");
    } catch (Throwable bug) {
      return task -> {
        throw Sneaky.throwing(bug);
      };
    }
  }

  /** The timer of the environment; if it fails to return one, a timer that rejects. */
  public Delayer delayer() {
    try {
      return Delayer.guarded(settings.environment().delayer());
    } catch (Throwable bug) {
      return (task, delayNanos) -> {
        throw Sneaky.throwing(bug);
      };
    }
  }

  public ContextCapture.Captured captureContext() {
    return settings.contextCapture().capture();
  }

  /** The key of a call: the caller's, or a new one. */
  public String keyOfCall() {
    String given = settings.idempotencyKey();
    return given != null ? given : CallKey.next(environment().wallClock());
  }

  /**
   * Wait that the server requested with an earlier success, for a call that begins now; 0 if the
   * limits of the call do not allow that wait.
   */
  public long pauseNanos(long nowNanos) {
    if (!policy.followsHintsOnSuccess() || policy.skipsWaits()) {
      return 0;
    }
    long pause = settings.state().remainingPauseNanos(nowNanos);
    return policy.hasTimeLimit() && pause >= policy.limits().withinNanos() ? 0 : pause;
  }
}
