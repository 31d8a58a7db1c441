package dev.reprise.internal.async;

import dev.reprise.classify.Outcome;
import dev.reprise.context.CallContext;
import dev.reprise.decision.Decision;
import dev.reprise.decision.Progress;
import dev.reprise.decision.StopReason;
import dev.reprise.internal.blocking.BlockingCall;
import dev.reprise.internal.call.AttemptInfo;
import dev.reprise.internal.call.CallSettings;
import dev.reprise.internal.call.FirstAttempt;
import dev.reprise.internal.call.RetriedCall;
import dev.reprise.internal.call.RunningAttempt;
import dev.reprise.internal.context.ContextCapture;
import java.util.Objects;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.function.BiFunction;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * Driver of a call whose attempts complete later; it is also the future that the caller holds.
 * Completing the future by any means ends the call.
 *
 * <p>A loop makes attempts while their outcomes are known at once; else it returns, and the end of
 * the attempt, the timer or the executor enters it again. So immediate retries use constant stack.
 *
 * <p>Kept small, because millions of calls may be in their pauses: objects needed after the first
 * pause are created then.
 *
 * <p><b>The future always completes.</b> Each entry into the call (its start, the end of an
 * attempt, the executor, the timer, a shutdown) ends in {@link #broken} if code other than an
 * attempt throws. A thread that claims a step replaces the step by itself: so it is known whether a
 * thread that throws owns the call.
 *
 * @param <T> type of the operation's result
 * @param <R> type of the future's value: {@code T}, or a {@code RetryResult} of it
 */
public abstract class AsyncCall<T extends @Nullable Object, R extends @Nullable Object>
    extends StepwiseFuture<R>
    implements AsyncDriver<T>, BiFunction<T, @Nullable Throwable, Object> {

  private @Nullable Object operation;
  private @Nullable AsyncCallState<T> callState;
  private long startNanos;
  private final long mark;

  public AsyncCall(CallSettings settings, Object operation, long startNanos, long mark) {
    super(settings);
    this.operation = operation;
    this.startNanos = startNanos;
    this.mark = mark;
  }

  /** Operation and ending of the call. */
  public abstract AsyncCallKind<T, R> form();

  /** Returns whether the clock was read at the start; if not, the time counts from a later tick. */
  public abstract boolean isClocked();

  public final long startNanos() {
    return startNanos;
  }

  private void countFrom(long nowNanos) {
    if (!isClocked()) {
      startNanos = nowNanos;
    }
  }

  /** Makes the first attempt: a stage on this thread, unless the server requested a pause. */
  public final AsyncCall<T, R> start() {
    orBroken(this::begin);
    return this;
  }

  private void begin() {
    settings.state().callStarted(startNanos);
    boolean blocks = form().blocks();
    long pause = StackDepth.pauseNanos(settings, startNanos, blocks);
    if (pause > 0) {
      new AsyncPause.First<>(this).begin(pause);
    } else if (blocks) {
      new AsyncPause.First<>(this).hop(this);
    } else {
      attempts(false);
    }
  }

  /** Continues a call whose first attempt has failed at its start. */
  public final AsyncCall<T, R> goOnAfter(Throwable failure) {
    setClaimed();
    goOnWith(Outcome.threw(failure));
    return this;
  }

  /** Continues a call whose first attempt has been started. */
  public final AsyncCall<T, R> goOnWith(CompletionStage<T> stage) {
    set(STARTING);
    try {
      Outcome<T> outcome = follow(stage, null);
      if (outcome != null && judge(outcome, false)) {
        attempts(false);
      }
    } catch (Throwable bug) {
      broken(bug);
    }
    return this;
  }

  /** The first attempt, which had to wait. */
  public final void beginLate() {
    orBroken(
        () -> {
          callState().firstNanos = now();
          attempts(true);
        });
  }

  /**
   * The loop: attempt, decision, wait; as long as no wait is needed.
   *
   * @param onExecutor whether this thread belongs to the executor, so that immediate retries need
   *     not be submitted again
   */
  private void attempts(boolean onExecutor) {
    boolean goOn = true;
    while (goOn) {
      Outcome<T> outcome = attempt();
      goOn = outcome != null && judge(outcome, onExecutor);
    }
  }

  @SuppressWarnings("unchecked")
  private @Nullable Outcome<T> attempt() {
    Object made = operation;
    if (made == null) {
      return null;
    }
    AttemptInfo attempt = attemptInfo();
    return form().blocks() && attempt != null
        ? block((AsyncOperation<T>) made, attempt)
        : start(made, attempt);
  }

  /** Information for the operation or for a timeout that depends on the attempt; else null. */
  private @Nullable AttemptInfo attemptInfo() {
    boolean shown = form().shows() || context().isObserved();
    if (!shown && !settings.policy().hasAttemptTimeout()) {
      return null;
    }
    AsyncCallState<T> begun = callState;
    RetriedCall run = begun == null ? null : begun.run;
    if (run != null) {
      return run.attempt(run.latest().startNanos());
    }
    AttemptInfo first = FirstAttempt.info(settings, startNanos, firstNanos());
    if (shown) {
      callState().first = first;
    }
    return first;
  }

  private @Nullable Outcome<T> block(AsyncOperation<T> next, AttemptInfo attempt) {
    AsyncAttempt<T> step = new AsyncAttempt<>(this, context());
    return install(step) ? unlessClaimed(step, next.start(step, attempt)) : null;
  }

  private @Nullable Outcome<T> unlessClaimed(AsyncAttempt<T> step, @Nullable Outcome<T> outcome) {
    if (outcome == null || !step.claim()) {
      return null;
    }
    setClaimed();
    return outcome;
  }

  private @Nullable Outcome<T> start(Object made, @Nullable AttemptInfo attempt) {
    if (!install(STARTING)) {
      return null;
    }
    CompletionStage<T> stage;
    try (CallContext.Scope scope = context().open(attempt)) {
      stage = form().start(made, attempt);
    } catch (Throwable failure) {
      return claim(STARTING) ? Outcome.threw(failure) : null;
    }
    return follow(stage, attempt);
  }

  /** Same as {@link AsyncAttempt#follow}, but the stage itself may be the step. */
  private @Nullable Outcome<T> follow(CompletionStage<T> stage, @Nullable AttemptInfo attempt) {
    if (settings.policy().hasAttemptTimeout() || !(stage instanceof CompletableFuture)) {
      return watch(stage, attempt);
    }
    Outcome<T> refusal = null;
    try {
      Object unused = stage.handle(this);
    } catch (Throwable failure) {
      refusal = Outcome.threw(failure);
    }
    if (replace(STARTING, refusal == null ? stage : Thread.currentThread())) {
      return refusal;
    }
    return answeredMeanwhile(stage);
  }

  @SuppressWarnings("unchecked")
  private @Nullable Outcome<T> answeredMeanwhile(CompletionStage<T> stage) {
    Object known = current();
    if (known instanceof Outcome) {
      setClaimed();
      return (Outcome<T>) known;
    }
    AsyncAttempt.callOff(stage, context());
    return null;
  }

  /** Follows a stage that may complete late, or more than once. */
  private @Nullable Outcome<T> watch(CompletionStage<T> stage, @Nullable AttemptInfo attempt) {
    AsyncAttempt<T> step = new AsyncAttempt<>(this, context());
    if (!replace(STARTING, step)) {
      AsyncAttempt.callOff(stage, context());
      return null;
    }
    AttemptInfo timed = settings.policy().hasAttemptTimeout() ? attempt : null;
    try {
      return unlessClaimed(step, step.follow(stage, timed, settings.delayer()));
    } catch (Throwable failure) {
      return unlessClaimed(step, Outcome.threw(failure));
    }
  }

  /** Called once by the followed stage: only stages that complete once are followed this way. */
  @Override
  public final @Nullable Object apply(T value, @Nullable Throwable failure) {
    try {
      Object step = current();
      if (step == STARTING) {
        if (replace(STARTING, AsyncAttempt.outcome(value, failure))) {
          return null;
        }
        step = current();
      }
      if (step instanceof CompletionStage && claim(step)) {
        try (CallContext.Scope scope = context().open()) {
          goOnWith(value, failure);
        }
      }
    } catch (Throwable bug) {
      broken(bug);
    }
    return null;
  }

  private void goOnWith(T value, @Nullable Throwable failure) {
    if (failure == null
        && callState == null
        && settings.policy().conditions().acceptsEveryResult()) {
      acceptFirst(value);
    } else if (judge(AsyncAttempt.outcome(value, failure), false)) {
      attempts(false);
    }
  }

  /** Enters the loop with an outcome that arrived later. */
  @Override
  public final void answered(AsyncAttempt<T> attempt, Outcome<T> outcome) {
    setClaimed();
    goOnWith(outcome);
  }

  private void goOnWith(Outcome<T> outcome) {
    try {
      if (judge(outcome, false)) {
        attempts(false);
      }
    } catch (Throwable bug) {
      broken(bug);
    }
  }

  /** The call no longer needs it; the operation is responsible for its result. */
  @Override
  public final void answeredLate(Outcome<T> outcome) {}

  /** Returns whether to make the next attempt now, on this thread. */
  private boolean judge(Outcome<T> outcome, boolean onExecutor) {
    AsyncCallState<T> begun = callState;
    RetriedCall run = begun == null ? null : begun.run;
    if (begun == null || run == null) {
      return judgeFirst(outcome, onExecutor);
    }
    begun.last = outcome;
    run.finished(outcome, now());
    return follow(run, onExecutor);
  }

  private boolean judgeFirst(Outcome<T> outcome, boolean onExecutor) {
    if (outcome instanceof Outcome.Returned<T> returned
        && settings.policy().alwaysAccepts(outcome)) {
      acceptFirst(returned.value());
      return false;
    }
    long now = now();
    countFrom(now);
    Progress once = firstProgress(now);
    Decision decision = FirstAttempt.decide(settings, outcome, once, now);
    if (decision instanceof Decision.Accept) {
      completeFirst(((Outcome.Returned<T>) outcome).value());
      return false;
    }
    if (decision instanceof Decision.RetryAfter again && mayKeepFewDetails(again)) {
      new AsyncPause.Brief<>(this, outcome, again, now).begin(again.delayNanos());
      return false;
    }
    RetriedCall run = RetriedCall.afterFirst(settings, once, decision);
    remember(run, outcome); // first: a listener may throw
    run.firstFinished(outcome, decision, now);
    return follow(run, onExecutor);
  }

  private void acceptFirst(T value) {
    settings.firstAccepted(firstNanos());
    completeFirst(value);
  }

  private void completeFirst(T value) {
    R answer = form().ending().accepted(settings, value, startNanos, firstNanos());
    ContextCapture.Captured around = context();
    forget();
    completeAtOnce(answer, around);
  }

  /** Returns whether the pause publishes and closes nothing, so that it needs less state. */
  private boolean mayKeepFewDetails(Decision.RetryAfter again) {
    return again.delayNanos() > 0
        && !form().shows()
        && !form().ending().isBacked()
        && !settings.policy().rejectedResults().closed()
        && settings.listeners().isEmpty();
  }

  /** Progress of the call at the end of its first attempt. */
  public final Progress firstProgress(long endedNanos) {
    long begun = firstNanos();
    return FirstAttempt.once(startNanos, begun, mark, Math.max(0, endedNanos - begun));
  }

  /** Continues the call from its state after the first attempt. */
  public final void takeUp(Outcome<T> outcome, Decision.RetryAfter again) {
    remember(RetriedCall.waiting(settings, outcome, again), outcome);
  }

  private void remember(RetriedCall run, Outcome<T> outcome) {
    AsyncCallState<T> begun = callState();
    begun.run = run.withFirst(begun.first);
    begun.last = outcome;
  }

  private boolean follow(RetriedCall run, boolean onExecutor) {
    if (!(run.decision() instanceof Decision.RetryAfter again)) {
      end(run);
      return false;
    }
    form().ending().goesOn();
    if (again.delayNanos() > 0) {
      new AsyncPause<>(this).begin(again.delayNanos());
      return false;
    }
    ExecutorHop hop = new ExecutorHop(this);
    return install(hop) && (onExecutor ? claim(hop) : hop.isHere()) && startNext();
  }

  /** Continues after a pause or a hop that this thread has claimed. */
  public final void goOn() {
    orBroken(
        () -> {
          if (startNext()) {
            attempts(true);
          }
        });
  }

  private boolean startNext() {
    RetriedCall run = run();
    if (run.startNext(now())) {
      return true;
    }
    end(run);
    return false;
  }

  /** Ends the call because the next attempt was rejected; after a shutdown, with that reason. */
  public final void refused(Throwable rejection) {
    if (settings.shared().waits().isShutDown()) {
      shutDown();
    } else {
      end(run -> run.rejected(rejection, now()));
    }
  }

  /** Ends the call because its first attempt was rejected. */
  public final void refusedAtFirst(Throwable rejection) {
    callState().run = notBegun();
    callState().last = Outcome.threw(rejection);
    end(run -> run.stop(StopReason.EXECUTOR_REJECTED, now()));
  }

  public final void shutDown() {
    end(run -> run.stop(StopReason.SHUT_DOWN, now()));
  }

  private void end(Consumer<RetriedCall> stop) {
    orBroken(
        () -> {
          RetriedCall run = run();
          stop.accept(run);
          end(run);
        });
  }

  private void orBroken(Runnable goingOn) {
    try {
      goingOn.run();
    } catch (Throwable bug) {
      broken(bug);
    }
  }

  private void end(RetriedCall run) {
    Outcome<T> last = callState().last;
    Outcome<T> outcome = last == null ? cancelled() : last;
    if (form().blocks()) {
      BlockingCall.restoreFlag(run.stopReason(), outcome);
    }
    Outcome<R> answer = form().ending().ended(run, outcome);
    ContextCapture.Captured around = context();
    forget();
    completeWith(answer, around);
  }

  @Override
  public final boolean isForgotten() {
    return operation == null;
  }

  @Override
  public final AsyncTermination<T, R> termination(@Nullable Object step) {
    return new AsyncTermination<>(this, step);
  }

  /** The call while its first attempt is in flight. */
  public final RetriedCall underway() {
    countFrom(tickOr(startNanos));
    return RetriedCall.underway(settings, startNanos, RunningAttempt.first(firstNanos()), mark);
  }

  public final RetriedCall notBegun() {
    return new RetriedCall(settings, startNanos, mark);
  }

  private RetriedCall run() {
    return Objects.requireNonNull(callState().run, "no attempt has ended");
  }

  public final AsyncCallState<T> callState() {
    AsyncCallState<T> begun = callState;
    if (begun == null) {
      begun = new AsyncCallState<>(startNanos);
      callState = begun;
    }
    return begun;
  }

  private long firstNanos() {
    AsyncCallState<T> begun = callState;
    return begun == null ? startNanos : begun.firstNanos;
  }

  @Nullable
  public ExternalTimerWait externalWait() {
    AsyncCallState<T> begun = callState;
    return begun == null ? null : begun.externalWait;
  }

  public void waitBy(ExternalTimerWait externalWait) {
    callState().externalWait = externalWait;
  }

  /** Releases everything of the call except the value, for callers that keep the future. */
  public final void forget() {
    set(null);
    operation = null;
    callState = null;
    forgetContext();
  }
}
