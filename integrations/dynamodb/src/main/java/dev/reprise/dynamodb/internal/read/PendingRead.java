package dev.reprise.dynamodb.internal.read;

import dev.reprise.dynamodb.read.KeyRead;
import dev.reprise.text.PrintableText;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;

/** A read of a run, with its state. Thread-safe. */
public final class PendingRead implements KeyRead {

  private static final long UNKNOWN = -1;

  private final Map<String, AttributeValue> key;
  private final long position;
  private volatile @Nullable Map<String, AttributeValue> item;
  private volatile boolean read;
  private volatile double charged;

  /** Creates a read that has not been attempted, with the position that the batch gives it. */
  public PendingRead(Map<String, AttributeValue> key) {
    this(key, UNKNOWN);
  }

  /** Creates a read of a key at a position among the keys given. */
  PendingRead(Map<String, AttributeValue> key, long position) {
    this.position = position;
    this.key = Collections.unmodifiableMap(new LinkedHashMap<>(key));
  }

  /** Returns the state of a read. All reads of runs are of this class. */
  static PendingRead of(KeyRead read) {
    return (PendingRead) read;
  }

  @Override
  public Map<String, AttributeValue> key() {
    return key;
  }

  @Override
  public Optional<Map<String, AttributeValue>> item() {
    return read ? Optional.ofNullable(item) : Optional.empty();
  }

  @Override
  public boolean isRead() {
    return read;
  }

  /** Returns the position among the keys given, or that in the batch if they are the same. */
  long positionOr(long inBatch) {
    return position == UNKNOWN ? inBatch : position;
  }

  /** Records the item of a response; null if the table has none. */
  void setItem(@Nullable Map<String, AttributeValue> found) {
    item = found;
  }

  /** Records that the read has succeeded, with the item of its last response. */
  void markRead() {
    read = true;
  }

  /** Returns the cost that was charged for this key, as {@link ReadCost} counts it. */
  double charged() {
    return charged;
  }

  void setCharged(double cost) {
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
