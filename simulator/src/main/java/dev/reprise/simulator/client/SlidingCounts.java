package dev.reprise.simulator.client;

import java.util.Arrays;

/** Two counts of the recent events of a process. The period advances in steps of a tenth. */
final class SlidingCounts {

  private static final int STEPS = 10;

  private final long stepNanos;
  private final int[] all = new int[STEPS];
  private final int[] some = new int[STEPS];
  private long step;
  private int allSum;
  private int someSum;

  SlidingCounts(long windowNanos) {
    stepNanos = Math.max(1, windowNanos / STEPS);
  }

  /** Counts an event for one or both counts. */
  void add(long nowNanos, boolean inAll, boolean inSome) {
    advance(nowNanos);
    int index = (int) (step % STEPS);
    if (inAll) {
      all[index]++;
      allSum++;
    }
    if (inSome) {
      some[index]++;
      someSum++;
    }
  }

  private void advance(long nowNanos) {
    long now = nowNanos / stepNanos;
    if (now - step >= STEPS) {
      Arrays.fill(all, 0);
      Arrays.fill(some, 0);
      allSum = 0;
      someSum = 0;
      step = now;
    }
    while (step < now) {
      step++;
      int index = (int) (step % STEPS);
      allSum -= all[index];
      someSum -= some[index];
      all[index] = 0;
      some[index] = 0;
    }
  }

  int all(long nowNanos) {
    advance(nowNanos);
    return allSum;
  }

  int some(long nowNanos) {
    advance(nowNanos);
    return someSum;
  }
}
