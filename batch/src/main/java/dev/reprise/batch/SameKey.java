package dev.reprise.batch;

/** Handling of an item whose key is in flight or waiting. */
public enum SameKey {
  /** The later item waits until the earlier one is done or has failed, and is then sent. */
  WAITS,
  /**
   * The last item of a key wins. It takes the place of an earlier item that is not in flight, which
   * then counts as superseded. If the earlier item is in flight, the later one waits, and takes its
   * place if the service leaves the earlier item unprocessed.
   */
  REPLACES
}
