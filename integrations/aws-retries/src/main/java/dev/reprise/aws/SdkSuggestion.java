package dev.reprise.aws;

import dev.reprise.classify.Failures;
import java.time.Duration;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * A suggestion of the SDK next to a failure: a delay, or that it makes no further attempt.
 * Conditions of a policy see only the failure, so it is set for the thread while the policy
 * decides. It applies to that failure alone: a listener may use another client meanwhile.
 */
final class SdkSuggestion {

  private static final ThreadLocal<@Nullable Suggestion> CURRENT = new ThreadLocal<>();

  /**
   * A suggestion.
   *
   * @param delay null if no attempt follows
   */
  private record Suggestion(Throwable failure, @Nullable Duration delay) {}

  private SdkSuggestion() {}

  /** Makes a decision on a failure, for which {@link #delayOf} returns the delay meanwhile. */
  static <T> T delaying(Throwable failure, Duration delay, Supplier<T> decision) {
    return delay.isZero() ? decision.get() : during(new Suggestion(failure, delay), decision);
  }

  /** Makes a decision on a failure, which {@link #isLast} meanwhile. */
  static <T> T ending(Throwable failure, Supplier<T> decision) {
    return during(new Suggestion(Failures.unwrapOrSelf(failure), null), decision);
  }

  private static <T> T during(Suggestion suggestion, Supplier<T> decision) {
    Suggestion outer = CURRENT.get();
    CURRENT.set(suggestion);
    try {
      return decision.get();
    } finally {
      if (outer == null) {
        CURRENT.remove();
      } else {
        CURRENT.set(outer);
      }
    }
  }

  /** The delay for a failure that is being decided on; null if there is none. */
  static @Nullable Duration delayOf(Throwable failure) {
    Suggestion current = CURRENT.get();
    return current != null && current.failure() == failure ? current.delay() : null;
  }

  /** Returns whether the SDK makes no attempt after a failure that is being decided on. */
  static boolean isLast(Throwable failure) {
    Suggestion current = CURRENT.get();
    return current != null && current.failure() == failure && current.delay() == null;
  }
}
