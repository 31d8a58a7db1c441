package dev.reprise.dynamodb.transaction;

/**
 * The responses of a transaction were lost for longer than the service keeps its token. The
 * transaction may have been carried out. It is not sent again, because it could then be carried out
 * twice.
 */
public final class EffectUnknownException extends RuntimeException {

  private static final long serialVersionUID = 1L;

  /**
   * Creates the exception.
   *
   * @param message the reason, in one line
   */
  public EffectUnknownException(String message) {
    super(message);
  }
}
