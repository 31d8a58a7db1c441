package dev.reprise.opensearch;

import java.util.Locale;

/** The actions of the bulk API. */
public enum BulkAction {
  /** Stores a document, in place of an existing one with its id. */
  INDEX,
  /** Stores a document whose id must not exist yet. */
  CREATE,
  /** Changes an existing document. */
  UPDATE,
  /** Removes a document; a missing one counts as removed. */
  DELETE;

  /**
   * Returns the name in a request.
   *
   * @return the name in lower case
   */
  @Override
  public String toString() {
    return name().toLowerCase(Locale.ROOT);
  }
}
