package dev.reprise.batch;

import dev.reprise.time.Delayer;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** A rest that waits before it is sent again, and holds its call's place and permit. */
final class Pause<I> {

  final List<Entry<I>> rest;
  final boolean isHalf;
  Delayer.@Nullable Scheduled timer;

  Pause(List<Entry<I>> rest, boolean isHalf) {
    this.rest = rest;
    this.isHalf = isHalf;
  }

  void cancelTimer() {
    Delayer.Scheduled scheduled = timer;
    if (scheduled != null) {
      scheduled.cancel();
    }
  }
}
