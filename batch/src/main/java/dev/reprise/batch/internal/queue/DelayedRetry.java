package dev.reprise.batch.internal.queue;

import dev.reprise.time.Delayer;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Unprocessed entries that wait before they are sent again, and hold a permit. */
public final class DelayedRetry<I> {

  final List<Entry<I>> rest;
  final boolean isHalf;
  final int price;

  /** True if the wait occupies no parallel call, because the service has capacity. */
  public final boolean isUncounted;

  public Delayer.@Nullable Scheduled timer;

  /**
   * Creates a retry.
   *
   * @param isHalf whether its entries are from a half of a refused chunk
   * @param isUncounted whether the wait occupies no parallel call
   * @param price the price of its permit
   */
  public DelayedRetry(List<Entry<I>> rest, boolean isHalf, boolean isUncounted, int price) {
    this.rest = rest;
    this.isHalf = isHalf;
    this.price = price;
    this.isUncounted = isUncounted;
  }

  public int size() {
    return rest.size();
  }

  public void cancelTimer() {
    Delayer.Scheduled scheduled = timer;
    if (scheduled != null) {
      scheduled.cancel();
    }
  }
}
