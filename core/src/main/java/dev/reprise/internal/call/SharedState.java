package dev.reprise.internal.call;

import java.util.concurrent.atomic.AtomicLong;

/**
 * State that all copies of a retry share, whatever their budget, key or policy: the signal that
 * ends waits, the numbers of calls, and whether retrying was switched off when the first one was
 * created.
 */
public record SharedState(ShutdownSignal waits, AtomicLong calls, boolean disabled) {

  /** The system property that turns all retrying off. */
  public static final String DISABLED_PROPERTY = "reprise.disabled";

  public SharedState() {
    this(new ShutdownSignal(), new AtomicLong(), Boolean.getBoolean(SharedState.DISABLED_PROPERTY));
  }

  public long nextCall() {
    return calls.incrementAndGet();
  }
}
