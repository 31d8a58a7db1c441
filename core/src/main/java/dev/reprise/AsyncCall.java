package dev.reprise;

import dev.reprise.classify.Outcome;
import dev.reprise.classify.Verdict;
import dev.reprise.context.CallContext;
import dev.reprise.decision.Decision;
import dev.reprise.decision.Progress;
import dev.reprise.decision.StopReason;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.function.BiFunction;
import org.jspecify.annotations.Nullable;

/**
 * Drives a call whose attempts answer later, and is the future that its caller holds. Completing
 * the future by any means ends the call.
 *
 * <p>A loop makes attempts as long as their outcomes are known at once; else it returns, and the
 * answer, the timer or the executor enters it again. So immediate retries run in constant stack,
 * whatever the executor.
 *
 * <p>Made small, for there may be millions in their pauses: what a call needs after its first pause
 * is made then.
 *
 * @param <T> type of the operation's result
 * @param <R> type of the future's value: {@code T}, or a {@code RetryResult} of it
 */
abstract class AsyncCall<T extends @Nullable Object, R extends @Nullable Object>
    extends AsyncSteps<R> implements AsyncDriver<T>, BiFunction<T, @Nullable Throwable, Object> {

  private @Nullable Object operation;
  private @Nullable AsyncCourse<T> course;
  private long startNanos;
  private final long mark;

  AsyncCall(Retry retry, Object operation, long startNanos, long mark) {
    super(retry);
    this.operation = operation;
    this.startNanos = startNanos;
    this.mark = mark;
  }

  /** How the call makes its attempts and how it ends. */
  abstract AsyncForm<T, R> form();

  /** Whether the clock was read when the call began; if not, its time counts from a later tick. */
  abstract boolean isClocked();

  private void countFrom(long nowNanos) {
    if (!isClocked()) {
      startNanos = nowNanos;
    }
  }

  /**
   * Makes the first attempt: on this thread if it starts a stage, unless the server asked for a
   * pause.
   */
  final AsyncCall<T, R> start() {
    retry.state().permits().callStarted(startNanos);
    long pause = retry.pauseNanos(startNanos);
    if (pause > 0) {
      new AsyncPause.First<>(this).begin(pause);
    } else if (form().blocks()) {
      new AsyncPause.First<>(this).hop(this);
    } else {
      attempts(false);
    }
    return this;
  }

  /** Goes on with a call whose first attempt could not be started. */
  final AsyncCall<T, R> goOnAfter(Throwable failure) {
    set(CLAIMED);
    if (judge(Outcome.threw(failure), false)) {
      attempts(false);
    }
    return this;
  }

  /** Goes on with a call whose first attempt has been started. */
  final AsyncCall<T, R> goOnWith(CompletionStage<T> stage) {
    set(STARTING);
    Outcome<T> outcome = follow(stage, null);
    if (outcome != null && judge(outcome, false)) {
      attempts(false);
    }
    return this;
  }

  /** The first attempt, which had to wait. */
  final void beginLate() {
    course().firstNanos = now();
    attempts(true);
  }

  /**
   * The loop: an attempt, its judgement, the wait; as long as nothing has to be waited for.
   *
   * @param onExecutor whether this thread is one of the executor's, where immediate retries need
   *     not be handed over again
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

  /** What the operation is to see, or the attempt's timeout goes by; else null. */
  private @Nullable AttemptInfo attemptInfo() {
    boolean shown = form().shows();
    if (!shown && !retry.policy().hasAttemptTimeout()) {
      return null;
    }
    AsyncCourse<T> begun = course;
    CallRun run = begun == null ? null : begun.run;
    if (run != null) {
      return run.attempt(run.latest().startNanos());
    }
    AttemptInfo first = FirstTry.attempt(retry, startNanos, firstNanos());
    if (shown) {
      course().first = first;
    }
    return first;
  }

  private @Nullable Outcome<T> block(AsyncOperation<T> next, AttemptInfo attempt) {
    AsyncAttempt<T> step = new AsyncAttempt<>(this, context());
    return install(step) ? unlessClaimed(step, next.start(step, attempt)) : null;
  }

  private static <T extends @Nullable Object> @Nullable Outcome<T> unlessClaimed(
      AsyncAttempt<T> step, @Nullable Outcome<T> outcome) {
    return outcome != null && step.claim() ? outcome : null;
  }

  private @Nullable Outcome<T> start(Object made, @Nullable AttemptInfo attempt) {
    if (!install(STARTING)) {
      return null;
    }
    CompletionStage<T> stage;
    try (CallContext.Scope scope = context().open()) {
      stage = form().start(made, attempt);
    } catch (Throwable failure) {
      return claim(STARTING) ? Outcome.threw(failure) : null;
    }
    return follow(stage, attempt);
  }

  /**
   * Follows a stage. Answers with its outcome if it is complete, so that the caller can go on
   * without growing the stack. Asks for {@code handle}, not {@code whenComplete}: that one makes an
   * exception of its own, with a stack trace, for each stage that fails.
   */
  private @Nullable Outcome<T> follow(CompletionStage<T> stage, @Nullable AttemptInfo attempt) {
    if (retry.policy().hasAttemptTimeout() || !(stage instanceof CompletableFuture)) {
      return watch(stage, attempt);
    }
    Outcome<T> refusal = null;
    try {
      Object unused = stage.handle(this);
    } catch (Throwable failure) {
      refusal = Outcome.threw(failure);
    }
    if (replace(STARTING, refusal == null ? stage : CLAIMED)) {
      return refusal;
    }
    return answeredMeanwhile(stage);
  }

  @SuppressWarnings("unchecked")
  private @Nullable Outcome<T> answeredMeanwhile(CompletionStage<T> stage) {
    Object known = current();
    if (known instanceof Outcome) {
      set(CLAIMED);
      return (Outcome<T>) known;
    }
    AsyncAttempt.callOff(stage);
    return null;
  }

  /** Follows a stage that may answer after its time, or more than once. */
  private @Nullable Outcome<T> watch(CompletionStage<T> stage, @Nullable AttemptInfo attempt) {
    AsyncAttempt<T> step = new AsyncAttempt<>(this, context());
    if (!replace(STARTING, step)) {
      AsyncAttempt.callOff(stage);
      return null;
    }
    boolean timed = retry.policy().hasAttemptTimeout();
    try {
      long timeout = timed && attempt != null ? attempt.timeLeft().toNanos() : Long.MAX_VALUE;
      return unlessClaimed(step, step.follow(stage, timeout, retry.environment().delayer()));
    } catch (Throwable failure) {
      return unlessClaimed(step, Outcome.threw(failure));
    }
  }

  /** Called by the stage that is followed: once, for no other kind is followed so. */
  @Override
  public final @Nullable Object apply(T value, @Nullable Throwable failure) {
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
    return null;
  }

  private void goOnWith(T value, @Nullable Throwable failure) {
    if (failure == null && course == null && acceptsEveryResult()) {
      acceptFirst(value);
    } else if (judge(AsyncAttempt.outcome(value, failure), false)) {
      attempts(false);
    }
  }

  /** Enters the loop with an outcome that came later. */
  @Override
  public final void answered(AsyncAttempt<T> attempt, Outcome<T> outcome) {
    if (judge(outcome, false)) {
      attempts(false);
    }
  }

  /** Nobody waits for it; what it holds is the operation's own affair. */
  @Override
  public final void answeredLate(Outcome<T> outcome) {}

  /** Whether the next attempt is to be made here and now. */
  private boolean judge(Outcome<T> outcome, boolean onExecutor) {
    AsyncCourse<T> begun = course;
    CallRun run = begun == null ? null : begun.run;
    if (begun == null || run == null) {
      return judgeFirst(outcome, onExecutor);
    }
    begun.last = outcome;
    run.finished(outcome, now());
    return follow(run, onExecutor);
  }

  private boolean judgeFirst(Outcome<T> outcome, boolean onExecutor) {
    if (outcome instanceof Outcome.Returned<T> returned && retry.policy().acceptsAtOnce(outcome)) {
      acceptFirst(returned.value());
      return false;
    }
    long now = now();
    countFrom(now);
    Progress once = firstProgress(now);
    Decision decision = FirstTry.decide(retry, outcome, once, now);
    if (decision instanceof Decision.Accept accept) {
      retry.state().pause(accept.pauseNanos(), now);
      acceptFirst(((Outcome.Returned<T>) outcome).value());
      return false;
    }
    if (decision instanceof Decision.RetryAfter again && maySayLittle(again)) {
      pauseBriefly(outcome, once, again, now);
      return false;
    }
    CallRun run = new CallRun(retry, once, mark);
    run.judgedFirst(outcome, now, decision);
    remember(run, outcome);
    return follow(run, onExecutor);
  }

  private boolean acceptsEveryResult() {
    return retry.policy().conditions().acceptsEveryResult();
  }

  private void acceptFirst(T value) {
    long begun = firstNanos();
    FirstTry.accepted(retry, begun);
    R answer = form().ending().accepted(retry, value, startNanos, begun);
    forget();
    completeAtOnce(answer);
  }

  /** Whether nothing is to be told or closed during the pause: then it need remember little. */
  private boolean maySayLittle(Decision.RetryAfter again) {
    return again.delayNanos() > 0
        && !form().shows()
        && !retry.policy().rejectedResults().closed()
        && retry.listeners().isEmpty();
  }

  private void pauseBriefly(
      Outcome<T> outcome, Progress once, Decision.RetryAfter again, long nowNanos) {
    Verdict verdict = again.verdict();
    long length = once.lastAttemptNanos();
    long delay = Gates.firstFailed(retry, verdict, again.delayNanos(), length, nowNanos);
    if (delay > 0) {
      new AsyncPause.Brief<>(this, outcome, again, nowNanos).begin(again.delayNanos());
    } else {
      takeUp(once, outcome, Decider.gaveUp(verdict, delay), nowNanos);
      end(run());
    }
  }

  /** How far the call had come when its first attempt ended. */
  final Progress firstProgress(long endedNanos) {
    long begun = firstNanos();
    return FirstTry.once(startNanos, begun, mark, Math.max(0, endedNanos - begun));
  }

  /** Takes the call up as it was after its first attempt. */
  final void takeUp(Progress once, Outcome<T> outcome, Decision decision, long endedNanos) {
    remember(CallRun.afterFirst(retry, once, mark, outcome, decision, endedNanos), outcome);
  }

  private void remember(CallRun run, Outcome<T> outcome) {
    AsyncCourse<T> begun = course();
    begun.run = run.withFirst(begun.first);
    begun.last = outcome;
  }

  /** Does as was decided. */
  private boolean follow(CallRun run, boolean onExecutor) {
    if (!(run.decision() instanceof Decision.RetryAfter again)) {
      end(run);
      return false;
    }
    if (again.delayNanos() > 0) {
      new AsyncPause<>(this).begin(again.delayNanos());
      return false;
    }
    AsyncHop hop = new AsyncHop(this);
    return install(hop) && (onExecutor ? claim(hop) : hop.isHere()) && startNext();
  }

  /** Goes on after a pause, or a hop, that has been claimed. */
  final void goOn() {
    if (startNext()) {
      attempts(true);
    }
  }

  private boolean startNext() {
    CallRun run = run();
    if (run.startNext(now())) {
      return true;
    }
    end(run);
    return false;
  }

  /** Ends the call because nobody takes the next attempt; after a shutdown, because of that. */
  final void refused(Throwable rejection) {
    if (retry.shared().waits().isShutDown()) {
      shutDown();
    } else {
      CallRun run = run();
      run.rejected(rejection, now());
      end(run);
    }
  }

  /** Ends the call because nobody takes its first attempt. */
  final void refusedAtFirst(Throwable rejection) {
    CallRun run = new CallRun(retry, startNanos, mark);
    run.stop(StopReason.EXECUTOR_REJECTED, now());
    end(run, Outcome.threw(rejection));
  }

  /** Ends the call between two attempts. */
  final void shutDown() {
    CallRun run = run();
    run.stop(StopReason.SHUT_DOWN, now());
    end(run);
  }

  private void end(CallRun run) {
    AsyncCourse<T> begun = course;
    Outcome<T> last = begun == null ? null : begun.last;
    end(run, last == null ? cancelled() : last);
  }

  private void end(CallRun run, Outcome<T> outcome) {
    if (form().blocks()) {
      BlockingCall.restoreFlag(run, outcome);
    }
    Outcome<R> answer = form().ending().ended(run, outcome);
    forget();
    completeWith(answer);
  }

  /** The caller has completed the future: whatever the call is doing is called off. */
  @Override
  final void endedByCaller() {
    Object step = claimCurrent();
    if (step == null) {
      return;
    }
    if (step instanceof AsyncPause.Brief && retry.listeners().isEmpty()) {
      release(step);
      Gates.leftWaiting(retry, now());
      forget();
      return;
    }
    CallRun ended = runAt(step);
    release(step);
    ended.cancelled(now());
    if (!retry.listeners().isEmpty()) {
      Outcome<R> unused = form().ending().ended(ended, cancelled());
    }
    forget();
  }

  /** Calls off what a claimed step was waiting for. A stage that is being started still is not. */
  private void release(Object step) {
    if (step instanceof AsyncStep attempt) {
      attempt.release();
    } else if (step instanceof AsyncPause<?> pause) {
      pause.takeBack(guest());
    } else if (step instanceof CompletionStage<?> stage) {
      AsyncAttempt.callOff(stage);
    }
  }

  private CallRun runAt(Object step) {
    if (step instanceof AsyncPause<?> pause) {
      pause.takeUp();
    }
    CallRun run = course == null ? null : course.run;
    if (run != null) {
      return run;
    }
    if (step instanceof AsyncPause) {
      return new CallRun(retry, startNanos, mark);
    }
    countFrom(now());
    return CallRun.underway(retry, startNanos, Flight.first(firstNanos()), mark);
  }

  private CallRun run() {
    CallRun run = course().run;
    if (run == null) {
      throw new IllegalStateException("no attempt has ended");
    }
    return run;
  }

  private AsyncCourse<T> course() {
    AsyncCourse<T> begun = course;
    if (begun == null) {
      begun = new AsyncCourse<>(startNanos);
      course = begun;
    }
    return begun;
  }

  private long firstNanos() {
    AsyncCourse<T> begun = course;
    return begun == null ? startNanos : begun.firstNanos;
  }

  @Nullable GuestTimer guest() {
    AsyncCourse<T> begun = course;
    return begun == null ? null : begun.guest;
  }

  void waitBy(GuestTimer guest) {
    course().guest = guest;
  }

  /** Whoever keeps the future keeps its value, and nothing else of the call. */
  private void forget() {
    set(null);
    operation = null;
    course = null;
    forgetContext();
  }
}
