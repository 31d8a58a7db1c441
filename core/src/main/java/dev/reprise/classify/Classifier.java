package dev.reprise.classify;

import java.util.Objects;

/**
 * Decides on the outcome of an attempt. A classifier is pure: it returns the same verdict for the
 * same outcome and has no side effects. Called by any thread, outside locks. If it throws, the call
 * ends with the failure of the operation.
 */
@FunctionalInterface
public interface Classifier {

  /**
   * Returns the verdict on an outcome.
   *
   * @param outcome result or failure of the attempt
   * @return the verdict, never null; {@link Verdict#pass()} leaves the decision to the next
   *     classifier
   */
  Verdict classify(Outcome<?> outcome);

  /**
   * Combines two classifiers: the second decides where this one returns {@link Verdict#pass()}.
   *
   * @param next decides after a {@linkplain Verdict#pass() pass}
   * @return a classifier that asks both in this order
   */
  default Classifier orElse(Classifier next) {
    Objects.requireNonNull(next, "next");
    return outcome -> {
      Verdict verdict = classify(outcome);
      return verdict.action() == Verdict.Action.PASS ? next.classify(outcome) : verdict;
    };
  }
}
