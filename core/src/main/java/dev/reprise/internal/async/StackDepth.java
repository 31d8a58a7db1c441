package dev.reprise.internal.async;

import dev.reprise.internal.call.CallSettings;
import java.util.concurrent.ThreadLocalRandom;

/**
 * Returns whether a call is started so deep in a stack that a pause is due. A dependent that starts
 * the next call runs on the thread that adds it, if the call is already over: with an executor
 * whose threads run immediately, as on a busy processor, a chain of calls nests on that stack until
 * it overflows. A call that begins a little later is not over when its dependent is added, so the
 * stack empties.
 */
public final class StackDepth {

  /** Delay of a call at this depth, in nanoseconds. */
  private static final long PAUSE_NANOS = 1_000_000;

  /** At most a tenth of the frames that fit on a stack of the usual size. */
  private static final int MANY_FRAMES = 1_000;

  /** Counting frames takes microseconds, so it is done at random; a long chain is detected soon. */
  private static final int ONE_IN = 16;

  private static final StackWalker FRAMES = StackWalker.getInstance();

  private StackDepth() {}

  /**
   * Returns the wait before the first attempt of a call: the time that the server requested, or a
   * moment.
   *
   * @param onExecutor whether that attempt is made by a thread of an executor
   */
  public static long pauseNanos(CallSettings settings, long nowNanos, boolean onExecutor) {
    long asked = settings.pauseNanos(nowNanos);
    return asked > 0 || !onExecutor || ThreadLocalRandom.current().nextInt(ONE_IN) > 0 || !isDeep()
        ? asked
        : PAUSE_NANOS;
  }

  private static boolean isDeep() {
    return FRAMES.walk(frames -> frames.skip(MANY_FRAMES).findFirst().isPresent());
  }
}
