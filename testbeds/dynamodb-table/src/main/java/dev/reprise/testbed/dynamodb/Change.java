package dev.reprise.testbed.dynamodb;

import org.jspecify.annotations.Nullable;

/** What a write makes of an item; null stands for no item. */
@FunctionalInterface
interface Change {

  /** Leaves everything as it is. */
  Change NONE = before -> before;

  /** Removes the item. */
  Change DELETE = before -> null;

  /**
   * The item afterwards.
   *
   * @throws ServiceError if the item there is does not allow the change
   */
  @Nullable Item after(@Nullable Item before);

  /** Puts this item in place of the other. */
  static Change put(Item item) {
    return before -> item;
  }
}
