package dev.reprise.servlet;

import java.time.Duration;
import java.util.Objects;

/** What becomes of a request to a server with a limited capacity. */
public sealed interface Admission {

  /** It is served. */
  record Admitted() implements Admission {}

  /**
   * It is refused, and has a slot to come back in.
   *
   * @param exactly until its slot, more than zero
   * @param seconds a number of whole seconds after which the same second has come, at least 1: what
   *     {@code Retry-After} can say
   */
  record Deferred(Duration exactly, long seconds) implements Admission {

    /**
     * Checks the parts.
     *
     * @param exactly until its slot
     * @param seconds the same in whole seconds
     * @throws NullPointerException if {@code exactly} is null
     */
    public Deferred {
      Objects.requireNonNull(exactly, "exactly");
    }
  }

  /** It is refused, and all slots within the horizon are taken. */
  record Overbooked() implements Admission {}
}
