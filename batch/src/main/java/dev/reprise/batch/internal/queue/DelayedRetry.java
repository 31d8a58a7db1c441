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
   * Creates a retry.
   *
   * @param isHalf whether its entries are from a half of a refused chunk
   * @param price the price of its permit
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
