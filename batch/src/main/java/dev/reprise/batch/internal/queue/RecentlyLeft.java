package dev.reprise.batch.internal.queue;

import java.util.List;

/**
 * The share of the recently sent items that calls left unprocessed, without items that are
 * {@linkplain Entry#isPassedOver() passed over}. If it is small, the service has capacity. See
 * docs/design/hopeless-items.md.
 */
public final class RecentlyLeft {

  /** The weight of an item decreases by a factor of e for this many later items. */
  private static final double WINDOW = 50;

  /** A larger share is probably left for a lack of capacity. */
  private static final double FEW = 0.15;

  private double left;
  private double total;

  /** Counts a call; its entries must not have been changed by its end. */
  public <I> void answered(Chunk<I> chunk, List<Entry<I>> unprocessed) {
    int usual = usual(chunk.entries);
    if (usual > 0) {
      double decay = Math.exp(-usual / WINDOW);
      left = left * decay + (1 - decay) * usual(unprocessed) / usual;
      total = total * decay + (1 - decay);
    }
  }

  /** Returns whether a lack of capacity is probably not the reason that items were left. */
  public boolean isUnlikely() {
    return left < FEW * total;
  }

  static <I> int usual(List<Entry<I>> entries) {
    int usual = 0;
    for (Entry<I> entry : entries) {
      usual += entry.isPassedOver() ? 0 : 1;
    }
    return usual;
  }
}
