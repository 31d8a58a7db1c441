package dev.reprise.batch.internal.queue;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/**
 * The entries that may be sent, in one lane for each group; retries are in front of their lane. The
 * next lane to be served is one with a retry in front, otherwise one that fills a call, otherwise
 * the one that was served longest ago. The last one is also served after a number of calls of other
 * lanes; otherwise a small group could wait until the end of the input.
 */
public final class ReadyQueue<I> {

  /**
   * The number of calls of other lanes after which the lane that was served longest ago is served.
   */
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

  /** Updates the weight of an entry in this queue. */
  public void weightChanged(Entry<I> entry, long difference) {
    laneOf(entry).weightChanged(difference);
  }

  private GroupQueue<I> laneOf(Entry<I> entry) {
    return lanes.computeIfAbsent(entry.group(), group -> new GroupQueue<>(chunkSize, maxWeight));
  }

  /**
   * Removes the entries of the next call from the front: as many as fit into a call of at most this
   * many units, at least one.
   */
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

  @SuppressWarnings("ReferenceEquality") // instances are compared
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

  /** Returns whether there are enough entries for a call. */
  public boolean fillsChunk() {
    return first(GroupQueue::fillsChunk) != null;
  }

  /** Returns whether a lane has retries in front. */
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
