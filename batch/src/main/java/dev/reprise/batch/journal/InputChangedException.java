package dev.reprise.batch.journal;

import org.jspecify.annotations.Nullable;

/**
 * The input is not the one that the journal tells of: other items, another order, or fewer. Nothing
 * after the named positions was sent.
 */
public final class InputChangedException extends RuntimeException {

  private static final long serialVersionUID = 1L;

  /** First position of those that differ. */
  private final long from;

  /** Last position of those that differ. */
  private final long to;

  InputChangedException(String message, long from, long to, @Nullable Throwable cause) {
    super(message, cause);
    this.from = from;
    this.to = to;
  }

  /**
   * Where the difference begins at the earliest.
   *
   * @return the first position of the range in which something differs, counted from 0
   */
  public long from() {
    return from;
  }

  /**
   * Where the difference begins at the latest.
   *
   * @return the last position of that range
   */
  public long to() {
    return to;
  }
}
