package dev.reprise.cli.dynamodb;

import java.time.Duration;

/** Capacity units a second of the demo's tables. */
record DemoUnits(long write, long read) {

  private static final long MOST = 1_000_000;
  private static final double READ_COST = 0.5;

  DemoUnits {
    check("write", write);
    check("read", read);
  }

  private static void check(String setting, long units) {
    if (units < 1 || units > MOST) {
      throw new IllegalArgumentException(
          setting + " units must be from 1 to " + MOST + ", but was " + units);
    }
  }

  /**
   * Reads such as {@code 500,100}.
   *
   * @throws IllegalArgumentException if it is not two numbers in range
   */
  static DemoUnits parse(String text) {
    String[] parts = text.split(",", -1);
    if (parts.length != 2) {
      throw new IllegalArgumentException("must be WRITE,READ, but was " + text);
    }
    try {
      return new DemoUnits(Long.parseLong(parts[0].strip()), Long.parseLong(parts[1].strip()));
    } catch (NumberFormatException e) {
      throw new IllegalArgumentException("must be two whole numbers, but was " + text, e);
    }
  }

  /** How long it takes at least to write and read so many items, a second of each for nothing. */
  Duration estimate(int items) {
    double writing = Math.max(0, (double) items / write - 1);
    double reading = Math.max(0, items * READ_COST / read - 1);
    return Duration.ofSeconds(Math.round(writing + reading));
  }
}
