package dev.reprise.dynamodb.internal.read;

import dev.reprise.dynamodb.internal.item.KeyIdentity;
import dev.reprise.dynamodb.internal.run.MappedIterator;
import dev.reprise.dynamodb.read.KeyRead;
import dev.reprise.dynamodb.table.InvalidItemException;
import dev.reprise.dynamodb.table.KeySchema;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;

/**
 * Reads of keys without duplicates.
 *
 * @param inOrder a read for each key given; equal keys have the same read
 * @param once each read once
 */
record DistinctReads(List<KeyRead> inOrder, List<KeyRead> once) {

  /** The noun for an element of the input. */
  static final String KEY = "key";

  /**
   * Finds equal keys.
   *
   * @param schema null if it is unknown; then no key can be read, and none is equal to another
   */
  static DistinctReads of(
      Iterable<? extends Map<String, AttributeValue>> keys, @Nullable KeySchema schema) {
    Map<Object, KeyRead> known = new HashMap<>();
    List<KeyRead> inOrder = new ArrayList<>();
    List<KeyRead> once = new ArrayList<>();
    Iterator<KeyRead> reads =
        new MappedIterator<Map<String, AttributeValue>, KeyRead>(
            keys.iterator(), KEY, key -> new PendingRead(key, inOrder.size()));
    while (reads.hasNext()) {
      KeyRead read = reads.next();
      KeyRead same = known.putIfAbsent(identity(read, schema), read);
      if (same == null) {
        once.add(read);
      }
      inOrder.add(same == null ? read : same);
    }
    return new DistinctReads(inOrder, once);
  }

  private static Object identity(KeyRead read, @Nullable KeySchema schema) {
    try {
      return schema == null ? read : KeyIdentity.of(schema, read.key());
    } catch (InvalidItemException refusedLater) {
      return read;
    }
  }
}
