package dev.reprise.batch.internal.queue;

import java.util.List;

/**
 * The calls that accepted other items and left one unprocessed, and the probability that this
 * happened by chance. See docs/design/hopeless-items.md.
 *
 * @param calls the number of these calls
 * @param chance the product of the shares of comparable items that these calls left
 */
record PassedOver(int calls, double chance) {

  static final PassedOver NEVER = new PassedOver(0, 1);

  /** Below this probability, a lack of capacity is probably not the reason. */
  static final double UNLIKELY = 0.105;

  private static final double IMPOSSIBLE = 1e-9;

  PassedOver again(double share) {
    return new PassedOver(calls + 1, chance * share);
  }

  /** Returns whether the item probably has a reason of its own. */
  boolean isUnlikely() {
    return chance < UNLIKELY;
  }

  /** Returns whether a lack of capacity for all items cannot be the reason. */
  boolean isImpossible() {
    return chance < IMPOSSIBLE;
  }

  /**
   * The items of a call and those that it left unprocessed: all of them, and those that were not
   * unlikely to be left so far.
   */
  record Rivals(int all, int allLeft, int usual, int usualLeft) {

    static <I> Rivals of(List<Entry<I>> chunk, List<Entry<I>> left) {
      return new Rivals(
          chunk.size(), left.size(), RecentlyLeft.usual(chunk), RecentlyLeft.usual(left));
    }

    /**
     * Returns the share of comparable items that were left. Items that are left in every call would
     * excuse each other, so an item is compared with the usual ones, if there are any.
     */
    double share(boolean isPassedOver) {
      int itself = isPassedOver ? 1 : 0;
      return usual + itself > 1
          ? (usualLeft + itself) / (double) (usual + itself)
          : allLeft / (double) all;
    }
  }
}
