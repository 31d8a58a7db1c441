package dev.reprise;

import dev.reprise.classify.AttemptTimeoutException;
import dev.reprise.classify.Outcome;
import dev.reprise.context.CallContext;
import dev.reprise.decision.Decision;
import dev.reprise.decision.ResultRejectedException;
import dev.reprise.decision.StopReason;
import dev.reprise.function.Attempt;
import dev.reprise.internal.call.CallReport;
import dev.reprise.internal.call.CallSettings;
import dev.reprise.internal.call.FirstAttempt;
import dev.reprise.internal.call.RetriedCall;
import dev.reprise.internal.context.ContextCapture;
import dev.reprise.internal.driver.AbandonedCalls;
import dev.reprise.internal.driver.CallDriver;
import dev.reprise.internal.driver.ChangeQueue;
import dev.reprise.internal.driver.DrivenAttempt;
import dev.reprise.internal.log.QuietLog;
import dev.reprise.report.RetryReport;
import java.lang.ref.Cleaner;
import java.lang.ref.Reference;
import java.time.Duration;
import java.util.Objects;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * A call whose attempts the caller makes, for example in an event loop, a coroutine or a message
 * consumer. It returns what to do next, and when. It makes no attempts, never waits, and has
 * neither thread nor timer. Decisions, budget, events, hints, nesting, keys, deadline and report
 * are those of every other call shape.
 *
 * <p>Each {@linkplain RetryStep step} is returned once, by {@link #next()} or by the method that
 * reported the outcome before it, so a loop that follows the steps needs no own state:
 *
 * <pre>{@code
 * void follow(RetryStep step) {
 *   if (step instanceof RetryStep.End) {
 *     finish(call.outcome());
 *   } else if (!(step instanceof RetryStep.Await)) {
 *     timer.schedule(() -> begin(step), step.delay());
 *   }
 * }
 *
 * void begin(RetryStep step) {
 *   Attempt attempt = call.begin(step);
 *   follow(call.next());
 *   if (attempt != null) {
 *     send(
 *         answer -> follow(call.returned(attempt, answer)),
 *         failure -> follow(call.failed(attempt, failure)));
 *   }
 * }
 * }</pre>
 *
 * <p>To abandon a call that is not over, {@linkplain #close close} or {@linkplain #stop stop} it:
 * its permit goes back to the budget, and it no longer counts as retrying. A call that becomes
 * unreachable is closed in the same way, some time after the garbage collector has found it.
 *
 * <p>Used by one thread at a time; the next thread must see the writes of the previous one. A
 * listener may call back to end the call; that takes effect after the event that it received. No
 * method waits. An exception of a clock, a policy or a listener is not thrown: it ends the call,
 * with {@link StopReason#POLICY_FAILED} unless it is the failure of an attempt.
 *
 * @param <T> type of the operation's result
 */
public final class DrivenCall<T extends @Nullable Object> implements AutoCloseable {

  private final CallSettings settings;
  private final ContextCapture.Captured context;
  private final CallDriver<T> driver;
  private final ChangeQueue changes = new ChangeQueue();
  private Cleaner.@Nullable Cleanable net;
  private RetryStep step;
  private boolean handedOut;
  private @Nullable Outcome<T> outcome;
  private @Nullable Outcome<T> last;
  private @Nullable Throwable bug;

  private DrivenCall(CallSettings settings, ContextCapture.Captured context, CallDriver<T> driver) {
    this.settings = settings;
    this.context = context;
    this.driver = driver;
    step = new RetryStep.AttemptNow();
  }

  /** Returns a call that begins now. */
  static <T extends @Nullable Object> DrivenCall<T> starting(CallSettings settings) {
    CallDriver<T> driver = new CallDriver<>(settings, flight -> {});
    settings.state().callStarted(driver.startNanos());
    DrivenCall<T> call = new DrivenCall<>(settings, settings.captureContext(), driver);
    long pause = settings.pauseNanos(driver.startNanos());
    if (pause > 0) {
      call.setStep(new RetryStep.AttemptAfter(pause));
    }
    return call.watched();
  }

  /** Returns a call whose first attempt has ended without success. */
  static <T extends @Nullable Object> DrivenCall<T> after(
      CallSettings settings, RetriedCall judged, Outcome<T> first, long startNanos, long mark) {
    CallDriver<T> driver = new CallDriver<>(settings, flight -> {}, startNanos, mark);
    DrivenCall<T> call =
        new DrivenCall<>(settings, ContextCapture.Captured.NOTHING, driver.after(judged, first));
    call.change(() -> call.follow(judged.decision()));
    return call;
  }

  /** Same, but the result of the first attempt was already examined. */
  static <T extends @Nullable Object> DrivenCall<T> after(
      CallSettings settings, RetriedCall judged, Outcome<T> outcome, FirstAttempt first) {
    return after(settings, judged, outcome, first.callNanos(), first.mark());
  }

  /** Closes the call some time after it has become unreachable. */
  DrivenCall<T> watched() {
    if (!driver.isOver()) {
      net = AbandonedCalls.watch(this, driver, context);
    }
    return this;
  }

  /**
   * The next step, if it was not returned before.
   *
   * @return the step, once; then {@link RetryStep.Await}, until there is a new step
   */
  public RetryStep next() {
    if (handedOut) {
      return RetryStep.Await.INSTANCE;
    }
    handedOut = true;
    return step;
  }

  /**
   * The current step, even if it was returned before: to inspect it, or to begin it at once.
   *
   * @return the step; the same one until an attempt or the call begins or ends
   */
  public RetryStep step() {
    return step;
  }

  private void setStep(RetryStep next) {
    step = next;
    handedOut = false;
  }

  /**
   * Begins the attempt of a step, which the caller then makes. Afterwards the {@linkplain #next()
   * next} step states whether to make one more attempt in parallel.
   *
   * @param asked the step whose delay has passed
   * @return the attempt, for reporting its outcome; null if no attempt shall be made: the call
   *     ended here, because its time was over or its retry was shut down, or the budget refused the
   *     hedge, or a newer step has replaced the given one
   * @throws IllegalArgumentException if the step requires no attempt
   */
  public @Nullable Attempt begin(RetryStep asked) {
    Objects.requireNonNull(asked, "step");
    if (asked instanceof RetryStep.End || asked instanceof RetryStep.Await) {
      throw new IllegalArgumentException(
          "begin takes a step that asks for an attempt, but was given \"" + asked + "\"");
    }
    if (asked != step || changes.underWay()) {
      return null;
    }
    Begun begun = new Begun();
    change(() -> begun.flight = begin(asked instanceof RetryStep.HedgeAfter));
    DrivenAttempt flight = begun.flight;
    return flight == null ? null : flight.seen();
  }

  /** An attempt that has begun while an exception may have ended the call. */
  private static final class Begun {
    private @Nullable DrivenAttempt flight;
  }

  private @Nullable DrivenAttempt begin(boolean hedge) {
    if (hedge) {
      return beginHedge();
    }
    DrivenAttempt flight = driver.hasBegun() ? driver.beginRetry() : driver.beginFirst();
    if (flight == null) {
      end();
    } else {
      awaitAnswer();
    }
    return flight;
  }

  private @Nullable DrivenAttempt beginHedge() {
    OptionalLong due = driver.nextHedge();
    DrivenAttempt flight = due.isPresent() && due.getAsLong() <= 0 ? driver.beginHedge() : null;
    awaitAnswer();
    return flight;
  }

  private void awaitAnswer() {
    OptionalLong due = driver.nextHedge();
    setStep(due.isPresent() ? new RetryStep.HedgeAfter(due.getAsLong()) : RetryStep.Await.INSTANCE);
  }

  /**
   * Reports the result of an attempt for the policy to decide. The result of a superseded attempt
   * changes nothing; if the policy hedges, it is closed if it is {@link AutoCloseable}.
   *
   * @param attempt the attempt that {@link #begin} returned
   * @param result the result; may be null if {@code T} allows it
   * @return the next step
   */
  public RetryStep returned(Attempt attempt, T result) {
    return finished(attempt, Outcome.returned(result));
  }

  /**
   * Reports the failure of an attempt. That of a superseded attempt changes nothing.
   *
   * @param attempt the attempt that {@link #begin} returned
   * @param failure the exception; wrappers of executors and futures are removed
   * @return the next step
   */
  public RetryStep failed(Attempt attempt, Throwable failure) {
    return finished(attempt, Outcome.threw(Objects.requireNonNull(failure, "failure")));
  }

  /**
   * Fails an attempt with {@link AttemptTimeoutException}; the caller cancels it. A timeout of a
   * superseded attempt changes nothing.
   *
   * @param attempt the attempt that {@link #begin} returned
   * @return the next step
   * @throws IllegalStateException if the policy has no attempt timeout; report your own timeouts
   *     with {@link #failed}
   */
  public RetryStep timedOut(Attempt attempt) {
    Objects.requireNonNull(attempt, "attempt");
    if (!settings.policy().hasAttemptTimeout()) {
      throw new IllegalStateException(
          "timedOut is for a policy with an attempt timeout, and " + settings.name() + " has none");
    }
    DrivenAttempt flight = driver.inFlight(attempt);
    return flight == null ? next() : finished(flight, driver.timedOut(flight));
  }

  /**
   * The time from now until {@link #timedOut} must be called for an attempt: its {@linkplain
   * Attempt#timeLeft() remaining time}, if the policy limits attempts.
   *
   * @param attempt the attempt that {@link #begin} returned
   * @return at least zero; empty if the policy has no attempt timeout
   */
  public Optional<Duration> timeout(Attempt attempt) {
    return settings.policy().hasAttemptTimeout()
        ? Optional.of(attempt.timeLeft())
        : Optional.empty();
  }

  /** As {@link #returned} or {@link #failed}. */
  RetryStep finished(Attempt attempt, Outcome<T> ended) {
    DrivenAttempt flight = driver.inFlight(Objects.requireNonNull(attempt, "attempt"));
    return flight == null ? late(ended) : finished(flight, ended);
  }

  private RetryStep late(Outcome<T> ended) {
    context.run(() -> driver.answeredLate(ended.valueOrNull()));
    return next();
  }

  private RetryStep finished(DrivenAttempt flight, Outcome<T> ended) {
    change(
        () -> {
          if (driver.inFlight(flight.seen()) == null) { // another one has decided meanwhile
            driver.answeredLate(ended.valueOrNull());
            return;
          }
          Decision decision = driver.finished(flight, ended);
          ended(flight, ended, decision);
        });
    return next();
  }

  private void ended(DrivenAttempt flight, Outcome<T> ended, Decision decision) {
    if (driver.endedAtOnce()) {
      acceptFirst(flight, ended);
    } else {
      follow(decision);
    }
  }

  private void follow(@Nullable Decision decision) {
    if (decision instanceof Decision.DeferredToInFlight) {
      awaitAnswer();
    } else if (decision instanceof Decision.RetryAfter again) {
      long delay = again.delayNanos();
      setStep(delay > 0 ? new RetryStep.AttemptAfter(delay) : new RetryStep.AttemptNow());
    } else {
      end();
    }
  }

  /**
   * Reports that an attempt succeeded, without asking the policy, and ends the call with the value
   * null. The success of a superseded attempt changes nothing.
   *
   * @param attempt the attempt that {@link #begin} returned
   * @return the next step: the end, since all other attempts are cancelled
   */
  @SuppressWarnings("NullAway") // the outcome of a call without a value
  public RetryStep succeeded(Attempt attempt) {
    DrivenAttempt flight = driver.inFlight(Objects.requireNonNull(attempt, "attempt"));
    if (flight != null) {
      change(
          () -> {
            Outcome<T> nothing = Outcome.returned(null);
            driver.succeeded(flight, nothing);
            ended(flight, nothing, Decision.accept());
          });
    }
    return next();
  }

  /**
   * Reports that a timer or executor rejected the attempt of the current step. This ends the call,
   * unless other attempts are in flight.
   *
   * @param rejection the exception of the timer or executor
   * @return the next step
   */
  public RetryStep rejected(Throwable rejection) {
    Objects.requireNonNull(rejection, "rejection");
    if (step instanceof RetryStep.HedgeAfter) {
      setStep(RetryStep.Await.INSTANCE);
    } else if (step instanceof RetryStep.AttemptNow || step instanceof RetryStep.AttemptAfter) {
      change(
          () -> {
            driver.rejected(rejection);
            end();
          });
    }
    return next();
  }

  /** Reports an exception of the code that waits; treated as an exception of the policy. */
  RetryStep waitFailed(Throwable bug) {
    change(
        () -> {
          driver.waitFailed(bug);
          end();
        });
    return next();
  }

  /**
   * Ends the call from outside. Has no effect if it has ended.
   *
   * @param why {@link StopReason#CANCELLED} if no caller waits for the call any more, {@link
   *     StopReason#INTERRUPTED} if the waiting thread was interrupted, or {@link
   *     StopReason#SHUT_DOWN} if its retry {@linkplain Retry#onShutdown was shut down}: this ends
   *     only waits, so an attempt in flight continues, and a first attempt is made now
   * @return the next step
   * @throws IllegalArgumentException for a different reason
   */
  public RetryStep stop(StopReason why) {
    switch (Objects.requireNonNull(why, "why")) {
      case CANCELLED -> change(this::cancel);
      case INTERRUPTED, SHUT_DOWN -> change(() -> stopBy(why));
      default ->
          throw new IllegalArgumentException(
              "why must be CANCELLED, INTERRUPTED or SHUT_DOWN, but was " + why);
    }
    return next();
  }

  /** No caller waits for the call or for a rejected result that it holds. */
  private void cancel() {
    driver.stop(StopReason.CANCELLED).closeRejected();
    end();
  }

  /** The waiting thread stops waiting for the next attempt and gets the last outcome. */
  RetryStep stopWaiting(StopReason why) {
    change(() -> stopBy(why));
    return next();
  }

  private void stopBy(StopReason why) {
    boolean waits = step instanceof RetryStep.AttemptNow || step instanceof RetryStep.AttemptAfter;
    if (why != StopReason.SHUT_DOWN || (waits && driver.hasBegun())) {
      RetriedCall unused = driver.stop(why);
      end();
    } else if (waits) {
      setStep(new RetryStep.AttemptNow());
    }
  }

  /** Ends the call as cancelled, unless it has ended. */
  @Override
  public void close() {
    RetryStep unused = stop(StopReason.CANCELLED);
  }

  /**
   * Restores the {@linkplain Retry#withContext context} of the call on this thread, for code other
   * than attempts.
   *
   * @return restores the previous context when closed, on the same thread
   */
  public CallContext.Scope enter() {
    return context.open();
  }

  /**
   * Restores the context of the call on this thread, for an attempt, which begins for {@linkplain
   * Retry#withObserver observers} now.
   *
   * @param attempt the attempt that was {@linkplain #begin begun}
   * @return restores the previous context when closed, on the same thread
   */
  public CallContext.Scope enter(Attempt attempt) {
    return context.open(Objects.requireNonNull(attempt, "attempt"));
  }

  /**
   * The outcome of the call: its value, or its failure, which is the instance that an attempt
   * threw, with the report attached.
   *
   * @return the outcome; contains {@link ResultRejectedException} if the last result was rejected
   * @throws IllegalStateException if the call has not ended
   */
  public Outcome<T> outcome() {
    Outcome<T> known = outcome;
    if (known == null) {
      throw new IllegalStateException(
          "outcome is known when the call is over, but its step is \"" + step + "\"");
    }
    return known;
  }

  /**
   * The outcome of the call with its report, as {@link Retry#execute} returns it: it has the
   * rejected result itself.
   *
   * @return the result
   * @throws IllegalStateException if the call has not ended
   */
  public RetryResult<T> result() {
    Outcome<T> known = outcome();
    Outcome<T> ofLastAttempt = last;
    return new RetryResult<>(
        ofLastAttempt == null ? known : ofLastAttempt, ((RetryStep.End) step).report(), bug);
  }

  /**
   * Returns whether {@link Retry#callOrElse} would call its fallback now. The caller runs the
   * fallback, with {@link #result()}, and reports its outcome by {@link #afterFallback}.
   *
   * @return false if the call has a value, was ended from outside, or failed with an {@code Error}
   * @throws IllegalStateException if the call has not ended
   */
  public boolean wantsFallback() {
    return outcome() instanceof Outcome.Threw && Fallbacks.isAsked(result(), settings.policy());
  }

  /**
   * Counts a fallback that returned, and adds the failure of the call to the exception of one that
   * threw.
   *
   * @param ofFallback the outcome of the fallback
   * @return the same outcome, which the caller of the call gets; {@link #outcome()} and {@link
   *     #result()} remain those of the attempts
   * @throws IllegalStateException if the call has not ended
   */
  public Outcome<T> afterFallback(Outcome<T> ofFallback) {
    Objects.requireNonNull(ofFallback, "ofFallback");
    return Fallbacks.after(result(), ofFallback, settings);
  }

  private void end() {
    RetriedCall ended = driver.underway();
    last = driver.lastOrCancelled();
    over(driver.end(), ended.stopReason(), ended::reportOfEnded);
    bug = ended.bug();
  }

  private void acceptFirst(DrivenAttempt flight, Outcome<T> accepted) {
    long start = driver.startNanos();
    long began = flight.running().startNanos();
    long now = settings.nanosOr(began);
    driver.markOver();
    over(
        accepted,
        StopReason.SUCCEEDED,
        () -> CallReport.ofFirst(settings, accepted, start, began, now));
  }

  private void over(Outcome<T> known, StopReason stopReason, Supplier<RetryReport> report) {
    outcome = known;
    setStep(new RetryStep.End(stopReason, report));
    driver.closeAllBut(known.valueOrNull());
    driver.forget();
    Cleaner.Cleanable watch = net;
    if (watch != null) {
      watch.clean();
    }
  }

  /** ChangeQueue the call in its context; an exception that is not of an attempt ends it. */
  private void change(Runnable change) {
    changes.make(change, this::changeNow);
  }

  private void changeNow(Runnable change) {
    if (outcome != null) {
      return;
    }
    try (CallContext.Scope scope = context.open()) {
      change.run();
    } catch (Throwable bug) {
      broken(bug);
    } finally {
      Reference.reachabilityFence(this);
    }
  }

  private void broken(Throwable bug) {
    if (outcome != null) {
      return;
    }
    driver.markOver();
    Outcome<T> known = Outcome.threw(bug);
    RetriedCall ended = driver.underway();
    try (CallContext.Scope scope = context.open()) {
      known = driver.endBroken(bug);
    } catch (Throwable worse) {
      QuietLog.error("Internal error while a call was ended by another one", worse);
    }
    over(known, ended.stopReason(), ended::reportOfEnded);
    this.bug = bug;
  }

  /**
   * The name of the retry and the step.
   *
   * @return one line
   */
  @Override
  public String toString() {
    return settings.name() + ": " + step;
  }
}
