package dev.reprise.batch.internal.queue;

import dev.reprise.time.Delayer;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Unprocessed entries that wait before they are sent again, and hold a permit. */
public final class DelayedRetry<I> {

  final List<Entry<I>> rest;
  final boolean isHalf;
  final int price;

  /** True if its entries are {@linkplain Entry#isPassedOver() passed over}. */
  public final boolean isPassedOver;

  public Delayer.@Nullable Scheduled timer;

  /**
   * Creates a retry.
   *
   * @param isHalf whether its entries are from a half of a refused chunk
   * @param isPassedOver whether they are {@linkplain Entry#isPassedOver() passed over}
   * @param price the price of its permit
   */
  public DelayedRetry(List<Entry<I>> rest, boolean isHalf, boolean isPassedOver, int price) {
    this.rest = rest;
    this.isHalf = isHalf;
    this.price = price;
    this.isPassedOver = isPassedOver;
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
