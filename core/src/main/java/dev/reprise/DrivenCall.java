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
import dev.reprise.internal.driver.Changes;
import dev.reprise.internal.driver.Flight;
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
 * reported the outcome before it, so a loop that follows the steps needs no state of its own:
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
  private final Changes changes = new Changes();
  private Cleaner.@Nullable Cleanable net;
  private RetryStep step;
  private boolean handedOut;
  private @Nullable Outcome<T> outcome;

  private DrivenCall(CallSettings settings, ContextCapture.Captured context, CallDriver<T> driver) {
    this.settings = settings;
    this.context = context;
    this.driver = driver;
    step = new RetryStep.AttemptNow();
  }

  /** A call that begins now. */
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

  /** A call whose first attempt was judged, and did not end it with a success. */
  static <T extends @Nullable Object> DrivenCall<T> after(
      CallSettings settings, RetriedCall judged, Outcome<T> first, long startNanos, long mark) {
    CallDriver<T> driver = new CallDriver<>(settings, flight -> {}, startNanos, mark);
    DrivenCall<T> call =
        new DrivenCall<>(settings, ContextCapture.Captured.NOTHING, driver.after(judged, first));
    call.change(() -> call.follow(judged.decision()));
    return call;
  }

  /** As above, where the first attempt was looked at. */
  static <T extends @Nullable Object> DrivenCall<T> after(
      CallSettings settings, RetriedCall judged, Outcome<T> outcome, FirstAttempt first) {
    return after(settings, judged, outcome, first.callNanos(), first.mark());
  }

  /** Ends itself some time after it was dropped. */
  DrivenCall<T> watched() {
    if (!driver.isOver()) {
      net = AbandonedCalls.watch(this, driver, context);
    }
    return this;
  }

  /**
   * What to do next, if it was not handed out before.
   *
   * @return the step, once; from then on {@link RetryStep.Await}, until there is another
   */
  public RetryStep next() {
    if (handedOut) {
      return RetryStep.Await.INSTANCE;
    }
    handedOut = true;
    return step;
  }

  /**
   * What is to be done now, handed out or not: for who looks, or begins it without a timer.
   *
   * @return the step; the same one until an attempt begins or ends, or the call does
   */
  public RetryStep step() {
    return step;
  }

  private void setStep(RetryStep next) {
    step = next;
    handedOut = false;
  }

  /**
   * Begins what a step asks for: the caller makes the attempt. The {@linkplain #next() next} step
   * then says whether another one is to be made beside it.
   *
   * @param asked the step whose time has come
   * @return the attempt, with which its outcome is reported; null if none is to be made: the call
   *     ended here, because its time was over or its retry was shut down, or the budget refused the
   *     hedge, or another step has replaced the given one
   * @throws IllegalArgumentException if the step asks for no attempt
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
    Flight flight = begun.flight;
    return flight == null ? null : flight.seen();
  }

  /** An attempt that has begun while something may have broken. */
  private static final class Begun {
    private @Nullable Flight flight;
  }

  private @Nullable Flight begin(boolean hedge) {
    if (hedge) {
      return beginHedge();
    }
    Flight flight = driver.hasBegun() ? driver.beginRetry() : driver.beginFirst();
    if (flight == null) {
      end();
    } else {
      awaitAnswer();
    }
    return flight;
  }

  private @Nullable Flight beginHedge() {
    OptionalLong due = driver.nextHedge();
    Flight flight = due.isPresent() && due.getAsLong() <= 0 ? driver.beginHedge() : null;
    awaitAnswer();
    return flight;
  }

  private void awaitAnswer() {
    OptionalLong due = driver.nextHedge();
    setStep(due.isPresent() ? new RetryStep.HedgeAfter(due.getAsLong()) : RetryStep.Await.INSTANCE);
  }

  /**
   * An attempt returned a result, which the policy judges. One that nobody waits for any more
   * changes nothing; where the policy hedges, its result is closed if it is {@link AutoCloseable}.
   *
   * @param attempt what {@link #begin} answered
   * @param result what it returned; null is legal where {@code T} allows it
   * @return what to do next
   */
  public RetryStep returned(Attempt attempt, T result) {
    return finished(attempt, Outcome.returned(result));
  }

  /**
   * An attempt failed. One that nobody waits for any more changes nothing.
   *
   * @param attempt what {@link #begin} answered
   * @param failure what happened; one that an executor or a future has wrapped is looked into
   * @return what to do next
   */
  public RetryStep failed(Attempt attempt, Throwable failure) {
    return finished(attempt, Outcome.threw(Objects.requireNonNull(failure, "failure")));
  }

  /**
   * An attempt took longer than it may: it has failed with an {@link AttemptTimeoutException}, and
   * is the caller's to cancel. One that nobody waits for any more changes nothing.
   *
   * @param attempt what {@link #begin} answered
   * @return what to do next
   * @throws IllegalStateException if the policy has no attempt timeout; report a limit of your own
   *     with {@link #failed}
   */
  public RetryStep timedOut(Attempt attempt) {
    Objects.requireNonNull(attempt, "attempt");
    if (!settings.policy().hasAttemptTimeout()) {
      throw new IllegalStateException(
          "timedOut is for a policy with an attempt timeout, and " + settings.name() + " has none");
    }
    Flight flight = driver.inFlight(attempt);
    return flight == null ? next() : finished(flight, driver.timedOut(flight));
  }

  /**
   * The time from now until {@link #timedOut} must be called for an attempt: its {@linkplain
   * Attempt#timeLeft() remaining time}, where the policy limits attempts.
   *
   * @param attempt what {@link #begin} answered
   * @return at least zero; empty where the policy has no attempt timeout
   */
  public Optional<Duration> timeout(Attempt attempt) {
    return settings.policy().hasAttemptTimeout()
        ? Optional.of(attempt.timeLeft())
        : Optional.empty();
  }

  /** As {@link #returned} or {@link #failed}. */
  RetryStep finished(Attempt attempt, Outcome<T> ended) {
    Flight flight = driver.inFlight(Objects.requireNonNull(attempt, "attempt"));
    return flight == null ? late(ended) : finished(flight, ended);
  }

  private RetryStep late(Outcome<T> ended) {
    context.run(() -> driver.answeredLate(ended.valueOrNull()));
    return next();
  }

  private RetryStep finished(Flight flight, Outcome<T> ended) {
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

  private void ended(Flight flight, Outcome<T> ended, Decision decision) {
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
   * An attempt succeeded, and the policy is not asked: the call is over, its outcome null. One that
   * nobody waits for any more changes nothing.
   *
   * @param attempt what {@link #begin} answered
   * @return what to do next: nothing, for all that is in flight is called off
   */
  @SuppressWarnings("NullAway") // the outcome of a call without a value
  public RetryStep succeeded(Attempt attempt) {
    Flight flight = driver.inFlight(Objects.requireNonNull(attempt, "attempt"));
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
   * Timer or executor did not take the attempt that the step asks for: the call is over, unless
   * others are in flight.
   *
   * @param rejection why not
   * @return what to do next
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

  /** The code that waits threw: as a bug of the policy's own code. */
  RetryStep waitFailed(Throwable bug) {
    change(
        () -> {
          driver.waitFailed(bug);
          end();
        });
    return next();
  }

  /**
   * Ends the call from outside. Does nothing if it is over.
   *
   * @param why {@link StopReason#CANCELLED} if nobody waits for the call any more, {@link
   *     StopReason#INTERRUPTED} if the thread that waits was interrupted, or {@link
   *     StopReason#SHUT_DOWN} if its retry {@linkplain Retry#onShutdown was shut down}: that ends
   *     waits alone, so an attempt in flight goes on, and one that is the call's first is made now
   * @return what to do next
   * @throws IllegalArgumentException for another reason
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

  /** Nobody waits for the call, nor for a rejected result that it holds. */
  private void cancel() {
    driver.stop(StopReason.CANCELLED).closeRejected();
    end();
  }

  /** The thread that waits for the next attempt does so no longer, and gets what there is. */
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

  /** Ends the call as cancelled, unless it is over. */
  @Override
  public void close() {
    RetryStep unused = stop(StopReason.CANCELLED);
  }

  /**
   * Puts the {@linkplain Retry#withContext context} of the thread that began the call around what
   * this thread does: for an attempt, and for what goes on after the call.
   *
   * @return takes it away again when closed, on the same thread
   */
  public CallContext.Scope enter() {
    return context.open();
  }

  /**
   * What the call came to: its value, or what it fails with, the same instance that an attempt
   * threw, its report attached.
   *
   * @return the outcome; {@link ResultRejectedException} in it where the last result was rejected
   * @throws IllegalStateException if the call is not over
   */
  public Outcome<T> outcome() {
    Outcome<T> known = outcome;
    if (known == null) {
      throw new IllegalStateException(
          "outcome is known when the call is over, but its step is \"" + step + "\"");
    }
    return known;
  }

  private void end() {
    RetriedCall ended = driver.underway();
    over(driver.end(), ended.stopReason(), ended::reportOfEnded);
  }

  private void acceptFirst(Flight flight, Outcome<T> accepted) {
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

  /** Changes the call in its context; what breaks meanwhile and is no attempt's failure ends it. */
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
