package dev.reprise.testing.faults;

import dev.reprise.decision.StopReason;
import dev.reprise.testing.faults.CallEnd.What;
import dev.reprise.testing.faults.FaultInjector.Fault;

/** The documented ends of calls with a faulty part. */
final class AllowedEnds {

  private AllowedEnds() {}

  /**
   * Returns whether a call may end in a given way.
   *
   * @param usual the end of the call if no part is faulty
   */
  static boolean allows(Fault fault, Trial trial, CallEnd usual, CallEnd end) {
    Misbehaviour how = fault.misbehaviour();
    boolean asUsual = end.isAs(usual);
    if (how == Misbehaviour.RETURNS_NULL) {
      return asUsual || returnedNull(fault.part(), trial, end);
    }
    if (!how.isThrow()) {
      return asUsual || ranOtherwise(fault, end);
    }
    return switch (fault.part().rule) {
      case FAILS_THE_ATTEMPT -> end.what() == What.BUG && isNotRetried(how, end);
      case ENDS_THE_CALL -> isPolicyFailure(end);
      case ENDS_THE_CALL_OR_NOTHING -> asUsual || isPolicyFailure(end);
      case BUDGET -> asUsual || isRefusedByBudget(fault.part(), end);
      case SLEEPER -> sleeper(how, trial, end);
      case REFUSES -> refused(fault.part(), how, trial, usual, end);
      case CHANGES_NOTHING ->
          asUsual || fault.part() == Part.DEPENDENT && end.isButForTheBugAs(usual);
      case NEVER_ASKED -> false;
      case REPLACES -> end.what() == What.BUG;
      case STANDS_BY -> asUsual || failedWithItsBackup(how, end);
    };
  }

  private static boolean isRefusedByBudget(Part part, CallEnd end) {
    return part == Part.BUDGET_ACQUIRE
        && end.what() == What.FAILURE
        && end.isFor(StopReason.BUDGET);
  }

  private static boolean failedWithItsBackup(Misbehaviour how, CallEnd end) {
    boolean error = how == Misbehaviour.THROWS_AN_ERROR || how == Misbehaviour.OVERFLOWS_THE_STACK;
    return error ? end.what() == What.BUG : end.what() == What.FAILURE && end.bugIsSuppressed();
  }

  private static boolean isNotRetried(Misbehaviour how, CallEnd end) {
    return end.isFor(how == Misbehaviour.CANCELS ? StopReason.CANCELLED : StopReason.NOT_RETRYABLE);
  }

  private static boolean isPolicyFailure(CallEnd end) {
    return end.what() == What.FAILURE
        && end.bugIsSuppressed()
        && end.isFor(StopReason.POLICY_FAILED);
  }

  private static boolean sleeper(Misbehaviour how, Trial trial, CallEnd end) {
    if (how == Misbehaviour.CANCELS) {
      return end.what() == What.FAILURE && end.isFor(StopReason.CANCELLED);
    }
    boolean nothingFailed = trial.shape.isHedged() && end.what() == What.BUG;
    return isPolicyFailure(end) || nothingFailed;
  }

  private static boolean refused(
      Part part, Misbehaviour how, Trial trial, CallEnd usual, CallEnd end) {
    boolean overtaken = trial.shape.isHedged() || trial.script.needsTimeout();
    if (overtaken && end.isAs(usual)) {
      return true; // a hedge or the notification of a timeout was rejected, which is visible
      // elsewhere
    }
    boolean ofBackup = part == Part.EXECUTOR && trial.shape.hasBackup();
    if (ofBackup && (end.isAs(usual) || failedWithItsBackup(how, end))) {
      return true; // the backup was rejected
    }
    boolean carried = end.what() == What.FAILURE && end.bugIsSuppressed();
    if (carried || end.what() == What.BUG) {
      boolean noAttempt = part == Part.DELAYER || trial.shape.isHedged();
      return end.isFor(StopReason.EXECUTOR_REJECTED) || noAttempt && isNotRetried(how, end);
    }
    return false;
  }

  private static boolean returnedNull(Part part, Trial trial, CallEnd end) {
    return switch (part) {
      case OPERATION, ALTERNATE ->
          trial.shape.kind == Shape.Kind.STAGES
              ? end.what() == What.NULL_BUG && end.isFor(StopReason.NOT_RETRYABLE)
              : end.what() == What.VALUE && end.isFor(StopReason.SUCCEEDED);
      case CLASSIFIER, GENERATOR_SOURCE -> isPolicyFailure(end);
      case DELAYER ->
          end.what() == What.NULL_BUG && end.isFor(StopReason.NOT_RETRYABLE)
              || end.what() == What.FAILURE && end.isFor(StopReason.EXECUTOR_REJECTED);
      case STAGE_HANDLE -> true;
      case FALLBACK -> end.what() == What.VALUE;
      case BACKUP -> end.what() == What.VALUE || failedWithItsBackup(Misbehaviour.THROWS, end);
      default -> false;
    };
  }

  /** A part that runs tasks at a wrong time can change when, and so how, a call ends. */
  private static boolean ranOtherwise(Fault fault, CallEnd end) {
    return switch (fault.misbehaviour()) {
      case RUNS_INLINE -> end.what() == What.FAILURE;
      case RUNS_LATE -> end.what() == What.FAILURE;
      case DROPS -> true;
      default -> false;
    };
  }

  /** Returns whether only the caller can end the call, because an attempt or a task never ends. */
  static boolean mayWaitForEver(Fault fault, Trial trial) {
    Misbehaviour how = fault.misbehaviour();
    return switch (fault.part()) {
      case BUDGET_ACQUIRE -> trial.script == Script.HEDGE_WINS;
      case STAGE_HANDLE -> how == Misbehaviour.RETURNS_NULL;
      case EXECUTOR ->
          how == Misbehaviour.DROPS || trial.script == Script.HEDGE_WINS || runsHere(how, trial);
      default -> how == Misbehaviour.DROPS;
    };
  }

  /** The caller has no future to cancel while its own thread runs the attempt. */
  private static boolean runsHere(Misbehaviour how, Trial trial) {
    return how == Misbehaviour.RUNS_INLINE && trial.script == Script.CANCELLED_RUNNING;
  }
}
