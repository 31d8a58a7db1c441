package dev.reprise.internal.async;

import org.jspecify.annotations.Nullable;

/** The submission of an immediate retry to the executor, which may run it on this thread. */
public final class ExecutorHop implements Runnable {

  private final AsyncCall<?, ?> call;
  private @Nullable Thread hopping;
  private boolean landedHere;

  public ExecutorHop(AsyncCall<?, ?> call) {
    this.call = call;
  }

  /**
   * Submits the hop. Returns whether the call continues on this thread, which has then claimed the
   * hop.
   */
  public boolean isHere() {
    hopping = Thread.currentThread();
    try {
      call.executor().execute(this);
    } catch (Throwable rejection) {
      if (call.claim(this)) {
        call.refused(rejection);
      }
      return false;
    } finally {
      hopping = null;
    }
    return landedHere && call.claim(this);
  }

  @Override
  public void run() {
    if (hopping == Thread.currentThread()) {
      landedHere = true;
    } else if (call.claim(this)) {
      call.goOn();
    }
  }
}
