package dev.reprise.dynamodb;

/**
 * A transaction whose answers were lost for so long that the service may have forgotten its token:
 * it may have been carried out, and is not sent again, since it could then be carried out twice.
 */
public final class EffectUnknownException extends RuntimeException {

  private static final long serialVersionUID = 1L;

  EffectUnknownException(String message) {
    super(message);
  }
}
