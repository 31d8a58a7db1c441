package dev.reprise.testbed.dynamodb;

import com.fasterxml.jackson.databind.node.ObjectNode;

/**
 * A stored item: its attributes as JSON in UTF-8, which takes a tenth of what their tree does, and
 * their metered size in bytes. Immutable.
 */
final class Item {

  private final byte[] json;
  private final int size;

  private Item(byte[] json, int size) {
    this.json = json;
    this.size = size;
  }

  /** Stores attributes in stored form. */
  static Item of(ObjectNode stored) {
    return of(stored, "Item size has exceeded the maximum allowed size");
  }

  /**
   * Stores what an update has made of an item, for which the service words the limit its own way.
   */
  static Item updated(ObjectNode stored) {
    return of(stored, "Item size to update has exceeded the maximum allowed size");
  }

  private static Item of(ObjectNode stored, String tooLarge) {
    int size = ItemSize.of(stored);
    if (size > ItemSize.MAX_BYTES) {
      throw ServiceError.validation(tooLarge);
    }
    return new Item(Json.write(stored), size);
  }

  /** The attributes as a new tree. */
  ObjectNode attributes() {
    return Json.read(json);
  }

  int size() {
    return size;
  }
}
