package dev.reprise.internal.async;

import java.util.concurrent.atomic.AtomicBoolean;
import org.jspecify.annotations.Nullable;

/**
 * Current step of an asynchronous call: an attempt, or the wait before one. A step ends once: by
 * its answer, its timer, the caller's cancel or a shutdown, whichever claims it first. Only the
 * claimant may touch the call; what it writes is seen by the one who claims the next step, which it
 * installs.
 */
public abstract class ClaimableStep extends AtomicBoolean {

  private static final long serialVersionUID = 1;

  private transient volatile @Nullable Runnable undo;

  public final boolean claim() {
    return compareAndSet(false, true);
  }

  /**
   * Says how to call off what the step is waiting for; done at once if the step is over already.
   */
  public final void undoBy(Runnable action) {
    undo = action;
    // A thread that claimed the step before this was set found nothing to cancel, so we do it.
    if (get()) {
      release();
    }
  }

  /** Calls off what is still pending. */
  public final void release() {
    Runnable action = undo;
    if (action != null) {
      undo = null;
      action.run();
    }
  }
}
