package dev.reprise.dynamodb.items;

import java.util.Map;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;

/** The form in which items are written. Either is read as an equal item. */
public enum JsonForm {
  /** Plain JSON where that says all, DynamoDB JSON for items with sets or binaries. */
  PLAIN,
  /** DynamoDB JSON always. */
  DYNAMODB;

  String line(Map<String, AttributeValue> item) {
    return this == PLAIN ? ItemJson.line(item) : ItemJson.typedLine(item);
  }
}
