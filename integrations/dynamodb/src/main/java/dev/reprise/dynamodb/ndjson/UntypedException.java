package dev.reprise.dynamodb.ndjson;

/** Something is not DynamoDB JSON, and may be plain. Never leaves the package. */
final class UntypedException extends RuntimeException {

  private static final long serialVersionUID = 1;

  UntypedException(String message) {
    super(message, null, false, false);
  }
}
