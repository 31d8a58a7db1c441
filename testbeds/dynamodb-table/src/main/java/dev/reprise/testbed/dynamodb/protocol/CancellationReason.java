package dev.reprise.testbed.dynamodb.protocol;

import com.fasterxml.jackson.databind.node.ObjectNode;
import org.jspecify.annotations.Nullable;

/**
 * The reason why an action cancelled its transaction, with the codes and messages of the service's
 * API reference (TransactWriteItems, Errors, TransactionCanceledException).
 */
public record CancellationReason(String code, @Nullable String message, @Nullable ObjectNode item) {

  /** The action did not cancel the transaction. */
  public static final CancellationReason NONE = new CancellationReason("None", null, null);

  public static final CancellationReason CONFLICT =
      new CancellationReason("TransactionConflict", "Transaction is ongoing for the item", null);

  public static CancellationReason conditionFailed(@Nullable ObjectNode item) {
    return new CancellationReason("ConditionalCheckFailed", "The conditional request failed", item);
  }

  /** Returns the error of a single operation as a reason. */
  public static CancellationReason of(ServiceError error) {
    return new CancellationReason(error.shortCode(), error.getMessage(), null);
  }

  public ObjectNode toJson() {
    ObjectNode json = Json.object().put("Code", code);
    if (message != null) {
      json.put("Message", message);
    }
    if (item != null) {
      json.set("Item", item);
    }
    return json;
  }
}
