package dev.reprise.batch.report;

import dev.reprise.decision.StopReason;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * An item that was pushed to a {@link dev.reprise.batch.BatchSender} was not sent, because the run
 * was stopped first. The cause is the failure that stopped the run, if there is one. Has no stack
 * trace of its own, because it is created by the run and not by the caller.
 */
public final class NotAttemptedException extends RuntimeException {

  private static final long serialVersionUID = 1L;

  /** The reason for the end of the run. */
  private final StopReason stopReason;

  /**
   * Creates an exception. Runs create it, and so may tests of code that handles it.
   *
   * @param stopReason the reason for the end of the run
   * @param cause the failure that stopped the run, or null
   */
  public NotAttemptedException(StopReason stopReason, @Nullable Throwable cause) {
    super("the item was not sent: the run was stopped (" + stopReason + ")", cause, true, false);
    this.stopReason = Objects.requireNonNull(stopReason, "stopReason");
  }

  /**
   * Returns the reason for the end of the run.
   *
   * @return the reason, as in the report
   */
  public StopReason stopReason() {
    return stopReason;
  }
}
