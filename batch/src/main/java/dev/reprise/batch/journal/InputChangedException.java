package dev.reprise.batch.journal;

import org.jspecify.annotations.Nullable;

/**
 * The input differs from the one that the journal recorded: it has different items, a different
 * order, or fewer items. No item after the reported positions was sent.
 */
public final class InputChangedException extends RuntimeException {

  private static final long serialVersionUID = 1L;

  /** The first position of the range that differs. */
  private final long from;

  /** The last position of the range that differs. */
  private final long to;

  InputChangedException(String message, long from, long to, @Nullable Throwable cause) {
    super(message, cause);
    this.from = from;
    this.to = to;
  }

  /**
   * Returns the first position at which the inputs may differ.
   *
   * @return the first position of the range that contains a difference, counted from 0
   */
  public long from() {
    return from;
  }

  /**
   * Returns the last position at which the first difference may be.
   *
   * @return the last position of that range
   */
  public long to() {
    return to;
  }
}
