package dev.reprise.dynamodb.internal.transaction;

import dev.reprise.dynamodb.internal.item.ItemSize;
import dev.reprise.dynamodb.internal.item.KeyIdentity;
import dev.reprise.dynamodb.internal.write.WriteSize;
import dev.reprise.dynamodb.table.InvalidItemException;
import dev.reprise.dynamodb.table.KeySchema;
import dev.reprise.dynamodb.transaction.WriteTransaction;
import dev.reprise.dynamodb.write.ItemWrite;
import java.util.List;
import software.amazon.awssdk.services.dynamodb.model.Put;
import software.amazon.awssdk.services.dynamodb.model.TransactWriteItem;

/** Size of a transaction, and its cost in write units. */
final class TransactionSize {

  private static final long MAX_BYTES = 4 * 1024 * 1024;

  private TransactionSize() {}

  /**
   * Checks the writes, and the sum of the sizes of the puts.
   *
   * @return 1, the weight of a transaction in a chunk
   * @throws InvalidItemException if a write is invalid, or if the sum is larger than the service
   *     accepts
   */
  static long check(WriteTransaction transaction, KeySchema schema) {
    long bytes = sum(transaction.map(write -> checkedBytes(write, schema), TransactionSize::bytes));
    if (bytes > MAX_BYTES) {
      throw new InvalidItemException(
          "transaction must be at most " + MAX_BYTES + " bytes, but was " + bytes);
    }
    return 1;
  }

  /** Returns the write units: two for each unit, to prepare and to commit. */
  static long units(WriteTransaction transaction) {
    return 2 * sum(transaction.map(WriteSize::units, item -> WriteSize.units(bytes(item))));
  }

  private static long sum(List<Long> values) {
    return values.stream().mapToLong(Long::longValue).sum();
  }

  private static long checkedBytes(ItemWrite write, KeySchema schema) {
    Object unusedKey = KeyIdentity.of(schema, write.attributes());
    WriteSize.check(write);
    return write.isDelete() ? 0 : write.storedBytes();
  }

  private static long bytes(TransactWriteItem item) {
    Put put = item.put();
    return put == null ? 0 : ItemSize.of(put.item()).stored();
  }
}
