package dev.reprise.dynamodb;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;

/**
 * Keys, each to be read once.
 *
 * @param inOrder one read for each key given; the same one for the same key
 * @param once each of those once
 */
record DistinctReads(List<KeyRead> inOrder, List<KeyRead> once) {

  /**
   * Finds equal keys.
   *
   * @param schema null if it is unknown, so that nothing can be read and nothing is equal
   */
  static DistinctReads of(
      Iterable<? extends Map<String, AttributeValue>> keys, @Nullable KeySchema schema) {
    Map<Object, KeyRead> known = new HashMap<>();
    List<KeyRead> inOrder = new ArrayList<>();
    List<KeyRead> once = new ArrayList<>();
    for (Map<String, AttributeValue> key : keys) {
      KeyRead read = new KeyRead(key);
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
      return schema == null ? read : schema.identityOf(read.key());
    } catch (InvalidItemException refusedLater) {
      return read;
    }
  }
}
