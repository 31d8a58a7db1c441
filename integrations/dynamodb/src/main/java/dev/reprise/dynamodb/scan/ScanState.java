package dev.reprise.dynamodb.scan;

import dev.reprise.dynamodb.items.ItemJson;
import dev.reprise.text.PrintableText;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;

/**
 * State from which a later scan resumes: for each segment the last key of the last page that was
 * passed on. Immutable; equal by value. {@link #parse} reads the text of {@link #toString}, which
 * contains keys of the table.
 */
public final class ScanState {

  private static final String DONE = "done";
  private static final String BEGIN = "begin";

  /** A segment's last key, empty before its first page; null when it is done. */
  private final List<@Nullable Map<String, AttributeValue>> lastKeys;

  private ScanState(List<@Nullable Map<String, AttributeValue>> lastKeys) {
    this.lastKeys = Collections.unmodifiableList(new ArrayList<>(lastKeys));
  }

  static ScanState of(List<SegmentReport> segments) {
    List<@Nullable Map<String, AttributeValue>> keys = new ArrayList<>();
    segments.forEach(segment -> keys.add(segment.done() ? null : segment.lastKey()));
    return new ScanState(keys);
  }

  /**
   * Parses a state.
   *
   * @param text a text of {@link #toString}
   * @return the state
   * @throws IllegalArgumentException if the text is not a state
   */
  public static ScanState parse(String text) {
    List<@Nullable Map<String, AttributeValue>> keys = new ArrayList<>();
    for (String line : text.strip().split("\n", -1)) {
      keys.add(key(line.strip()));
    }
    return new ScanState(keys);
  }

  private static @Nullable Map<String, AttributeValue> key(String line) {
    return switch (line) {
      case DONE -> null;
      case BEGIN -> Map.of();
      default -> {
        try {
          yield ItemJson.parse(line);
        } catch (IllegalArgumentException e) {
          throw new IllegalArgumentException(
              "a segment of a scan's state must be begin, done or a key, but was "
                  + PrintableText.oneLine(line),
              e);
        }
      }
    };
  }

  /**
   * Returns the number of segments.
   *
   * @return the number, at least 1
   */
  public int segments() {
    return lastKeys.size();
  }

  /**
   * Returns whether the scan is complete.
   *
   * @return true if every segment is done
   */
  public boolean complete() {
    return lastKeys.stream().allMatch(Objects::isNull);
  }

  /** Returns the key after which a segment resumes: empty for its beginning; null if it is done. */
  @Nullable Map<String, AttributeValue> lastKey(int segment) {
    return lastKeys.get(segment);
  }

  @Override
  public boolean equals(@Nullable Object other) {
    return other instanceof ScanState state && lastKeys.equals(state.lastKeys);
  }

  @Override
  public int hashCode() {
    return lastKeys.hashCode();
  }

  /**
   * Returns the state as text, a line for each segment.
   *
   * @return {@code begin}, {@code done}, or the segment's last key in DynamoDB JSON
   */
  @Override
  public String toString() {
    List<String> lines = new ArrayList<>();
    for (Map<String, AttributeValue> key : lastKeys) {
      lines.add(key == null ? DONE : key.isEmpty() ? BEGIN : ItemJson.typedLine(key));
    }
    return String.join("\n", lines);
  }
}
