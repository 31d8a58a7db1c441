package dev.reprise.simulator.engine;

import java.util.Arrays;

/**
 * What is to happen, by time; of two events at one time the one added first comes first. A heap of
 * four children a node in primitive arrays: neither adding nor taking allocates, but for growth.
 * Not safe for use by several threads.
 */
public final class EventQueue {

  private static final int FIRST_CAPACITY = 64;

  private long[] times = new long[FIRST_CAPACITY];
  private long[] payloads = new long[FIRST_CAPACITY];
  private int[] turns = new int[FIRST_CAPACITY];
  private int size;
  private int turn;
  private long now;
  private long taken;

  /** An empty queue. */
  public EventQueue() {}

  /**
   * Adds an event.
   *
   * @param timeNanos when it is due; one that is past is due now
   * @param payload what it is
   */
  public void add(long timeNanos, long payload) {
    if (size == times.length) {
      grow();
    }
    siftUp(size++, Math.max(now, timeNanos), payload, turn++);
  }

  private void grow() {
    int capacity = size + (size >> 1);
    times = Arrays.copyOf(times, capacity);
    payloads = Arrays.copyOf(payloads, capacity);
    turns = Arrays.copyOf(turns, capacity);
  }

  private void siftUp(int place, long time, long payload, int order) {
    int hole = place;
    while (hole > 0) {
      int parent = (hole - 1) >> 2;
      if (!isBefore(time, order, parent)) {
        break;
      }
      move(parent, hole);
      hole = parent;
    }
    put(hole, time, payload, order);
  }

  private boolean isBefore(long time, int order, int other) {
    return time < times[other] || (time == times[other] && order - turns[other] < 0);
  }

  private void move(int from, int to) {
    put(to, times[from], payloads[from], turns[from]);
  }

  private void put(int place, long time, long payload, int order) {
    times[place] = time;
    payloads[place] = payload;
    turns[place] = order;
  }

  /**
   * Takes the next event, and moves the time to it.
   *
   * @return its payload
   * @throws IllegalStateException if there is none
   */
  public long take() {
    if (size == 0) {
      throw new IllegalStateException("no event is left at " + now + " ns");
    }
    long payload = payloads[0];
    now = times[0];
    taken++;
    size--;
    if (size > 0) {
      siftDown(times[size], payloads[size], turns[size]);
    }
    return payload;
  }

  private void siftDown(long time, long payload, int order) {
    int hole = 0;
    int child = 1;
    while (child < size) {
      int least = leastOf(child, Math.min(child + 4, size));
      if (isBefore(time, order, least)) {
        break;
      }
      move(least, hole);
      hole = least;
      child = (hole << 2) + 1;
    }
    put(hole, time, payload, order);
  }

  private int leastOf(int first, int end) {
    int least = first;
    for (int i = first + 1; i < end; i++) {
      if (isBefore(times[i], turns[i], least)) {
        least = i;
      }
    }
    return least;
  }

  /**
   * When the next event is due.
   *
   * @return the time; {@link Long#MAX_VALUE} if there is none
   */
  public long nextNanos() {
    return size == 0 ? Long.MAX_VALUE : times[0];
  }

  /**
   * The time of the event that was taken last.
   *
   * @return nanoseconds since the simulation began
   */
  public long nowNanos() {
    return now;
  }

  /**
   * How many events were taken.
   *
   * @return a count, from 0
   */
  public long taken() {
    return taken;
  }

  /**
   * How many events wait.
   *
   * @return a count, from 0
   */
  public int size() {
    return size;
  }
}
