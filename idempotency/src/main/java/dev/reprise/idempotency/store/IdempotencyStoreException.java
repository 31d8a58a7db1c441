package dev.reprise.idempotency.store;

import dev.reprise.text.PrintableText;
import org.jspecify.annotations.Nullable;

/** A store failed: its disk, its database, the way to it. Over HTTP it is a 500 or a 503. */
public class IdempotencyStoreException extends RuntimeException {

  private static final long serialVersionUID = 1;
  private static final int LONGEST = 1_000;

  /**
   * A failure with what led to it.
   *
   * @param message what the store could not do; made one line of at most 1,000 characters
   * @param cause why; null if there is nothing to add
   */
  public IdempotencyStoreException(String message, @Nullable Throwable cause) {
    super(PrintableText.oneLine(message, LONGEST), cause);
  }
}
