package dev.reprise.dynamodb.write;

import dev.reprise.dynamodb.internal.item.ItemSize;
import dev.reprise.dynamodb.table.InvalidItemException;
import dev.reprise.dynamodb.table.KeySchema;
import dev.reprise.text.PrintableText;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;
import software.amazon.awssdk.services.dynamodb.model.DeleteRequest;
import software.amazon.awssdk.services.dynamodb.model.PutRequest;
import software.amazon.awssdk.services.dynamodb.model.WriteRequest;

/**
 * A put or a delete of a single item, with or without a condition. Immutable; equal only to itself.
 */
public final class ItemWrite {

  private final Map<String, AttributeValue> attributes;
  private final @Nullable WriteRequest put;
  private final @Nullable WriteCondition condition;
  private volatile @Nullable ItemSize size;

  private ItemWrite(
      Map<String, AttributeValue> attributes,
      @Nullable WriteRequest put,
      @Nullable WriteCondition condition) {
    this.attributes = attributes;
    this.put = put;
    this.condition = condition;
  }

  /**
   * Creates a put, which replaces an item of the same key.
   *
   * @param item all attributes of the item; copied
   * @return the put
   */
  public static ItemWrite put(Map<String, AttributeValue> item) {
    PutRequest put = PutRequest.builder().item(Objects.requireNonNull(item, "item")).build();
    return new ItemWrite(put.item(), WriteRequest.builder().putRequest(put).build(), null);
  }

  /**
   * Creates a delete, which has no effect if the table has no item of the key.
   *
   * @param key the key attributes; copied. Other attributes are not sent
   * @return the delete
   */
  public static ItemWrite delete(Map<String, AttributeValue> key) {
    return new ItemWrite(Collections.unmodifiableMap(new LinkedHashMap<>(key)), null, null);
  }

  /**
   * Puts the item only if the table has no item of its key.
   *
   * @return a copy with {@link WriteCondition#absent()} in place of an earlier condition
   * @throws IllegalStateException if it is a delete
   */
  public ItemWrite ifAbsent() {
    if (isDelete()) {
      throw new IllegalStateException("ifAbsent is for puts, but this is a delete");
    }
    return new ItemWrite(attributes, put, WriteCondition.absent());
  }

  /**
   * Writes only if a condition holds. Batch requests of the service have no conditions, so each
   * conditional write is a separate request.
   *
   * @param onlyIf the condition; for a delete any but {@link WriteCondition#absent()}
   * @return a copy with this condition in place of an earlier one
   * @throws IllegalArgumentException if this is a delete and the condition is {@code absent()}
   */
  public ItemWrite onlyIf(WriteCondition onlyIf) {
    Objects.requireNonNull(onlyIf, "onlyIf");
    if (isDelete() && onlyIf.isAbsent()) {
      throw new IllegalArgumentException("a delete must not have the condition absent()");
    }
    return new ItemWrite(attributes, put, onlyIf);
  }

  /**
   * Returns whether this is a delete.
   *
   * @return true for a delete, false for a put
   */
  public boolean isDelete() {
    return put == null;
  }

  /**
   * Returns the write as a part of a {@code BatchWriteItem} request, without its condition. A put
   * has one for all attempts.
   *
   * @param schema the key of the table
   * @return the SDK's form of this write
   * @throws InvalidItemException if this is a delete and a key attribute is missing or invalid
   */
  public WriteRequest request(KeySchema schema) {
    return put == null
        ? WriteRequest.builder()
            .deleteRequest(DeleteRequest.builder().key(schema.keyOf(attributes)).build())
            .build()
        : put;
  }

  /**
   * Returns the item to put, or the key of the item to delete.
   *
   * @return the attributes, in the order given; unmodifiable
   */
  public Map<String, AttributeValue> attributes() {
    return attributes;
  }

  /**
   * Returns the condition.
   *
   * @return the condition; empty if the write is unconditional
   */
  public Optional<WriteCondition> condition() {
    return Optional.ofNullable(condition);
  }

  /**
   * Returns the size of the attributes as the service stores them. The service documents the size
   * of numbers only approximately; here each number has its smallest possible size.
   *
   * @return bytes; of a delete those of its key
   */
  public long storedBytes() {
    return size().stored();
  }

  /**
   * Returns the size of the attributes in a request, in JSON.
   *
   * @return bytes, at least {@link #storedBytes()}
   */
  public long requestBytes() {
    return size().wire();
  }

  /** Measures at most once in each thread. */
  private ItemSize size() {
    ItemSize measured = size;
    if (measured == null) {
      measured = ItemSize.of(attributes);
      size = measured;
    }
    return measured;
  }

  /**
   * Returns the names of the attributes, without their values, which may be secrets.
   *
   * @return such as {@code put[id, stage, body]} or {@code put[id] if absent}
   */
  @Override
  public String toString() {
    String plain =
        (isDelete() ? "delete" : "put") + PrintableText.oneLine(attributes.keySet().toString());
    return condition == null ? plain : plain + " " + condition;
  }
}
