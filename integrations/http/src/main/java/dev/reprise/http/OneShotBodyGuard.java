package dev.reprise.http;

import dev.reprise.classify.Classifier;
import dev.reprise.classify.Effect;
import dev.reprise.classify.Outcome;
import dev.reprise.classify.Verdict;
import dev.reprise.decision.Decision;
import dev.reprise.event.RetryEvent;
import dev.reprise.event.RetryListener;
import dev.reprise.policy.Idempotency;
import dev.reprise.policy.RetryPolicy;
import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.util.Set;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.BooleanSupplier;

/**
 * Ends a call that would be retried if its body could be sent again. Adds a note to the failure,
 * and writes a warning to the log, once for each client.
 *
 * @param free the policy of requests whose bodies can be sent again
 * @param isSpent whether the body of this request was begun
 * @param logged whether the log has it already
 */
record OneShotBodyGuard(RetryPolicy free, BooleanSupplier isSpent, AtomicBoolean logged)
    implements Classifier, RetryListener {

  private static final Logger LOGGER = System.getLogger("dev.reprise.http");

  /** Returns true if the body is the only reason against another attempt. */
  boolean ends(Outcome<?> outcome) {
    return free.maxAttempts() > 1 && isSpent.getAsBoolean() && wouldGoOn(outcome);
  }

  private boolean wouldGoOn(Outcome<?> outcome) {
    Verdict verdict = free.conditions().classify(outcome);
    return verdict.action() == Verdict.Action.RETRY && permits(free.idempotency(), verdict);
  }

  static boolean permits(Idempotency idempotency, Verdict verdict) {
    return idempotency != Idempotency.NOT_IDEMPOTENT || verdict.effect() == Effect.NONE;
  }

  @Override
  public Verdict classify(Outcome<?> outcome) {
    return ends(outcome) ? Verdict.abort() : Verdict.pass();
  }

  @Override
  public Set<Class<? extends RetryEvent>> events() {
    return Set.of(RetryEvent.AttemptFinished.class);
  }

  @Override
  public void on(RetryEvent event) {
    if (event instanceof RetryEvent.AttemptFinished finished
        && finished.decision() instanceof Decision.GiveUp giveUp
        && giveUp.verdict().action() == Verdict.Action.ABORT
        && ends(finished.outcome())) {
      Throwable failure = finished.outcome().failureOrNull();
      if (failure != null) {
        BodyNotRepeatable.putOn(failure);
      }
      logOnce(finished.retry());
    }
  }

  private void logOnce(String retry) {
    if (logged.compareAndSet(false, true)) {
      LOGGER.log(
          Level.WARNING,
          "{0}: a request was not retried, for its body can be sent only once and was begun;"
              + " this is said only once for each client",
          retry);
    }
  }
}
