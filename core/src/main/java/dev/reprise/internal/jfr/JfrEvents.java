package dev.reprise.internal.jfr;

import dev.reprise.decision.Decision;
import dev.reprise.decision.StopReason;
import dev.reprise.event.RetryEvent;
import dev.reprise.event.RetryEvent.AttemptFinished;
import dev.reprise.event.RetryEvent.CallFinished;
import dev.reprise.event.RetryEvent.HedgeRefused;
import dev.reprise.text.PrintableText;

/**
 * Creates events for the flight recorder. Initialised when a recording has begun, not before: the
 * first event class makes the JVM load a large part of its recorder.
 */
final class JfrEvents {

  // Used only to check whether a type of event is enabled; never committed.
  private static final RetriedCallEvent CALL = new RetriedCallEvent();
  private static final AttemptEvent ATTEMPT = new AttemptEvent();
  private static final GiveUpEvent GIVE_UP = new GiveUpEvent();
  private static final BudgetRefusalEvent REFUSAL = new BudgetRefusalEvent();

  private JfrEvents() {}

  static boolean areWanted() {
    return ATTEMPT.isEnabled() || CALL.isEnabled() || GIVE_UP.isEnabled() || REFUSAL.isEnabled();
  }

  static void commit(RetryEvent event) {
    if (event instanceof AttemptFinished attempt) {
      onAttempt(attempt);
    } else if (event instanceof CallFinished call) {
      onEnd(call);
    } else if (event instanceof HedgeRefused hedge && REFUSAL.isEnabled()) {
      commitRefusal(hedge, hedge.call(), hedge.attempts(), true);
    }
  }

  private static void onAttempt(AttemptFinished attempt) {
    if (ATTEMPT.isEnabled()) {
      new AttemptEvent().of(attempt).commit();
    }
    if (REFUSAL.isEnabled()
        && attempt.decision() instanceof Decision.GiveUp giveUp
        && giveUp.stopReason() == StopReason.BUDGET) {
      commitRefusal(attempt, attempt.call(), attempt.attempt(), false);
    }
  }

  private static void commitRefusal(RetryEvent of, long call, int attempts, boolean hedge) {
    BudgetRefusalEvent refusal = new BudgetRefusalEvent();
    refusal.retry = PrintableText.oneLine(of.retry());
    refusal.call = call;
    refusal.attempts = attempts;
    refusal.hedge = hedge;
    refusal.commit();
  }

  private static void onEnd(CallFinished finished) {
    if (finished.attempts() > 1 && CALL.isEnabled()) {
      new RetriedCallEvent().of(finished).commit();
    }
    if (finished.stopReason() != StopReason.SUCCEEDED && GIVE_UP.isEnabled()) {
      new GiveUpEvent().of(finished).commit();
    }
  }
}
