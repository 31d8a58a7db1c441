package dev.reprise.cli.dynamodb.client;

import java.time.Duration;

/**
 * Provisioned capacity of a table.
 *
 * @param write write units per second, from 1 to 1,000,000
 * @param read read units per second, from 1 to 1,000,000
 */
public record CapacityUnits(long write, long read) {

  private static final long MAX = 1_000_000;
  private static final double READ_COST = 0.5;

  /**
   * Checks the ranges.
   *
   * @throws IllegalArgumentException if a number is out of range
   */
  public CapacityUnits {
    check("write", write);
    check("read", read);
  }

  private static void check(String setting, long units) {
    if (units < 1 || units > MAX) {
      throw new IllegalArgumentException(
          setting + " units must be from 1 to " + MAX + ", but was " + units);
    }
  }

  /**
   * Reads text such as {@code 500,100}.
   *
   * @param text write and read units
   * @return the units
   * @throws IllegalArgumentException if the text is not two numbers in range
   */
  public static CapacityUnits parse(String text) {
    String[] parts = text.split(",", -1);
    if (parts.length != 2) {
      throw new IllegalArgumentException("must be WRITE,READ, but was " + text);
    }
    try {
      return new CapacityUnits(Long.parseLong(parts[0].strip()), Long.parseLong(parts[1].strip()));
    } catch (NumberFormatException e) {
      throw new IllegalArgumentException("must be two whole numbers, but was " + text, e);
    }
  }

  /**
   * Least time to write and read items of one write unit and half a read unit. The units of the
   * first second are saved up.
   *
   * @param items number of items
   * @return whole seconds
   */
  public Duration estimate(int items) {
    double writing = Math.max(0, (double) items / write - 1);
    double reading = Math.max(0, items * READ_COST / read - 1);
    return Duration.ofSeconds(Math.round(writing + reading));
  }
}
