package dev.reprise.aws.request;

/**
 * A response without any result of the request: its server does not provide the service. {@link
 * dev.reprise.aws.AwsFailures#endsEveryRequest} is true for it.
 */
public final class ForeignResponseException extends IllegalStateException {

  private static final long serialVersionUID = 1;

  /**
   * Creates an exception.
   *
   * @param service the service that was expected, such as {@code SQS}
   */
  public ForeignResponseException(String service) {
    super("the response has no result of " + service + ", is this the address of the service?");
  }
}
