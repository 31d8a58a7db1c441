package dev.reprise.testing.faults;

import java.util.List;

/** The outcomes of the attempts of a call, and an event during the call. */
enum Script {
  FIRST(Event.NONE, Step.RETURN),
  RETRIED(Event.NONE, Step.FAIL, Step.FAIL, Step.RETURN),
  FAILED(Event.NONE, Step.FAIL),
  REJECTED(Event.NONE, Step.REJECT, Step.REJECT, Step.RETURN),
  ALL_REJECTED(Event.NONE, Step.REJECT),
  TIMED(Event.NONE, Step.HANG, Step.FAIL, Step.RETURN),
  ALL_TIMED(Event.NONE, Step.HANG),
  HEDGE_WINS(Event.NONE, Step.HANG, Step.RETURN),
  HEDGE_FAILS(Event.NONE, Step.HANG, Step.FAIL, Step.RETURN),
  LOSER_ANSWERS_LATE(Event.NONE, Step.RETURN_LATE, Step.RETURN),
  CANCELLED_WAITING(Event.CANCEL, Step.FAIL),
  CANCELLED_RUNNING(Event.CANCEL, Step.HANG),
  INTERRUPTED_WAITING(Event.INTERRUPT, Step.FAIL),
  SHUT_DOWN(Event.SHUT_DOWN, Step.FAIL);

  /** An event just after the beginning of the call, or after its first attempt. */
  enum Event {
    NONE,
    CANCEL,
    INTERRUPT,
    SHUT_DOWN
  }

  /** The outcome of an attempt. */
  enum Step {
    RETURN,
    /** Returns after a hedge was sent. */
    RETURN_LATE,
    FAIL,
    REJECT,
    /** Hangs until it is interrupted or cancelled. */
    HANG
  }

  final Event event;
  private final List<Step> steps;

  Script(Event event, Step... steps) {
    this.event = event;
    this.steps = List.of(steps);
  }

  /** Returns the outcome of an attempt; the last one is repeated. */
  Step step(int attempt) {
    return steps.get(Math.min(attempt, steps.size()) - 1);
  }

  boolean needsTimeout() {
    return this == TIMED || this == ALL_TIMED || this == HEDGE_FAILS;
  }

  boolean isHedged() {
    return name().startsWith("HEDGE") || this == LOSER_ANSWERS_LATE;
  }

  boolean isRejected() {
    return this == REJECTED || this == ALL_REJECTED;
  }
}
