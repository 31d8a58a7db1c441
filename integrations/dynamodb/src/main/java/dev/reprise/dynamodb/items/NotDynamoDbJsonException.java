package dev.reprise.dynamodb.items;

/** The text is not DynamoDB JSON; it may be plain JSON. Never thrown to users. */
final class NotDynamoDbJsonException extends RuntimeException {

  private static final long serialVersionUID = 1;

  NotDynamoDbJsonException(String message) {
    super(message, null, false, false);
  }
}
