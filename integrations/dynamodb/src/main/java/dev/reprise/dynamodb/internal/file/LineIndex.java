package dev.reprise.dynamodb.internal.file;

import java.util.Arrays;

/**
 * Line numbers of items, in bounded memory. Items whose lines have the same distance are one run,
 * so a file without bad lines needs a single run, as does a file with an empty line after each
 * item. If there are too many runs, the oldest are dropped.
 */
final class LineIndex {

  /** These runs take six megabytes. */
  static final int MAX_RUNS = 1 << 18;

  /** Three numbers for each run: its first position, the line of that, and the distance. */
  private static final int FIELDS = 3;

  private long[] runs = new long[FIELDS * 16];
  private long first;
  private long next;
  private long added;

  /** Adds the next item. */
  synchronized void add(long line) {
    long position = added++;
    if (next > first) {
      int last = at(next - 1);
      long from = runs[last];
      if (position == from + 1) {
        runs[last + 2] = line - runs[last + 1];
        return;
      }
      if (line == runs[last + 1] + (position - from) * runs[last + 2]) {
        return;
      }
    }
    begin(position, line);
  }

  private void begin(long position, long line) {
    int capacity = runs.length / FIELDS;
    if (next - first == capacity) {
      if (capacity == MAX_RUNS) {
        first++;
      } else {
        // No run has been dropped yet, so the runs are in order.
        runs = Arrays.copyOf(runs, 2 * runs.length);
      }
    }
    int at = at(next++);
    runs[at] = position;
    runs[at + 1] = line;
  }

  private int at(long run) {
    return (int) (run % (runs.length / FIELDS)) * FIELDS;
  }

  /** Returns the line of an item; 0 if it was dropped or not added. */
  synchronized long lineOf(long position) {
    if (position >= added || next == first || position < runs[at(first)]) {
      return 0;
    }
    long low = first;
    long high = next - 1;
    while (low < high) {
      long middle = (low + high + 1) >>> 1;
      if (runs[at(middle)] <= position) {
        low = middle;
      } else {
        high = middle - 1;
      }
    }
    int run = at(low);
    return runs[run + 1] + (position - runs[run]) * runs[run + 2];
  }
}
