package dev.reprise.dynamodb;

import dev.reprise.text.PrintableText;

/** An item or key that the service cannot take, found before any call. The message says why. */
public final class InvalidItemException extends IllegalArgumentException {

  private static final long serialVersionUID = 1L;

  private static final int LONGEST = 1_000;

  InvalidItemException(String message) {
    super(PrintableText.oneLine(message, LONGEST));
  }
}
