package dev.reprise.testbed.dynamodb.protocol;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** An error response of the service: status, type and message, in the words of the service. */
public final class ServiceError extends RuntimeException {

  private static final long serialVersionUID = 1L;

  private static final String DYNAMODB = "com.amazonaws.dynamodb.v20120810#";
  private static final String CORAL = "com.amazon.coral.service#";

  private final int status;
  private final String type;
  private final String messageField;
  private final transient @Nullable ObjectNode details;

  private ServiceError(
      int status,
      String type,
      String messageField,
      @Nullable String message,
      @Nullable ObjectNode details) {
    super(message, null, false, false);
    this.status = status;
    this.type = type;
    this.messageField = messageField;
    this.details = details;
  }

  public static ServiceError of(int status, String type, @Nullable String message) {
    return new ServiceError(status, type, "message", message, null);
  }

  private static ServiceError dynamodb(String name, String message) {
    return of(400, DYNAMODB + name, message);
  }

  public static ServiceError validation(String message) {
    return of(400, "com.amazon.coral.validate#ValidationException", message);
  }

  public static ServiceError invalidParameter(String message) {
    return validation("One or more parameter values were invalid: " + message);
  }

  public static ServiceError keyMismatch() {
    return validation("The provided key element does not match the schema");
  }

  public static ServiceError serialization(String message) {
    return new ServiceError(400, CORAL + "SerializationException", "Message", message, null);
  }

  public static ServiceError unknownOperation(String message) {
    return of(400, CORAL + "UnknownOperationException", message);
  }

  public static ServiceError missingAuthentication() {
    return of(
        400,
        CORAL + "MissingAuthenticationTokenException",
        "Request is missing Authentication Token");
  }

  public static ServiceError requestTooLarge() {
    return of(413, CORAL + "RequestEntityTooLargeException", "Request size exceeds 16777216 bytes");
  }

  public static ServiceError tableNotFound() {
    return dynamodb("ResourceNotFoundException", "Requested resource not found");
  }

  public static ServiceError tableNotFound(String table) {
    return dynamodb(
        "ResourceNotFoundException",
        "Requested resource not found: Table: " + table + " not found");
  }

  public static ServiceError tableExists(String table) {
    return dynamodb("ResourceInUseException", "Table already exists: " + table);
  }

  public static ServiceError conditionFailed(@Nullable ObjectNode item) {
    return new ServiceError(
        400,
        DYNAMODB + "ConditionalCheckFailedException",
        "message",
        "The conditional request failed",
        item == null ? null : Json.object().set("Item", item));
  }

  public static ServiceError transactionConflict() {
    return dynamodb("TransactionConflictException", "Transaction is ongoing for the item");
  }

  public static ServiceError duplicateItem() {
    return dynamodb("DuplicateItemException", "Duplicate primary key exists in table");
  }

  /** The service documents the error; the message is this server's. */
  public static ServiceError idempotentMismatch() {
    return dynamodb(
        "IdempotentParameterMismatchException",
        "The client request token was used before with other parameters");
  }

  public static ServiceError transactionCanceled(List<CancellationReason> reasons) {
    ArrayNode all = Json.array();
    reasons.forEach(reason -> all.add(reason.toJson()));
    return new ServiceError(
        400,
        DYNAMODB + "TransactionCanceledException",
        "Message",
        "Transaction cancelled, please refer cancellation reasons for specific reasons "
            + reasons.stream().map(CancellationReason::code).toList(),
        Json.object().set("CancellationReasons", all));
  }

  public static ServiceError provisionedThroughputExceeded() {
    return dynamodb(
        "ProvisionedThroughputExceededException",
        "The level of configured provisioned throughput for the table was exceeded. Consider"
            + " increasing your provisioning level with the UpdateTable API.");
  }

  public static ServiceError throttling() {
    return of(
        400,
        "com.amazon.coral.availability#ThrottlingException",
        "Throughput exceeds the current capacity of your table or index. DynamoDB is automatically"
            + " scaling your table or index so please try again shortly.");
  }

  public static ServiceError internal() {
    return of(500, DYNAMODB + "InternalServerError", "Internal server error");
  }

  public static ServiceError unavailable() {
    return of(
        503,
        "com.amazon.coral.availability#ServiceUnavailableException",
        "Service is currently unavailable");
  }

  public boolean isThrottling() {
    return type.endsWith("ProvisionedThroughputExceededException")
        || type.endsWith("ThrottlingException");
  }

  public boolean isCancellation() {
    return type.endsWith("TransactionCanceledException");
  }

  /** Returns the item for which a condition failed, if the response contains it. */
  public @Nullable JsonNode item() {
    return details == null ? null : details.get("Item");
  }

  /**
   * Returns the code of this error in transactions and batches of statements, as listed in the API
   * reference under CancellationReason and BatchStatementError.
   */
  public String shortCode() {
    String name = type.substring(type.indexOf('#') + 1);
    return switch (name) {
      case "ValidationException" -> "ValidationError";
      case "ThrottlingException" -> "ThrottlingError";
      default -> name.endsWith("Exception") ? name.substring(0, name.length() - 9) : name;
    };
  }

  public int status() {
    return status;
  }

  public ObjectNode body() {
    ObjectNode body = Json.object().put("__type", type);
    if (getMessage() != null) {
      body.put(messageField, getMessage());
    }
    if (details != null) {
      body.setAll(details);
    }
    return body;
  }
}
