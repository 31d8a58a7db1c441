package dev.reprise.batch.internal.queue;

/** The limits of a chunk that is being built. */
final class ChunkBuilder {

  private int places;
  private long weight;
  private long units;
  private boolean empty = true;

  /**
   * Sets the limits of a chunk.
   *
   * @param places the maximum number of entries
   * @param weight the maximum sum of weights
   * @param units the maximum sum of costs, which a single entry may exceed
   */
  ChunkBuilder(int places, long weight, long units) {
    this.places = places;
    this.weight = weight;
    this.units = units;
  }

  /** Counts an entry against the limits; false if it does not fit. */
  boolean takes(Entry<?> entry) {
    if (places == 0 || entry.weight() > weight || (entry.cost() > units && !empty)) {
      return false;
    }
    places--;
    weight -= entry.weight();
    units -= entry.cost();
    empty = false;
    return true;
  }
}
