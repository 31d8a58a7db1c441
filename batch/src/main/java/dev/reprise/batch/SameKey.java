package dev.reprise.batch;

/** Handling of an item whose key is in flight or waiting. */
public enum SameKey {
  /** It waits until the earlier item is done or has failed, then it is sent. */
  WAITS,
  /**
   * The last item of a key wins: it takes the place of an earlier one that is not in flight, which
   * then counts as superseded. It waits for one that is in flight, and takes its place if that is
   * answered as unprocessed.
   */
  REPLACES
}
