package dev.reprise.simulator.engine;

import java.util.Arrays;

/**
 * Events in the order of their time; events of equal time in the order in which they were added. A
 * heap with four children for each node, in primitive arrays: adding and taking allocate only when
 * the arrays grow. Not safe for use by several threads.
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

  /** Creates an empty queue. */
  public EventQueue() {}

  /**
   * Adds an event.
   *
   * @param timeNanos the time at which it is due, in nanoseconds since the run began; an event in
   *     the past is due now
   * @param payload the content of the event, any number
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
    long[] keys = times;
    int hole = place;
    while (hole > 0) {
      int parent = (hole - 1) >> 2;
      long other = keys[parent];
      if (time > other || (time == other && order - turns[parent] >= 0)) {
        break;
      }
      keys[hole] = other;
      payloads[hole] = payloads[parent];
      turns[hole] = turns[parent];
      hole = parent;
    }
    put(hole, time, payload, order);
  }

  private void put(int place, long time, long payload, int order) {
    times[place] = time;
    payloads[place] = payload;
    turns[place] = order;
  }

  /**
   * Removes the next event, and advances the time to it.
   *
   * @return its payload
   * @throws IllegalStateException if the queue is empty
   */
  public long take() {
    if (size == 0) {
      throw new IllegalStateException("the event queue is empty at " + now + " ns");
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
    long[] keys = times;
    int[] orders = turns;
    int hole = 0;
    int child = 1;
    while (child < size) {
      int least = child;
      long first = keys[child];
      int end = Math.min(child + 4, size);
      for (int i = child + 1; i < end; i++) {
        long key = keys[i];
        if (key < first || (key == first && orders[i] - orders[least] < 0)) {
          least = i;
          first = key;
        }
      }
      if (time < first || (time == first && order - orders[least] < 0)) {
        break;
      }
      keys[hole] = first;
      payloads[hole] = payloads[least];
      orders[hole] = orders[least];
      hole = least;
      child = (hole << 2) + 1;
    }
    put(hole, time, payload, order);
  }

  /**
   * Returns the time of the next event.
   *
   * @return nanoseconds since the run began; {@link Long#MAX_VALUE} if the queue is empty
   */
  public long nextNanos() {
    return size == 0 ? Long.MAX_VALUE : times[0];
  }

  /**
   * Returns the time of the event that was removed last.
   *
   * @return nanoseconds since the run began
   */
  public long nowNanos() {
    return now;
  }

  /**
   * Returns the number of events that were removed.
   *
   * @return at least 0
   */
  public long taken() {
    return taken;
  }

  /**
   * Returns the number of events in the queue.
   *
   * @return at least 0
   */
  public int size() {
    return size;
  }
}
