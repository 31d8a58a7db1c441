package dev.reprise.testbed.dynamodb.storage;

import dev.reprise.testbed.dynamodb.item.Item;
import dev.reprise.testbed.dynamodb.protocol.ServiceError;
import org.jspecify.annotations.Nullable;

/** The effect of a write on an item; null means no item. */
public @FunctionalInterface interface ItemChange {

  /** Leaves the item unchanged. */
  ItemChange NONE = before -> before;

  /** Removes the item. */
  ItemChange DELETE = before -> null;

  /**
   * Returns the item after the write.
   *
   * @throws ServiceError if the existing item does not allow the change
   */
  @Nullable Item after(@Nullable Item before);

  /** Replaces the item with this one. */
  static ItemChange put(Item item) {
    return before -> item;
  }
}
