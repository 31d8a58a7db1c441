package dev.reprise.idempotency.store;

import dev.reprise.text.PrintableText;
import org.jspecify.annotations.Nullable;

/**
 * Failure of a store: of its disk, its database or the connection to it. Over HTTP, respond with
 * status 500 or 503.
 */
public class IdempotencyStoreException extends RuntimeException {

  private static final long serialVersionUID = 1;
  private static final int MAX_MESSAGE_LENGTH = 1_000;

  /**
   * Creates the exception.
   *
   * @param message the failed action; control characters are replaced, and the message is limited
   *     to 1,000 characters
   * @param cause the cause, or null
   */
  public IdempotencyStoreException(String message, @Nullable Throwable cause) {
    super(PrintableText.oneLine(message, MAX_MESSAGE_LENGTH), cause);
  }
}
