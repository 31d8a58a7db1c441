package dev.reprise.batch.internal.queue;

/** What still goes into a chunk. */
final class ChunkBuilder {

  private int places;
  private long weight;
  private long units;
  private boolean empty = true;

  /**
   * ChunkBuilder for a chunk.
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

  /** Takes an entry in, if there is room for it. */
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
