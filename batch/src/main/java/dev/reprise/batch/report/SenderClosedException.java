package dev.reprise.batch.report;

import dev.reprise.decision.StopReason;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * A {@link dev.reprise.batch.BatchSender} did not accept an item, because it was closed or its run
 * has ended. The item is in no number of the report.
 */
public final class SenderClosedException extends IllegalStateException {

  private static final long serialVersionUID = 1L;

  /** The reason why the run was stopped; null if the sender was closed. */
  private final @Nullable StopReason stopReason;

  /**
   * Creates an exception. Senders create it, and so may tests of code that handles it.
   *
   * @param stopReason the reason why the run was stopped; null if the sender was closed
   * @param cause the failure that stopped the run, or null
   */
  public SenderClosedException(@Nullable StopReason stopReason, @Nullable Throwable cause) {
    super(
        stopReason == null
            ? "the sender is closed and accepts no more items"
            : "the sender accepts no more items: its run was stopped (" + stopReason + ")",
        cause);
    this.stopReason = stopReason;
  }

  /**
   * Returns the reason why the run was stopped.
   *
   * @return the reason, as in the report; empty if the sender was closed
   */
  public Optional<StopReason> stopReason() {
    return Optional.ofNullable(stopReason);
  }
}
