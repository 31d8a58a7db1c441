package dev.reprise.dynamodb.internal.write;

import dev.reprise.dynamodb.internal.item.ItemSize;
import dev.reprise.dynamodb.internal.item.ItemValues;
import dev.reprise.dynamodb.table.InvalidItemException;
import dev.reprise.dynamodb.write.ItemWrite;

/** Size of a write in a request, and its cost in write units. */
public final class WriteSize {

  /** Largest sum of the items of a request: 16 MiB, less the bytes around the items. */
  static final long MAX_WIRE = 16L * 1024 * 1024 - 8 * 1024;

  private static final int UNIT_BYTES = 1024;

  private WriteSize() {}

  /** Returns the write units of a put: one for each started KiB, and at least one. */
  public static long units(long storedBytes) {
    return Math.max(1, (storedBytes + UNIT_BYTES - 1) / UNIT_BYTES);
  }

  /** Returns the write units; of a delete one, because the size of the existing item is unknown. */
  public static long units(ItemWrite write) {
    return write.isDelete() ? 1 : units(write.storedBytes());
  }

  /**
   * Checks the values and the size of a put.
   *
   * @throws InvalidItemException if a value has no type or several, or if the item is larger than
   *     the service accepts
   */
  public static void check(ItemWrite write) {
    if (write.isDelete()) {
      return;
    }
    ItemValues.check(write.attributes());
    if (write.storedBytes() > ItemSize.MAX_STORED) {
      throw new InvalidItemException(
          "item must be at most " + ItemSize.MAX_STORED + " bytes, but was " + write.storedBytes());
    }
  }

  /**
   * Returns the bytes that a write takes in a request. A conditional write fills its request.
   *
   * @throws InvalidItemException as {@link #check}
   */
  static long inRequest(ItemWrite write) {
    check(write);
    return write.condition().isPresent() ? MAX_WIRE : write.requestBytes();
  }
}
