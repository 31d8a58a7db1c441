package dev.reprise.internal.driver;

import dev.reprise.decision.StopReason;
import dev.reprise.internal.context.ContextCapture;
import dev.reprise.internal.log.QuietLog;
import dev.reprise.internal.timer.CallbackExecutor;
import java.lang.ref.Cleaner;

/**
 * Calls whose driver became unreachable before they were over. No code can end them, and their
 * permits would be lost, so they are ended when the garbage collector has detected that.
 */
public final class AbandonedCalls {

  private static final Cleaner CLEANER = Cleaner.create();

  private AbandonedCalls() {}

  /**
   * Ends a call once the public object of its driver is unreachable, unless the call is over.
   *
   * @param face the public object; the driver must not reference it
   */
  public static Cleaner.Cleanable watch(
      Object face, CallDriver<?> driver, ContextCapture.Captured context) {
    return CLEANER.register(face, new Drop(driver, context));
  }

  private record Drop(CallDriver<?> driver, ContextCapture.Captured context) implements Runnable {

    /** Listeners are notified on another thread, not on that of the cleaner. */
    @Override
    public void run() {
      if (!driver.isOver()) {
        CallbackExecutor.shared().run(() -> context.run(this::end));
      }
    }

    private void end() {
      try {
        driver.stop(StopReason.CANCELLED);
        driver.closeRejected();
        driver.end();
      } catch (Throwable bug) {
        QuietLog.error("Internal error while a call was ended that its driver had dropped", bug);
      }
    }
  }
}
