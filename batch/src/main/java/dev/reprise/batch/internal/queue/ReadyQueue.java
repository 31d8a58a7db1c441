package dev.reprise.batch.internal.queue;

import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;

/**
 * The entries that may be sent, in one lane for each group; retries are in front of their lane. The
 * next lane to be served is one with a retry in front, otherwise one that fills a call, otherwise
 * the one that waits longest. The lane that was served longest ago is also served after a number of
 * calls of other lanes; otherwise a small group could wait until the end of the input.
 *
 * <p>With <i>n</i> groups, adding and removing an entry takes at most a multiple of log <i>n</i>
 * steps.
 */
public final class ReadyQueue<I> {

  /**
   * The number of calls of other lanes after which the lane that was served longest ago is served.
   */
  private static final int MOST_PASSED_OVER = 50;

  private final int chunkSize;
  private final long maxWeight;

  /** The lanes by group; only a single one may be empty. */
  private final Map<@Nullable Object, GroupQueue<I>> lanes = new HashMap<>();

  /** The lanes with entries, the one that was served longest ago first. */
  private final TreeSet<GroupQueue<I>> inTurn = new TreeSet<>(this::compare);

  private final TreeSet<GroupQueue<I>> withUnprocessed = new TreeSet<>(this::compare);
  private final TreeSet<GroupQueue<I>> full = new TreeSet<>(this::compare);
  private final TreeSet<GroupQueue<I>> waiting = new TreeSet<>(this::compareWaits);
  private final LongSupplier ticks;
  private long turns;
  private int passedOver;
  private long lastTurn;
  private int lastPassedOver;
  private long steps;

  /**
   * Creates a queue.
   *
   * @param ticks the time that entries wait, in nanoseconds of any origin
   */
  public ReadyQueue(int chunkSize, long maxWeight, LongSupplier ticks) {
    this.chunkSize = chunkSize;
    this.maxWeight = maxWeight;
    this.ticks = ticks;
  }

  private int compare(GroupQueue<I> one, GroupQueue<I> other) {
    steps++;
    return Long.compare(one.turn, other.turn);
  }

  private int compareWaits(GroupQueue<I> one, GroupQueue<I> other) {
    int byWait = Long.signum(one.knownSince - other.knownSince);
    return byWait == 0 ? compare(one, other) : byWait;
  }

  /** Returns the number of lanes that were looked at so far. */
  long steps() {
    return steps;
  }

  public void add(Entry<I> entry) {
    GroupQueue<I> lane = laneOf(entry);
    lane.addLast(entry, ticks.getAsLong());
    changed(lane);
  }

  /** Adds entries of one group. */
  void addInFront(List<Entry<I>> returning) {
    long tick = ticks.getAsLong();
    for (int i = returning.size() - 1; i >= 0; i--) {
      GroupQueue<I> lane = laneOf(returning.get(i));
      lane.addFirst(returning.get(i), tick);
      changed(lane);
    }
  }

  /** Records the place of a call whose entries were removed last, for {@link #addBack}. */
  void notePlace(Chunk<I> chunk) {
    chunk.turn = lastTurn;
    chunk.passedOver = lastPassedOver;
    chunk.leftTick = ticks.getAsLong();
  }

  /**
   * Returns the entries of a call that did not start to the place that they left: it does not count
   * as a call of their lane, and they have waited all the time. Of several calls, the last one
   * returns first.
   */
  void addBack(Chunk<I> chunk) {
    GroupQueue<I> lane = laneOf(chunk.entries.get(0));
    for (int i = chunk.entries.size() - 1; i >= 0; i--) {
      lane.addFirst(chunk.entries.get(i), chunk.leftTick);
    }
    moveTo(lane, chunk.turn);
    passedOver = chunk.passedOver;
  }

  /** Updates the order after the item of an entry in this queue was replaced. */
  public void replaced(Entry<I> entry, long moreWeight) {
    GroupQueue<I> lane = laneOf(entry);
    lane.weightChanged(moreWeight);
    changed(lane);
  }

