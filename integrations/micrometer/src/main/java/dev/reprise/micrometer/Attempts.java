package dev.reprise.micrometer;

import dev.reprise.classify.Verdict;
import dev.reprise.decision.Decision;
import dev.reprise.event.RetryEvent;
import java.util.Locale;
import java.util.concurrent.CancellationException;

/** Terms that meters and observations share. */
final class Attempts {

  /** A value that is not known yet, or does not apply. */
  static final String NONE = "none";

  private Attempts() {}

  /** Returns whether the library cancelled the attempt because a different one was accepted. */
  static boolean isCancelledForAnother(RetryEvent.AttemptFinished attempt) {
    return attempt.decision() instanceof Decision.DeferredToInFlight deferred
        && deferred.verdict().action() == Verdict.Action.ABORT
        && attempt.outcome().failureOrNull() instanceof CancellationException;
  }

  /** The value of a tag for an enum constant. */
  static String text(Enum<?> constant) {
    return constant.name().toLowerCase(Locale.ROOT);
  }
}
