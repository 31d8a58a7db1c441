package dev.reprise.testing.faults;

import static org.assertj.core.api.Assertions.assertThat;

import java.lang.ref.Reference;
import java.lang.ref.WeakReference;
import java.util.List;

/** Checks that objects are unreachable after a call. */
final class LeakCheck {

  private static final int COLLECTIONS = 20;

  private LeakCheck() {}

  /** Collects garbage until all references are cleared, while an object is kept. */
  static void assertGone(List<WeakReference<?>> remains, Object kept) {
    for (int i = 0; i < COLLECTIONS && !areGone(remains); i++) {
      System.gc();
    }
    assertThat(remains.stream().filter(one -> !one.refersTo(null)).count())
        .as("operations and futures of finished calls that something keeps alive")
        .isZero();
    Reference.reachabilityFence(kept);
  }

  private static boolean areGone(List<WeakReference<?>> remains) {
    return remains.stream().allMatch(one -> one.refersTo(null));
  }
}
