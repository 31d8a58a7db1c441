package dev.reprise.internal.async;

import java.util.concurrent.atomic.AtomicBoolean;
import org.jspecify.annotations.Nullable;

/**
 * Current step of an asynchronous call: an attempt, or the wait before one. A step ends once: by
 * its outcome, its timer, the caller's cancel or a shutdown, whichever claims it first. Only the
 * claimant may use the call. It installs the next step, and the thread that claims that step sees
 * its writes.
 */
public abstract class ClaimableStep extends AtomicBoolean {

  private static final long serialVersionUID = 1;

  private transient volatile @Nullable Runnable undo;

  public final boolean claim() {
    return compareAndSet(false, true);
  }

  /**
   * Sets the action that cancels the work of the step; runs it at once if the step is already over.
   */
  public final void undoBy(Runnable action) {
    undo = action;
    // A thread that claimed the step before this was set found nothing to cancel, so we do it.
    if (get()) {
      release();
    }
  }

  /** Cancels pending work. */
  public final void release() {
    Runnable action = undo;
    if (action != null) {
      undo = null;
      action.run();
    }
  }
}
