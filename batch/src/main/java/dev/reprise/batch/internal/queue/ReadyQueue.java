package dev.reprise.batch.internal.queue;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/**
 * The entries that may be sent, those that come back from a wait in front, a lane for each group.
 * The lane that is served next is one in front of which a rest has come back, else one that fills a
 * call, else the one that was served longest ago; this last one in any case after so many calls of
 * others, or a group of few items would wait for the end of the input.
 */
public final class ReadyQueue<I> {

  /** Calls of others that the lane served longest ago lets pass. */
  private static final int MOST_PASSED_OVER = 50;

  private final Map<@Nullable Object, GroupQueue<I>> lanes = new LinkedHashMap<>();
  private final int chunkSize;
  private final long maxWeight;
  private int passedOver;

  public ReadyQueue(int chunkSize, long maxWeight) {
    this.chunkSize = chunkSize;
    this.maxWeight = maxWeight;
  }

  public void add(Entry<I> entry) {
    laneOf(entry).addLast(entry);
  }

  /** Adds entries of one group. */
  void addInFront(List<Entry<I>> returning) {
    for (int i = returning.size() - 1; i >= 0; i--) {
      laneOf(returning.get(i)).addFirst(returning.get(i));
    }
  }

  /** An entry in this queue weighs more, or less, than before. */
  public void weightChanged(Entry<I> entry, long difference) {
    laneOf(entry).weightChanged(difference);
  }

  private GroupQueue<I> laneOf(Entry<I> entry) {
    return lanes.computeIfAbsent(entry.group(), group -> new GroupQueue<>(chunkSize, maxWeight));
  }

  /** As many entries from the front as one call takes that may carry so many units, or one. */
  List<Entry<I>> chunk(long mostUnits) {
    GroupQueue<I> lane = next();
    if (lane == null) {
      return List.of();
    }
    Object group = lane.group();
    List<Entry<I>> chunk = lane.chunk(mostUnits);
    if (lanes.size() > 1) {
      lanes.remove(group);
      if (!lane.isEmpty()) {
        lanes.put(group, lane);
      }
    }
    return chunk;
  }

  @SuppressWarnings("ReferenceEquality") // the same instance is what is looked for
  private @Nullable GroupQueue<I> next() {
    GroupQueue<I> oldest = first(lane -> !lane.isEmpty());
    GroupQueue<I> rest = first(GroupQueue::holdsUnprocessed);
    GroupQueue<I> full = rest == null ? first(GroupQueue::fillsChunk) : rest;
    boolean goesBefore = full != null && full != oldest && passedOver < MOST_PASSED_OVER;
    passedOver = goesBefore ? passedOver + 1 : 0;
    return goesBefore ? full : oldest;
  }

  private @Nullable GroupQueue<I> first(Predicate<GroupQueue<I>> which) {
    for (GroupQueue<I> lane : lanes.values()) {
      if (which.test(lane)) {
        return lane;
      }
    }
    return null;
  }

  /** Whether there is enough for a call. */
  public boolean fillsChunk() {
    return first(GroupQueue::fillsChunk) != null;
  }

  /** Whether there are items that were sent before, in front of their lane. */
  boolean holdsUnprocessed() {
    return first(GroupQueue::holdsUnprocessed) != null;
  }

  @Nullable Entry<I> poll() {
    for (GroupQueue<I> lane : lanes.values()) {
      Entry<I> front = lane.poll();
      if (front != null) {
        return front;
      }
    }
    return null;
  }

  boolean isEmpty() {
    return first(lane -> !lane.isEmpty()) == null;
  }
}
