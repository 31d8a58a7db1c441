package dev.reprise.testbed.dynamodb.item;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.reprise.testbed.dynamodb.protocol.Json;
import dev.reprise.testbed.dynamodb.protocol.ServiceError;

/**
 * A stored item: its attributes as JSON in UTF-8, which needs a tenth of the memory of their tree,
 * and their metered size in bytes. Immutable.
 */
public final class Item {

  private final byte[] json;
  private final int size;

  private Item(byte[] json, int size) {
    this.json = json;
    this.size = size;
  }

  /** Returns an item with attributes in stored form. */
  public static Item of(ObjectNode stored) {
    return of(stored, "Item size has exceeded the maximum allowed size");
  }

  /**
   * Returns the item that results from an update; the service has a different message for its size
   * limit.
   */
  public static Item updated(ObjectNode stored) {
    return of(stored, "Item size to update has exceeded the maximum allowed size");
  }

  private static Item of(ObjectNode stored, String tooLarge) {
    int size = ItemSize.of(stored);
    if (size > ItemSize.MAX_BYTES) {
      throw ServiceError.validation(tooLarge);
    }
    return new Item(Json.write(stored), size);
  }

  /** Returns the attributes as a new tree. */
  public ObjectNode attributes() {
    return Json.read(json);
  }

  public int size() {
    return size;
  }
}
