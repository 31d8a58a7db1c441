package dev.reprise.batch;

/** Handling of an item whose key is in flight or waiting. */
public enum SameKey {
  /** The later item waits until the earlier one is done or has failed, and is then sent. */
  WAITS,
  /**
   * As {@link #WAITS}, for items that are messages, not values: a later item never replaces an
   * earlier one. They differ with a journal. If an item is dead and a later one of its key is done,
   * another run sends the dead item, after the later one; with {@link #WAITS} it is superseded,
   * since it would replace a newer value by an old one.
   */
  FOLLOWS,
  /**
   * The last item of a key wins. It takes the place of an earlier item that is not in flight, which
   * then counts as superseded. If the earlier item is in flight, the later one waits, and takes its
   * place if the service leaves the earlier item unprocessed.
   *
   * <p>If the service refuses the later item, the earlier one is sent after all: the last item of a
   * key that is not refused wins. An earlier item stays superseded if an attempt of the later one
   * ended with unknown effect, or if the later one is given up for another reason. For all keys
   * together, as many replaced items are kept as chunk size times parallelism; above that, the
   * oldest ones of a key are superseded for good.
   */
  REPLACES
}
