package dev.reprise.aws;

import java.time.Duration;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * The delay that the SDK suggests after a failure. The SDK passes it next to the failure, and
 * conditions of a policy see only the failure, so it is set for the thread while the policy
 * decides. It applies to that failure alone: a listener may use another client meanwhile.
 */
final class SuggestedDelay {

  private static final ThreadLocal<@Nullable Suggestion> CURRENT = new ThreadLocal<>();

  private record Suggestion(Throwable failure, Duration delay) {}

  private SuggestedDelay() {}

  /** Makes a decision on a failure, for which {@link #of} returns the delay meanwhile. */
  static <T> T during(Throwable failure, Duration delay, Supplier<T> decision) {
    if (delay.isZero()) {
      return decision.get();
    }
    Suggestion outer = CURRENT.get();
    CURRENT.set(new Suggestion(failure, delay));
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
  static @Nullable Duration of(Throwable failure) {
    Suggestion current = CURRENT.get();
    return current != null && current.failure() == failure ? current.delay() : null;
  }
}
