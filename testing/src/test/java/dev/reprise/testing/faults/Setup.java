package dev.reprise.testing.faults;

/** How much else a call has besides the part in question: drivers take short cuts for little. */
enum Setup {
  /** That part alone; attempts answer at once, 100 ms apart. */
  LEAN(100),
  /** That part alone; attempts answer at once and follow at once. */
  LEAN_AT_ONCE(0),
  /** Every part there is; attempts take a while. */
  FULL(100),
  /** Every part there is; attempts take a while and follow at once. */
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
