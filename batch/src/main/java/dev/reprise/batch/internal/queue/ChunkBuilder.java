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
   * @param places how many entries
   * @param weight their greatest sum of weights
   * @param units their greatest sum of costs, which the first entry may pass by itself
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
