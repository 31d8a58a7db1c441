package dev.reprise.internal.driver;

import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * What changes a call, one after the other. A listener that is told of a change may ask for another
 * one, to end the call for example: that one follows, for what the listener was told of is not done
 * yet.
 *
 * <p>For one thread at a time.
 */
public final class Changes {

  private boolean underWay;
  private @Nullable Runnable following;

  /** Whether a change is being made, by the thread that asks. */
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
