package dev.reprise.dynamodb;

import dev.reprise.text.PrintableText;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;

/** A put or a delete of one item, perhaps under a condition. Immutable; equal only to itself. */
public final class ItemWrite {

  private final boolean delete;
  private final Map<String, AttributeValue> attributes;
  private final @Nullable WriteCondition condition;
  private volatile @Nullable ItemSize bytes;

  private ItemWrite(
      boolean delete, Map<String, AttributeValue> attributes, @Nullable WriteCondition condition) {
    this.delete = delete;
    this.attributes = attributes;
    this.condition = condition;
  }

  private static Map<String, AttributeValue> copyOf(Map<String, AttributeValue> attributes) {
    return Collections.unmodifiableMap(new LinkedHashMap<>(attributes));
  }

  /**
   * Writes an item, in place of one with the same key.
   *
   * @param item all its attributes; copied
   * @return the put
   */
  public static ItemWrite put(Map<String, AttributeValue> item) {
    return new ItemWrite(false, copyOf(item), null);
  }

  /**
   * Deletes an item, if there is one.
   *
   * @param key the key attributes; copied. Others are left out of the request
   * @return the delete
   */
  public static ItemWrite delete(Map<String, AttributeValue> key) {
    return new ItemWrite(true, copyOf(key), null);
  }

  /**
   * Puts only where the table has no item of the key.
   *
   * @return a copy with {@link WriteCondition#absent()} in place of an earlier condition
   * @throws IllegalStateException if it is a delete
   */
  public ItemWrite ifAbsent() {
    if (delete) {
      throw new IllegalStateException("ifAbsent is for puts, but this is a delete");
    }
    return new ItemWrite(false, attributes, WriteCondition.absent());
  }

  /**
   * Writes only if a condition holds. A batch request of the service has no conditions, so such a
   * write is a request by itself.
   *
   * @param onlyIf the condition; of a delete not {@link WriteCondition#absent()}
   * @return a copy with this condition in place of an earlier one
   * @throws IllegalArgumentException if it is a delete if absent
   */
  public ItemWrite onlyIf(WriteCondition onlyIf) {
    Objects.requireNonNull(onlyIf, "onlyIf");
    if (delete && onlyIf.isAbsent()) {
      throw new IllegalArgumentException("a delete must not be on the condition of absence");
    }
    return new ItemWrite(delete, attributes, onlyIf);
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

  /**
   * Under which condition it is carried out.
   *
   * @return the condition, or empty if there is none
   */
  public Optional<WriteCondition> condition() {
    return Optional.ofNullable(condition);
  }

  boolean isConditional() {
    return condition != null;
  }

  /** Its size, measured once; threads that ask at once may each measure it. */
  ItemSize bytes() {
    ItemSize measured = bytes;
    if (measured == null) {
      measured = ItemSize.of(attributes);
      bytes = measured;
    }
    return measured;
  }

  /**
   * Names the attributes, not their values, which may be secrets.
   *
   * @return such as {@code put[id, stage, body]} or {@code put[id] if absent}
   */
  @Override
  public String toString() {
    String plain =
        (delete ? "delete" : "put") + PrintableText.oneLine(attributes.keySet().toString());
    return condition == null ? plain : plain + " " + condition;
  }
}
