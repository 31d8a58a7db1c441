package dev.reprise.internal.async;

import static org.openjdk.jcstress.annotations.Expect.ACCEPTABLE;
import static org.openjdk.jcstress.annotations.Expect.FORBIDDEN;

import org.openjdk.jcstress.annotations.Actor;
import org.openjdk.jcstress.annotations.Arbiter;
import org.openjdk.jcstress.annotations.Description;
import org.openjdk.jcstress.annotations.JCStressTest;
import org.openjdk.jcstress.annotations.Outcome;
import org.openjdk.jcstress.annotations.State;
import org.openjdk.jcstress.infra.results.ILZ_Result;
import org.openjdk.jcstress.infra.results.LZZ_Result;
import org.openjdk.jcstress.infra.results.LZ_Result;
import org.openjdk.jcstress.infra.results.ZLZ_Result;

/**
 * {@link StepwiseFuture} and {@link CallFuture} as whole calls: a result, a timer, the caller and a
 * shutdown compete for a step. The last value is true if the call has settled exactly once.
 */
public class CallFutureStress {

  @JCStressTest
  @Description("The result of the attempt arrives while the caller completes the future.")
  @Outcome(id = "false, answer, true", expect = ACCEPTABLE, desc = "the answer came first")
  @Outcome(id = "true, caller, true", expect = ACCEPTABLE, desc = "the caller came first")
  @Outcome(
      id = ".*",
      expect = FORBIDDEN,
      desc = "two ends, or none, or a count that is not restored")
  @State
  public static class ResultOrCaller {

    private final PendingCall call = PendingCall.begun(PendingCall.AT_ONCE);

    @Actor
    public void answer() {
      call.answerFirst();
    }

    @Actor
    public void caller(ZLZ_Result r) {
      r.r1 = call.future().complete("caller");
    }

    @Arbiter
    public void after(ZLZ_Result r) {
      r.r2 = call.end();
      r.r3 = call.isSettled();
    }
  }

  @JCStressTest
  @Description("The result of an attempt arrives while the attempt is being started.")
  @Outcome(id = "answer, true", expect = ACCEPTABLE, desc = "it is used")
  @Outcome(id = ".*", expect = FORBIDDEN, desc = "it is lost, and the call never completes")
  @State
  public static class ResultDuringTheStart {

    private final PendingCall call = new PendingCall(PendingCall.AT_ONCE);

    @Actor
    public void start() {
      call.begin();
    }

    @Actor
    public void answer() {
      call.answerFirst();
    }

    @Arbiter
    public void after(LZ_Result r) {
      r.r1 = call.end();
      r.r2 = call.isSettled();
    }
  }

  @JCStressTest
  @Description("The second attempt is started while the caller cancels the call.")
  @Outcome(id = "1, cancelled, true", expect = ACCEPTABLE, desc = "cancelled before")
  @Outcome(id = "2, cancelled, true", expect = ACCEPTABLE, desc = "cancelled with the call")
  @Outcome(id = ".*", expect = FORBIDDEN, desc = "an attempt continues, or a count is not restored")
  @State
  public static class NextAttemptOrCancel {

    private final PendingCall call = PendingCall.begun(PendingCall.AT_ONCE);

    @Actor
    public void fail() {
      call.failFirst();
    }

    @Actor
    public void cancel() {
      call.future().cancel(true);
    }

    @Arbiter
    public void after(ILZ_Result r) {
      r.r1 = call.attempts();
      r.r2 = call.end();
      r.r3 = call.isSettled() && call.second.isCancelled() == (call.attempts() == 2);
    }
  }

  @JCStressTest
  @Description("A wait ends while the caller cancels the call.")
  @Outcome(id = "1, cancelled, true", expect = ACCEPTABLE, desc = "cancelled in the pause")
  @Outcome(id = "2, cancelled, true", expect = ACCEPTABLE, desc = "cancelled with the call")
  @Outcome(id = ".*", expect = FORBIDDEN, desc = "an attempt continues, or a count is not restored")
  @State
  public static class TimerOrCancel {

    private final PendingCall call = PendingCall.begun(PendingCall.AFTER_A_PAUSE);

    public TimerOrCancel() {
      call.failFirst();
    }

    @Actor
    public void timer() {
      call.environment.timeIsUp();
    }

    @Actor
    public void cancel() {
      call.future().cancel(true);
    }

    @Arbiter
    public void after(ILZ_Result r) {
      r.r1 = call.attempts();
      r.r2 = call.end();
      r.r3 = call.isSettled() && call.second.isCancelled() == (call.attempts() == 2);
    }
  }

  @JCStressTest
  @Description("The result of an attempt arrives at its timeout.")
  @Outcome(id = "answer, false, true", expect = ACCEPTABLE, desc = "in time")
  @Outcome(id = "timeout, true, true", expect = ACCEPTABLE, desc = "too late, its stage cancelled")
  @Outcome(id = "timeout, false, true", expect = ACCEPTABLE, desc = "complete, but slightly late")
  @Outcome(
      id = ".*",
      expect = FORBIDDEN,
      desc = "two ends, or none, or a count that is not restored")
  @State
  public static class ResultOrTimeout {

    private final PendingCall call = PendingCall.begun(PendingCall.TIMED);

    @Actor
    public void answer() {
      call.answerFirst();
    }

    @Actor
    public void timer() {
      call.environment.timeIsUp();
    }

    @Arbiter
    public void after(LZZ_Result r) {
      r.r1 = call.end();
      r.r2 = call.first.isCancelled();
      r.r3 = call.isSettled();
    }
  }

  @JCStressTest
  @Description("A wait begins while the retry is shut down.")
  @Outcome(id = "failed, true", expect = ACCEPTABLE, desc = "the call ends with its last failure")
  @Outcome(id = ".*", expect = FORBIDDEN, desc = "the call still waits after the shutdown")
  @State
  public static class PauseOrShutdown {

    private final PendingCall call = PendingCall.begun(PendingCall.AFTER_A_PAUSE);

    @Actor
    public void fail() {
      call.failFirst();
    }

    @Actor
    public void shutDown() {
      call.retry.shutdown();
    }

    @Arbiter
    public void after(LZ_Result r) {
      r.r1 = call.end();
      r.r2 = call.isSettled();
    }
  }

  @JCStressTest
  @Description("An attempt that starts while the caller ends the call delays no dependent stage.")
  @Outcome(id = "true, not started, true", expect = ACCEPTABLE, desc = "not started yet")
  @Outcome(
      id = "true, cancelled, true",
      expect = ACCEPTABLE,
      desc = "started, and already cancelled")
  @Outcome(id = ".*", expect = FORBIDDEN, desc = "a dependent ran while the attempt did")
  @State
  public static class StartOrCaller {

    private final StartingCall call = new StartingCall();

    @Actor
    public void executor() {
      call.startAttempt();
    }

    @Actor
    public void caller(ZLZ_Result r) {
      r.r1 = call.complete("caller");
    }

    @Arbiter
    public void after(ZLZ_Result r) {
      r.r2 = call.observed();
      r.r3 = call.isSettled();
    }
  }
}
