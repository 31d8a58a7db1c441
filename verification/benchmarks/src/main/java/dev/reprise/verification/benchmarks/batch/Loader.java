package dev.reprise.verification.benchmarks.batch;

import java.util.List;
import java.util.Map;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;

/** A contestant: writes all items into a table. */
interface Loader {

  String TABLE = "items";

  /** How it is called in the table of figures. */
  String name();

  /**
   * Writes all of them, or as many as it can.
   *
   * @param items each of a key of its own
   */
  void load(List<Map<String, AttributeValue>> items);
}
