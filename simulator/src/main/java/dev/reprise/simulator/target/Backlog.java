package dev.reprise.simulator.target;

/** Attempts that wait for a server, in a ring of a fixed size. */
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

  /** Serial and slot of the one that came first. */
  long takeFirst() {
    long taken = ring[first];
    first = place(1) % ring.length;
    size--;
    return taken;
  }

  /** Serial and slot of the one that came last. */
  long takeLast() {
    return ring[place(--size)];
  }
}
