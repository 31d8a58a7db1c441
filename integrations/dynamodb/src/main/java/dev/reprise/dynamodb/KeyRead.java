package dev.reprise.dynamodb;

import dev.reprise.text.PrintableText;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;

/** A key to read and the item that was found. Equal only to itself; thread-safe. */
public final class KeyRead {

  private final Map<String, AttributeValue> key;
  private volatile @Nullable Map<String, AttributeValue> item;
  private volatile boolean read;
  private volatile double charged;

  KeyRead(Map<String, AttributeValue> key) {
    this.key = Collections.unmodifiableMap(new LinkedHashMap<>(key));
  }

  /**
   * Returns the attributes as given, including those that are not part of the key.
   *
   * @return unmodifiable
   */
  public Map<String, AttributeValue> key() {
    return key;
  }

  /**
   * Returns the item that was found.
   *
   * @return the item; empty if the table has none of this key, or if the read failed
   */
  public Optional<Map<String, AttributeValue>> item() {
    return read ? Optional.ofNullable(item) : Optional.empty();
  }

  /**
   * Returns whether the key was read.
   *
   * @return false if the read failed or was not attempted, and it is unknown whether the table has
   *     the item
   */
  public boolean isRead() {
    return read;
  }

  void answered(@Nullable Map<String, AttributeValue> found) {
    item = found;
  }

  void settle() {
    read = true;
  }

  /** Returns the cost that was charged for this key, in thousandths of a read unit. */
  double charged() {
    return charged;
  }

  void charged(double cost) {
    charged = cost;
  }

  /**
   * Returns the names of the attributes, without their values, which may be secrets.
   *
   * @return such as {@code read[id, stage]}
   */
  @Override
  public String toString() {
    return "read" + PrintableText.oneLine(key.keySet().toString());
  }
}
