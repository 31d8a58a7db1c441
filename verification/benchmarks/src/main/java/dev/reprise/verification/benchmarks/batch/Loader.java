package dev.reprise.verification.benchmarks.batch;

import java.util.List;
import java.util.Map;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;

/** A contender that writes all items into a table. */
interface Loader {

  String TABLE = "items";

  /** Its name in the table of figures. */
  String name();

  /**
   * Writes the items; some contenders lose items.
   *
   * @param items with distinct keys
   */
  void load(List<Map<String, AttributeValue>> items);
}
