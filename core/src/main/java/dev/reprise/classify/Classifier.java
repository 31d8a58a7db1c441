package dev.reprise.classify;

import java.util.Objects;

/**
 * Tells what an outcome means. A classifier is pure: the same outcome gives the same verdict, and
 * nothing else happens. Called by any thread, outside locks. One that throws ends the call with the
 * operation's own failure.
 */
@FunctionalInterface
public interface Classifier {

  /**
   * Judges an outcome.
   *
   * @param outcome what the attempt came to
   * @return the verdict, never null; {@link Verdict#pass()} leaves it to the next
   */
  Verdict classify(Outcome<?> outcome);

  /**
   * Asks another one where this one has no opinion.
   *
   * @param next who decides after a {@linkplain Verdict#pass() pass}
   * @return both in this order
   */
  default Classifier orElse(Classifier next) {
    Objects.requireNonNull(next, "next");
    return outcome -> {
      Verdict verdict = classify(outcome);
      return verdict.action() == Verdict.Action.PASS ? next.classify(outcome) : verdict;
    };
  }
}
