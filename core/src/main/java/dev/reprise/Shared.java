package dev.reprise;

import java.util.concurrent.atomic.AtomicLong;

/**
 * What all copies of a retry have in common, whatever their budget, key or policy: the signal that
 * ends waits, the numbers of calls, and whether retrying was turned off when the first of them was
 * made.
 */
record Shared(Waits waits, AtomicLong calls, boolean disabled) {

  /** The system property that turns all retrying off. */
  static final String DISABLED_PROPERTY = "reprise.disabled";

  Shared() {
    this(new Waits(), new AtomicLong(), Boolean.getBoolean(Shared.DISABLED_PROPERTY));
  }

  long nextCall() {
    return calls.incrementAndGet();
  }
}
