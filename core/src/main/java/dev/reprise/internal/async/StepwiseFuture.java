package dev.reprise.internal.async;

import dev.reprise.internal.call.CallSettings;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.atomic.AtomicReferenceFieldUpdater;
import org.jspecify.annotations.Nullable;

/**
 * A future whose call has one step at a time: an attempt, a pause, a change of executor. Each step
 * ends once: by its outcome, its timer, the caller's cancel or a shutdown, whichever claims it
 * first. Only the claimant may use the call. It installs the next step, and the thread that claims
 * that step sees its writes.
 *
 * <p>The claim is a compare-and-set of one field, so a step needs no state and may be a foreign
 * object: the stage that the call follows. A claimed step is replaced by the thread that has
 * claimed it. See docs/design/async.md.
 */
public abstract class StepwiseFuture<R extends @Nullable Object> extends CallFuture<R> {

  /** An operation has been called and has not returned its stage. */
  public static final Object STARTING = new Object();

  /** Another thread than the one that claimed the step is ending the call. */
  public static final Object ENDING = new Object();

  @SuppressWarnings("rawtypes")
  private static final AtomicReferenceFieldUpdater<StepwiseFuture, Object> CURRENT =
      AtomicReferenceFieldUpdater.newUpdater(StepwiseFuture.class, Object.class, "current");

  private volatile @Nullable Object current;

  public StepwiseFuture(CallSettings settings) {
    super(settings);
  }

  /** Current step of the call; null before it begins and after it has ended. */
  public final @Nullable Object current() {
    return current;
  }

  public final boolean isAt(Object step) {
    return current == step;
  }

  /** Makes a step the current one. False if the caller has ended the call meanwhile. */
  public final boolean install(Object step) {
    current = step;
    // The caller first records that and then checks for a step: one of the two sees the other.
    if (isBeingEnded()) {
      endedByCaller();
      return false;
    }
    return true;
  }

  /** Sets the current step of a call that no other thread has seen, or whose step is claimed. */
  public final void set(@Nullable Object step) {
    current = step;
  }

  /** Records that this thread continues the call. Only for the thread that has claimed its step. */
  public final void setClaimed() {
    current = Thread.currentThread();
  }

  /** Replaces a step, if it still is the current one. */
  public final boolean replace(Object step, Object by) {
    return CURRENT.compareAndSet(this, step, by);
  }

  /** Claims a step for this thread. */
  public final boolean claim(Object step) {
    return replace(step, Thread.currentThread());
  }

  /** Claims work that can be cancelled; null if there is none, or another thread was first. */
  public final @Nullable Object claimCurrent() {
    Object step = current;
    while (step != null && isClaimable(step)) {
      if (step instanceof ClaimableStep attempt) {
        // Its outcome and its timeout claim the attempt itself, so this thread claims the attempt,
        // too.
        if (!attempt.claim()) {
          return null;
        }
        setClaimed();
        return step;
      }
      if (claim(step)) {
        return step;
      }
      // Another thread has continued the call meanwhile: this thread may claim its new step.
      step = current;
    }
    return null;
  }

  /**
   * Ends the call after an exception that no attempt threw. Does nothing if another thread
   * continues the call.
   */
  public final void broken(Throwable bug) {
    Object step = current;
    if (step == null && (isDone() || isForgotten())) {
      completeIfOpen(bug);
      return;
    }
    if (step == null) {
      setClaimed();
    } else if (step != Thread.currentThread()) {
      // This thread has not claimed a step: it may end the call only if no other thread continues
      // it.
      step = claimCurrent();
      if (step == null) {
        return;
      }
    }
    termination(step).by(bug);
  }

  @Override
  public final void endedByCaller() {
    Object step = claimCurrent();
    if (step != null) {
      termination(step).byCaller();
    }
  }

  /** Returns whether the call is over, as its claimant knows. */
  public abstract boolean isForgotten();

  /**
   * Returns the termination of the call at a step that this thread has claimed; null if the call
   * has not begun.
   */
  public abstract AsyncTermination<?, R> termination(@Nullable Object step);

  /** An attempt, a pause, a hop, or the start of an attempt that has not answered. */
  private static boolean isClaimable(Object step) {
    return step == STARTING
        || step instanceof CompletionStage
        || step instanceof ClaimableStep
        || step instanceof AsyncPause
        || step instanceof ExecutorHop;
  }
}
