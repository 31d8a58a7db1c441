package dev.reprise.internal.driver;

import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * The changes of a call, made one after the other. A listener that is notified of a change may
 * request another one, for example to end the call. That one is made afterwards, because the first
 * one is not finished yet.
 *
 * <p>For one thread at a time.
 */
public final class ChangeQueue {

  private boolean underWay;
  private @Nullable Runnable following;

  /** Returns whether a change is being made, by the thread that asks. */
  public boolean underWay() {
    return underWay;
  }

  /**
   * Makes a change now, and then those that were asked for meanwhile; or after the one under way.
   *
   * @param change what to do
   * @param make does it; throws nothing, and skips what comes too late
   */
  public void make(Runnable change, Consumer<Runnable> make) {
    if (underWay) {
      follow(change);
      return;
    }
    underWay = true;
    for (Runnable due = change; due != null; due = following) {
      following = null;
      make.accept(due);
    }
    underWay = false;
  }

  private void follow(Runnable change) {
    Runnable before = following;
    following =
        before == null
            ? change
            : () -> {
              before.run();
              change.run();
            };
  }
}
