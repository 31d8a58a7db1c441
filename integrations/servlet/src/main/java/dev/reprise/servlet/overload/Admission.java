package dev.reprise.servlet.overload;

import java.time.Duration;
import java.util.Objects;

/** The decision of {@link ReservedSlots} about a request. Immutable. */
public sealed interface Admission {

  /** The request is admitted. */
  record Admitted() implements Admission {}

  /**
   * The request is refused, and a slot is reserved for its retry.
   *
   * @param delay time until the slot, greater than zero; never null
   * @param retryAfterSeconds a number of whole seconds after which the second of the slot is
   *     current, at least 1: the value for {@code Retry-After}
   */
  record Deferred(Duration delay, long retryAfterSeconds) implements Admission {

    /**
     * Checks the parts.
     *
     * @param delay time until the slot, greater than zero
     * @param retryAfterSeconds the same in whole seconds
     * @throws NullPointerException if {@code delay} is null
     */
    public Deferred {
      Objects.requireNonNull(delay, "delay");
    }
  }

  /** The request is refused without a slot, because all slots within the horizon are reserved. */
  record Rejected() implements Admission {}
}
