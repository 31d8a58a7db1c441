package dev.reprise.internal.driver;

import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * Runs the changes of a call one after the other. A listener that is notified of a change may
 * request another one, for example to end the call. That change runs afterwards, because the first
 * one is not finished yet.
 *
 * <p>For one thread at a time.
 */
public final class ChangeQueue {

  private boolean underWay;
  private @Nullable Runnable following;

  /** Returns whether the calling thread is running a change. */
  public boolean underWay() {
    return underWay;
  }

  /**
   * Runs a change now, and then those that were requested meanwhile; or after the one that is
   * running.
   *
   * @param change the change
   * @param make runs it; throws nothing, and skips changes that come too late
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
