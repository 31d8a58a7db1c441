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
 * and logs a warning once for each client.
 *
 * @param repeatable the policy of requests whose bodies can be sent again
 * @param bodyStarted returns true if a part of the body of this request was read
 * @param warned true if the warning was logged
 */
record OneShotBodyGuard(RetryPolicy repeatable, BooleanSupplier bodyStarted, AtomicBoolean warned)
    implements Classifier, RetryListener {

  private static final Logger LOGGER = System.getLogger("dev.reprise.http");

  /** Returns true if the body is the only reason not to make another attempt. */
  boolean ends(Outcome<?> outcome) {
    return repeatable.maxAttempts() > 1 && bodyStarted.getAsBoolean() && wouldRetry(outcome);
  }

  private boolean wouldRetry(Outcome<?> outcome) {
    Verdict verdict = repeatable.conditions().classify(outcome);
    return verdict.action() == Verdict.Action.RETRY && permits(repeatable.idempotency(), verdict);
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
        BodyNotRepeatable.add(failure);
      }
      logOnce(finished.retry());
    }
  }

  private void logOnce(String retry) {
    if (warned.compareAndSet(false, true)) {
      LOGGER.log(
          Level.WARNING,
          "{0}: a request was not retried, because its body can be sent only once and was started;"
              + " this is logged only once for each client",
          retry);
    }
  }
}
