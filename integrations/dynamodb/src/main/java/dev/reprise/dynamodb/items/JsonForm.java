package dev.reprise.dynamodb.items;

import java.util.Map;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;

/** Form of JSON in which items are written. Items of both forms are read as equal items. */
public enum JsonForm {
  /**
   * Plain JSON; DynamoDB JSON for items that plain JSON cannot represent, such as items with sets
   * or binaries.
   */
  PLAIN,
  /** DynamoDB JSON for all items. */
  DYNAMODB;

  String line(Map<String, AttributeValue> item) {
    return this == PLAIN ? ItemJson.line(item) : ItemJson.typedLine(item);
  }
}
