package dev.reprise.dynamodb.items;

/** Something is not DynamoDB JSON, and may be plain. Never leaves the package. */
final class NotDynamoDbJsonException extends RuntimeException {

  private static final long serialVersionUID = 1;

  NotDynamoDbJsonException(String message) {
    super(message, null, false, false);
  }
}
