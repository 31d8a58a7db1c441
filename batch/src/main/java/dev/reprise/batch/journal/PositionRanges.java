package dev.reprise.batch.journal;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.NavigableMap;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * The recorded positions in as few ranges as possible, each of at most {@link #MOST_POSITIONS} or
 * fewer, so that a change of the input is found early and can be located. Not safe for use by
 * several threads.
 */
final class PositionRanges {

  /** Two adjacent ranges always have more positions than this together. */
  static final long MOST_POSITIONS = 1 << 16;

  private final NavigableMap<Long, PositionRange> byStart = new TreeMap<>();
  private final long mostPositions;

  /**
   * Creates an empty set.
   *
   * @param mostPositions the limit of a range that is joined from others
   */
  PositionRanges(long mostPositions) {
    this.mostPositions = mostPositions;
  }

  /**
   * Adds a range. Returns false, and changes nothing, if one of its positions is already recorded.
   */
  boolean add(PositionRange span) {
    if (overlaps(span)) {
      return false;
    }
    PositionRange before = valueOf(byStart.floorEntry(span.start()));
    PositionRange after = valueOf(byStart.ceilingEntry(span.start()));
    PositionRange joined = span;
    if (before != null && before.joins(joined, mostPositions)) {
      joined = before.with(joined);
    }
    if (after != null && joined.joins(after, mostPositions)) {
      byStart.remove(after.start());
      joined = joined.with(after);
    }
    byStart.put(joined.start(), joined);
    return true;
  }

  /** Returns whether any position of the range is recorded. */
  boolean overlaps(PositionRange span) {
    PositionRange before = valueOf(byStart.floorEntry(span.start()));
    PositionRange after = valueOf(byStart.ceilingEntry(span.start()));
    return (before != null && before.end() > span.start())
        || (after != null && after.start() < span.end());
  }

  private static @Nullable PositionRange valueOf(Map.@Nullable Entry<Long, PositionRange> entry) {
    return entry == null ? null : entry.getValue();
  }

  /** Removes the first range. */
  @Nullable PositionRange takeFirst() {
    return valueOf(byStart.pollFirstEntry());
  }

  @Nullable PositionRange last() {
    return valueOf(byStart.lastEntry());
  }

  long count(ItemStatus known) {
    return byStart.values().stream()
        .filter(span -> span.known() == known)
        .mapToLong(PositionRange::length)
        .sum();
  }

  /** Returns whether each range is a single position. */
  boolean areSingle() {
    return byStart.values().stream().allMatch(span -> span.length() == 1);
  }

  int size() {
    return byStart.size();
  }

  /**
   * Returns contiguous ranges of any status and length, as the first position and the one after the
   * last.
   */
  List<long[]> unbroken() {
    List<long[]> ranges = new ArrayList<>();
    for (PositionRange span : byStart.values()) {
      long[] last = ranges.isEmpty() ? null : ranges.get(ranges.size() - 1);
      if (last != null && last[1] == span.start()) {
        last[1] = span.end();
      } else {
        ranges.add(new long[] {span.start(), span.end()});
      }
    }
    return Collections.unmodifiableList(ranges);
  }
}
