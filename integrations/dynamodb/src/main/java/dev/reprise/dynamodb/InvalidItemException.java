package dev.reprise.dynamodb;

/** An item or key that the service cannot take, found before any call. The message says why. */
public final class InvalidItemException extends IllegalArgumentException {

  private static final long serialVersionUID = 1L;

  InvalidItemException(String message) {
    super(message);
  }
}
