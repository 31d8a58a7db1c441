package dev.reprise.aws.batch.internal;

/** A response without any result of the request: its server does not provide the service. */
public final class ForeignResponseException extends IllegalStateException {

  private static final long serialVersionUID = 1;

  /**
   * Creates an exception.
   *
   * @param service the service that was expected
   */
  public ForeignResponseException(String service) {
    super("the response has no result of " + service + ", is this the address of the service?");
  }
}
