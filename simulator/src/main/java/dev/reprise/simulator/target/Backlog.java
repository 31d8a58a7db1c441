package dev.reprise.simulator.target;

/** The queued attempts of a server, in a ring buffer of a fixed size. */
final class Backlog {

  private final long[] ring;
  private int first;
  private int size;

  Backlog(int capacity) {
    ring = new long[capacity];
  }

  boolean add(int slot, int serial) {
    if (size == ring.length) {
      return false;
    }
    ring[place(size++)] = (long) serial << 32 | slot;
    return true;
  }

  private int place(int offset) {
    int place = first + offset;
    return place < ring.length ? place : place - ring.length;
  }

  int size() {
    return size;
  }

  /** Removes the oldest attempt, and returns its serial number and slot. */
  long takeFirst() {
    long taken = ring[first];
    first = place(1) % ring.length;
    size--;
    return taken;
  }

  /** Removes the newest attempt, and returns its serial number and slot. */
  long takeLast() {
    return ring[place(--size)];
  }
}
