package dev.reprise.dynamodb.scan;

import dev.reprise.dynamodb.internal.item.ItemEquality;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;

/** State of a segment during a run. Used by one thread. */
final class SegmentScan {

  private final int number;

  /** The key after which the next page is requested. It is ahead of {@link #passedOnUpTo}. */
  private Map<String, AttributeValue> requestAfter;

  private Map<String, AttributeValue> passedOnUpTo;
  private boolean done;
  private long items;
  private long pages;
  private @Nullable Throwable failure;

  SegmentScan(int number, @Nullable Map<String, AttributeValue> lastKey) {
    this.number = number;
    done = lastKey == null;
    requestAfter = lastKey == null ? Map.of() : lastKey;
    passedOnUpTo = requestAfter;
  }

  int number() {
    return number;
  }

  Map<String, AttributeValue> requestAfter() {
    return requestAfter;
  }

  boolean isDone() {
    return done;
  }

  /** Returns whether the next page would be the same again: the scan would never end. */
  boolean isRepeated(Map<String, AttributeValue> lastKey) {
    return !lastKey.isEmpty() && ItemEquality.equal(lastKey, requestAfter);
  }

  /** Records a page that was read, with its last key; empty if it is the last page. */
  void addPage(Map<String, AttributeValue> lastKey) {
    pages++;
    requestAfter = lastKey;
  }

  void countItem() {
    items++;
  }

  /** Records that the consumer took all items of a page. */
  void markPassedOn(Map<String, AttributeValue> lastKey) {
    passedOnUpTo = lastKey;
    done = lastKey.isEmpty();
  }

  void failed(Throwable cause) {
    failure = cause;
  }

  boolean hasFailed() {
    return failure != null;
  }

  SegmentReport report() {
    return new SegmentReport(number, done, items, pages, passedOnUpTo, failure);
  }
}
