package dev.reprise.testing.faults;

/** The parts of a call other than the tested part; drivers have short cuts for simple calls. */
enum Setup {
  /** Only the tested part; attempts complete at once, 100 ms apart. */
  LEAN(100),
  /** Only the tested part; attempts complete at once and follow each other at once. */
  LEAN_AT_ONCE(0),
  /** Every part; attempts take time. */
  FULL(100),
  /** Every part; attempts take time and follow each other at once. */
  FULL_AT_ONCE(0);

  final long delayMillis;

  Setup(long delayMillis) {
    this.delayMillis = delayMillis;
  }

  boolean isFull() {
    return this == FULL || this == FULL_AT_ONCE;
  }

  boolean hasPauses() {
    return delayMillis > 0;
  }
}
