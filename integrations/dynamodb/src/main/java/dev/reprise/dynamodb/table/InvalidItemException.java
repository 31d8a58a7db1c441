package dev.reprise.dynamodb.table;

import dev.reprise.batch.operation.RefusedItemException;
import dev.reprise.text.PrintableText;

/**
 * An item or key that the service would refuse, found before any request was sent. The message
 * gives the reason.
 */
public final class InvalidItemException extends RefusedItemException {

  private static final long serialVersionUID = 1L;

  private static final int MAX_MESSAGE_LENGTH = 1_000;

  /**
   * Creates the exception.
   *
   * @param message the reason; put on one line of at most 1,000 characters
   */
  public InvalidItemException(String message) {
    super(PrintableText.oneLine(message, MAX_MESSAGE_LENGTH));
  }
}
