package dev.reprise.dynamodb.scan;

import java.util.Map;
import org.jspecify.annotations.Nullable;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;

/** A segment, page after page. Used by one thread. */
final class SegmentScan {

  private final int number;

  /** The key after which the next page is requested. It is ahead of {@link #givenUpTo}. */
  private Map<String, AttributeValue> askedAfter;

  private Map<String, AttributeValue> givenUpTo;
  private boolean done;
  private long items;
  private long pages;
  private @Nullable Throwable failure;

  SegmentScan(int number, @Nullable Map<String, AttributeValue> lastKey) {
    this.number = number;
    done = lastKey == null;
    askedAfter = lastKey == null ? Map.of() : lastKey;
    givenUpTo = askedAfter;
  }

  int number() {
    return number;
  }

  Map<String, AttributeValue> askedAfter() {
    return askedAfter;
  }

  boolean isDone() {
    return done;
  }

  /** Records a page that was read, with its last key; empty if it is the last page. */
  void came(Map<String, AttributeValue> lastKey) {
    pages++;
    askedAfter = lastKey;
  }

  void gaveItem() {
    items++;
  }

  /** Records that the consumer took all items of a page. */
  void gave(Map<String, AttributeValue> lastKey) {
    givenUpTo = lastKey;
    done = lastKey.isEmpty();
  }

  void failed(Throwable cause) {
    failure = cause;
  }

  boolean hasFailed() {
    return failure != null;
  }

  SegmentReport report() {
    return new SegmentReport(number, done, items, pages, givenUpTo, failure);
  }
}
