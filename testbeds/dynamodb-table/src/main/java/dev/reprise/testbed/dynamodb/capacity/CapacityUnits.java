package dev.reprise.testbed.dynamodb.capacity;

/**
 * Capacity units, counted in halves so that an eventually consistent read is a whole number: a
 * write costs one unit for each started KB, a consistent read one for each started 4 KB, an
 * eventually consistent read half of that.
 */
public final class CapacityUnits {

  private static final int WRITE_BYTES = 1024;
  private static final int READ_BYTES = 4 * 1024;

  private CapacityUnits() {}

  public static long halvesToWrite(int bytes) {
    return 2 * started(bytes, WRITE_BYTES);
  }

  public static long halvesToRead(long bytes, boolean consistent) {
    return (consistent ? 2 : 1) * started(bytes, READ_BYTES);
  }

  public static double toUnits(long halves) {
    return halves / 2.0;
  }

  private static long started(long bytes, int step) {
    return Math.max(1, (bytes + step - 1) / step);
  }
}
