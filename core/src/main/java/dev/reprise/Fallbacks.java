package dev.reprise;

import dev.reprise.classify.Failures;
import dev.reprise.classify.Outcome;
import dev.reprise.decision.ResultRejectedException;
import dev.reprise.internal.call.CallSettings;
import dev.reprise.internal.call.Sneaky;
import dev.reprise.internal.call.Suppressions;
import dev.reprise.policy.RetryPolicy;
import org.jspecify.annotations.Nullable;

/** Runs fallbacks, and handles their failures. */
final class Fallbacks {

  private Fallbacks() {}

  /** Outcome of a call with a fallback: a value, or the exception to throw. */
  static <T extends @Nullable Object> Outcome<T> answer(
      RetryResult<T> result, CallSettings settings, Fallback<T, ?> fallback) {
    if (!isAsked(result, settings.policy())) {
      return unasked(result, settings.policy());
    }
    Outcome<T> outcome = ask(result, fallback);
    if (outcome instanceof Outcome.Returned) {
      settings.listeners().countFallback();
    }
    return outcome;
  }

  /** The end of a driven call by its fallback. */
  static <T extends @Nullable Object> Outcome<T> after(
      RetryResult<T> failed, Outcome<T> ofFallback, CallSettings settings) {
    if (ofFallback instanceof Outcome.Threw<T> threw) {
      note(failed, threw.failure());
    } else {
      settings.listeners().countFallback();
    }
    return ofFallback;
  }

  /** Returns whether the call needs a fallback. */
  static boolean isAsked(RetryResult<?> result, RetryPolicy policy) {
    return !result.succeeded() && !isAnswer(policy, result) && mayBeReplaced(result);
  }

  /** The end of a call that wants no other answer. */
  static <T extends @Nullable Object> Outcome<T> unasked(
      RetryResult<T> result, RetryPolicy policy) {
    return result.succeeded() || isAnswer(policy, result)
        ? result.outcome()
        : Outcome.threw(result.toThrow());
  }

  /** A rejected result that the policy would have {@code call} return. */
  private static boolean isAnswer(RetryPolicy policy, RetryResult<?> result) {
    return policy.rejectedResults().returned() && result.failure() == null && result.bug() == null;
  }

  /** No fallback for a call that was ended from outside, or by an error in the program. */
  private static boolean mayBeReplaced(RetryResult<?> failed) {
    Throwable failure = failed.failure();
    return switch (failed.stopReason()) {
      case INTERRUPTED, CANCELLED, SHUT_DOWN -> false;
      default -> failure == null || !(Failures.unwrapOrSelf(failure) instanceof Error);
    };
  }

  static <T extends @Nullable Object> Outcome<T> ask(
      RetryResult<T> failed, Fallback<T, ?> fallback) {
    try {
      return Outcome.returned(fallback.apply(failed));
    } catch (Throwable own) {
      note(failed, own);
      return Outcome.threw(own);
    }
  }

  /** The value, or a throw. */
  static <T extends @Nullable Object> T valueOf(Outcome<T> outcome) {
    if (outcome instanceof Outcome.Threw<T> threw) {
      throw Sneaky.throwing(threw.failure());
    }
    return ((Outcome.Returned<T>) outcome).value();
  }

  /**
   * Suppresses the failure of the call in that of its fallback, unless one can be reached from the
   * other.
   */
  static void note(RetryResult<?> failed, Throwable own) {
    if (own instanceof ResultRejectedException && failed.failure() == null) {
      return;
    }
    Throwable failure = failed.toThrow();
    if (!Suppressions.leadsTo(failure, own)) {
      Suppressions.add(own, failure);
    }
  }
}
