package dev.reprise.dynamodb.internal.json;

/** The text is not DynamoDB JSON; it may be plain JSON. Never thrown to users. */
public final class NotDynamoDbJsonException extends RuntimeException {

  private static final long serialVersionUID = 1;

  NotDynamoDbJsonException(String message) {
    super(message, null, false, false);
  }
}
