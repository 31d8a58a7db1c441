package dev.reprise.batch.internal.queue;

import dev.reprise.time.Delayer;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Unprocessed entries that wait before they are sent again; they count as a call in parallel and
 * hold its permit.
 */
public final class DelayedRetry<I> {

  final List<Entry<I>> rest;
  final boolean isHalf;
  final int price;
  public Delayer.@Nullable Scheduled timer;

  /**
   * A retry.
   *
   * @param isHalf whether it is of a half of what was refused as a whole
   * @param price what its permit has cost
   */
  public DelayedRetry(List<Entry<I>> rest, boolean isHalf, int price) {
    this.rest = rest;
    this.isHalf = isHalf;
    this.price = price;
  }

  public void cancelTimer() {
    Delayer.Scheduled scheduled = timer;
    if (scheduled != null) {
      scheduled.cancel();
    }
  }
}
