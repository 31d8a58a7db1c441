package dev.reprise.testing.faults;

import static dev.reprise.testing.faults.Misbehaviour.*;

import java.util.EnumSet;
import java.util.Set;

/** The parts that users supply, the misbehaviours of each, and the resulting end of a call. */
enum Part {
  // The attempts: an exception of theirs is the attempt's failure.
  OPERATION(Rule.FAILS_THE_ATTEMPT, throwing(RETURNS_NULL, BLOCKS)),
  ALTERNATE(Rule.FAILS_THE_ATTEMPT, throwing(RETURNS_NULL, BLOCKS)),
  STAGE(Rule.FAILS_THE_ATTEMPT, throwing(RUNS_INLINE, RUNS_TWICE, RUNS_LATE, DROPS)),
  STAGE_HANDLE(Rule.FAILS_THE_ATTEMPT, throwing(RETURNS_NULL)),
  STAGE_CANCEL(Rule.CHANGES_NOTHING, throwing(RETURNS_NULL, BLOCKS)),
  CHANNEL(Rule.CHANGES_NOTHING, throwing(BLOCKS)),

  // Code that classifies an outcome or computes a delay.
  RETRY_IF(Rule.ENDS_THE_CALL, throwing(BLOCKS)),
  ABORT_IF(Rule.ENDS_THE_CALL, throwing(BLOCKS)),
  RETRY_ON_RESULT(Rule.ENDS_THE_CALL, throwing(BLOCKS)),
  CLASSIFIER(Rule.ENDS_THE_CALL, throwing(RETURNS_NULL, BLOCKS)),
  BACKOFF(Rule.ENDS_THE_CALL, throwing(BLOCKS)),
  HINT(Rule.ENDS_THE_CALL, throwing(RETURNS_NULL, BLOCKS)),
  RESULT_HINT(Rule.ENDS_THE_CALL, throwing(RETURNS_NULL, BLOCKS)),
  GENERATOR(Rule.ENDS_THE_CALL, throwing(BLOCKS)),
  GENERATOR_SOURCE(Rule.ENDS_THE_CALL_OR_NOTHING, throwing(RETURNS_NULL, BLOCKS)),

  // The budget, by method.
  BUDGET_START(Rule.BUDGET, throwing(BLOCKS)),
  BUDGET_FIRST_SUCCESS(Rule.BUDGET, throwing(BLOCKS)),
  BUDGET_FIRST_FAILURE(Rule.BUDGET, throwing(BLOCKS)),
  BUDGET_ACQUIRE(Rule.BUDGET, throwing(BLOCKS)),
  BUDGET_RETURN(Rule.BUDGET, throwing(BLOCKS)),
  BUDGET_FINISH(Rule.BUDGET, throwing(BLOCKS)),

  // Parts on which a call waits and continues.
  SLEEPER(Rule.SLEEPER, throwing(BLOCKS)),
  DELAYER(Rule.REFUSES, throwing(RETURNS_NULL, BLOCKS, RUNS_INLINE, RUNS_TWICE, RUNS_LATE, DROPS)),
  HANDLE(Rule.CHANGES_NOTHING, throwing(BLOCKS, DROPS)),
  EXECUTOR(Rule.REFUSES, throwing(BLOCKS, RUNS_INLINE, RUNS_TWICE, RUNS_LATE, DROPS)),

  // Parts that only observe.
  LISTENER(Rule.CHANGES_NOTHING, throwing(BLOCKS)),
  WORDS(Rule.CHANGES_NOTHING, throwing(RETURNS_NULL, BLOCKS)),
  CONTEXT_CAPTURE(Rule.CHANGES_NOTHING, throwing(RETURNS_NULL, BLOCKS)),
  CONTEXT_OPEN(Rule.CHANGES_NOTHING, throwing(RETURNS_NULL, BLOCKS)),
  CONTEXT_CLOSE(Rule.CHANGES_NOTHING, throwing(BLOCKS)),
  DEPENDENT(Rule.CHANGES_NOTHING, throwing(BLOCKS)),
  CLOSER(Rule.CHANGES_NOTHING, throwing(BLOCKS)),
  LOSER_CLOSER(Rule.CHANGES_NOTHING, throwing(BLOCKS)),
  ON_SHUTDOWN(Rule.CHANGES_NOTHING, throwing(BLOCKS)),

  // Parts that replace the outcome of the call.
  FALLBACK(Rule.REPLACES, throwing(RETURNS_NULL, BLOCKS)),
  BACKUP(Rule.STANDS_BY, throwing(RETURNS_NULL, BLOCKS)),

  // The methods of the failure; addSuppressed and getSuppressed are final.
  GET_CAUSE(Rule.ENDS_THE_CALL_OR_NOTHING, throwing(RETURNS_NULL, BLOCKS)),
  GET_MESSAGE(Rule.CHANGES_NOTHING, throwing(RETURNS_NULL, BLOCKS)),
  TO_STRING(Rule.CHANGES_NOTHING, throwing(RETURNS_NULL, BLOCKS)),
  STACK_TRACE(Rule.NEVER_ASKED, throwing(RETURNS_NULL, BLOCKS)),
  HASH_CODE(Rule.NEVER_ASKED, throwing(BLOCKS)),
  EQUALS(Rule.NEVER_ASKED, throwing(BLOCKS));

  /** The end of a call with a part that throws. */
  enum Rule {
    /** The call ends as after any failed attempt: the exception is a bug, so it is not retried. */
    FAILS_THE_ATTEMPT,
    /**
     * The call ends with POLICY_FAILED and the last attempt's failure, in which the bug is
     * suppressed.
     */
    ENDS_THE_CALL,
    /**
     * The call ends as with POLICY_FAILED if a decision depends on the part, otherwise it is
     * unchanged.
     */
    ENDS_THE_CALL_OR_NOTHING,
    /** See {@link AllowedEnds}. */
    BUDGET,
    /**
     * The call ends with the last attempt's failure, in which the bug is suppressed. If the
     * exception is a cancellation, the call is cancelled.
     */
    SLEEPER,
    /**
     * The call ends with EXECUTOR_REJECTED and the last attempt's failure, in which the bug is
     * suppressed, or with the bug.
     */
    REFUSES,
    /** Unchanged. */
    CHANGES_NOTHING,
    /** The part is never called. */
    NEVER_ASKED,
    /**
     * The call ends with the exception of the fallback, in which the call's own failure is
     * suppressed.
     */
    REPLACES,
    /**
     * The call is unchanged unless the part is needed; then the bug is suppressed in the failure,
     * or thrown if it is an error.
     */
    STANDS_BY
  }

  final Rule rule;
  final Set<Misbehaviour> misbehaviours;

  Part(Rule rule, Set<Misbehaviour> misbehaviours) {
    this.rule = rule;
    this.misbehaviours = misbehaviours;
  }

  private static Set<Misbehaviour> throwing(Misbehaviour... more) {
    Set<Misbehaviour> all = EnumSet.range(THROWS, CANCELS);
    all.addAll(Set.of(more));
    return all;
  }
}
