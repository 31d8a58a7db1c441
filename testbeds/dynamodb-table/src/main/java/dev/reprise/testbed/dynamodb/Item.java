package dev.reprise.testbed.dynamodb;

import com.fasterxml.jackson.databind.node.ObjectNode;

/** A stored item: attributes that nobody changes any more, and their metered size in bytes. */
record Item(ObjectNode attributes, int size) {

  /** Checks the attributes of a put request and brings them to stored form. */
  static Item of(ObjectNode attributes) {
    ObjectNode stored = AttributeValues.normaliseAll(attributes);
    int size = ItemSize.of(stored);
    if (size > ItemSize.MAX_BYTES) {
      throw ServiceError.validation("Item size has exceeded the maximum allowed size");
    }
    return new Item(stored, size);
  }
}