  private GroupQueue<I> laneOf(Entry<I> entry) {
    GroupQueue<I> lane = lanes.get(entry.group());
    if (lane == null) {
      lane = new GroupQueue<>(chunkSize, maxWeight, turns++);
      lanes.put(entry.group(), lane);
    }
    return lane;
  }

  private void changed(GroupQueue<I> lane) {
    boolean unprocessed = lane.holdsUnprocessed();
    if (unprocessed != lane.isWithUnprocessed) {
      lane.isWithUnprocessed = unprocessed;
      put(withUnprocessed, lane, unprocessed);
    }
    boolean fills = lane.fillsChunk();
    if (fills != lane.isFull) {
      lane.isFull = fills;
      put(full, lane, fills);
    }
    boolean waits = !lane.isEmpty();
    if (waits != lane.isWaiting) {
      put(inTurn, lane, waits);
    }
    if (waits != lane.isWaiting || (waits && lane.waitsSince() != lane.knownSince)) {
      put(waiting, lane, false);
      lane.isWaiting = waits;
      lane.knownSince = lane.waitsSince();
      if (waits) {
        put(waiting, lane, true);
      }
    }
  }

  private static <L> void put(Set<L> set, L lane, boolean in) {
    boolean unused = in ? set.add(lane) : set.remove(lane);
  }

  /**
   * Removes the entries of the next call from the front: as many as fit into a call of at most this
   * many units, at least one.
   */
  List<Entry<I>> chunk(long mostUnits) {
    lastPassedOver = passedOver;
    GroupQueue<I> lane = next();
    if (lane == null) {
      return List.of();
    }
    lastTurn = lane.turn;
    Object group = lane.group();
    List<Entry<I>> chunk = lane.chunk(mostUnits, ticks.getAsLong());
    changed(lane);
    if (lanes.size() > 1) {
      served(group, lane);
    }
    return chunk;
  }

  /** Moves a lane behind the others, or removes it if it is empty. */
  private void served(@Nullable Object group, GroupQueue<I> lane) {
    if (lane.isEmpty()) {
      lanes.remove(group);
    } else {
      moveTo(lane, turns++);
    }
  }

  private void moveTo(GroupQueue<I> lane, long turn) {
    put(withUnprocessed, lane, false);
    put(full, lane, false);
    put(waiting, lane, false);
    put(inTurn, lane, false);
    lane.turn = turn;
    lane.isWithUnprocessed = false;
    lane.isFull = false;
    lane.isWaiting = false;
    changed(lane);
  }

  @SuppressWarnings("ReferenceEquality") // instances are compared
  private @Nullable GroupQueue<I> next() {
    GroupQueue<I> oldest = oldest();
    GroupQueue<I> preferred = preferred();
    boolean goesBefore = preferred != oldest && passedOver < MOST_PASSED_OVER;
    passedOver = goesBefore ? passedOver + 1 : 0;
    return goesBefore ? preferred : oldest;
  }

  /** Returns the lane to be served if all were served equally long ago; null if there is none. */
  private @Nullable GroupQueue<I> preferred() {
    if (!withUnprocessed.isEmpty()) {
      return withUnprocessed.first();
    }
    if (!full.isEmpty()) {
      return full.first();
    }
    return waiting.isEmpty() ? null : waiting.first();
  }

  /** Returns the tick since which the longest waiting entry waits; there must be an entry. */
  public long waitsSince() {
    return waiting.first().waitsSince();
  }

  /** Returns the lane with entries that was served longest ago; null if there is none. */
  private @Nullable GroupQueue<I> oldest() {
    return inTurn.isEmpty() ? null : inTurn.first();
  }

  /** Returns whether there are enough entries for a call. */
  public boolean fillsChunk() {
    return !full.isEmpty();
  }

  /** Returns whether a lane has retries in front. */
  boolean holdsUnprocessed() {
    return !withUnprocessed.isEmpty();
  }

  @Nullable Entry<I> poll() {
    GroupQueue<I> lane = oldest();
    if (lane == null) {
      return null;
    }
    Object group = lane.group();
    Entry<I> front = lane.poll(ticks.getAsLong());
    changed(lane);
    if (lane.isEmpty()) {
      lanes.remove(group);
    }
    return front;
  }

  boolean isEmpty() {
    return inTurn.isEmpty();
  }
}
