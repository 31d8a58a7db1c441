package dev.reprise.dynamodb;

import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;

/** A put or a delete of one item. Immutable; equal only to itself. */
public final class ItemWrite {

  private final boolean delete;
  private final Map<String, AttributeValue> attributes;
  private volatile @Nullable ItemBytes bytes;

  private ItemWrite(boolean delete, Map<String, AttributeValue> attributes) {
    this.delete = delete;
    this.attributes = Collections.unmodifiableMap(new LinkedHashMap<>(attributes));
  }

  /**
   * Writes an item, in place of one with the same key.
   *
   * @param item all its attributes; copied
   * @return the put
   */
  public static ItemWrite put(Map<String, AttributeValue> item) {
    return new ItemWrite(false, item);
  }

  /**
   * Deletes an item, if there is one.
   *
   * @param key the key attributes; copied. Others are left out of the request
   * @return the delete
   */
  public static ItemWrite delete(Map<String, AttributeValue> key) {
    return new ItemWrite(true, key);
  }

  /**
   * Which of the two it is.
   *
   * @return true for a delete, false for a put
   */
  public boolean isDelete() {
    return delete;
  }

  /**
   * What is put, or the key of what is deleted.
   *
   * @return the attributes, in the order given; unmodifiable
   */
  public Map<String, AttributeValue> attributes() {
    return attributes;
  }

  /** Its size, measured once; threads that ask at once may each measure it. */
  ItemBytes bytes() {
    ItemBytes measured = bytes;
    if (measured == null) {
      measured = ItemBytes.of(attributes);
      bytes = measured;
    }
    return measured;
  }

  /**
   * Names the attributes, not their values, which may be secrets.
   *
   * @return such as {@code put[id, stage, body]}
   */
  @Override
  public String toString() {
    return (delete ? "delete" : "put") + attributes.keySet();
  }
}
