package dev.reprise.spark.example;

import dev.reprise.testbed.dynamodb.DynamoDbTableServer;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;

/**
 * Measures by how many write units a server exceeded a rate. For each interval of the run, the
 * excess is the number of units used minus the number that the rate allows for its length; the
 * meter keeps the largest excess. A writer that respects the rate exceeds it at most by its burst
 * and the requests in flight. Samples the counters of the server every 10 ms.
 */
public final class WriteMeter implements AutoCloseable {

  private static final long SAMPLE_MILLIS = 10;

  private final DynamoDbTableServer server;
  private final double unitsPerSecond;
  private final CountDownLatch closed = new CountDownLatch(1);
  private final Thread thread = new Thread(this::run, "write-meter");
  private double lowest = Double.POSITIVE_INFINITY;
  private double maxExcess;

  private WriteMeter(DynamoDbTableServer server, double unitsPerSecond) {
    this.server = server;
    this.unitsPerSecond = unitsPerSecond;
  }

  /** Starts a meter. */
  public static WriteMeter start(DynamoDbTableServer server, double unitsPerSecond) {
    WriteMeter meter = new WriteMeter(server, unitsPerSecond);
    meter.sample();
    meter.thread.setDaemon(true);
    meter.thread.start();
    return meter;
  }

  private void run() {
    try {
      while (!closed.await(SAMPLE_MILLIS, TimeUnit.MILLISECONDS)) {
        sample();
      }
    } catch (InterruptedException over) {
      Thread.currentThread().interrupt();
    }
  }

  /**
   * Reads the clock before and after the counter, so that a delayed thread shortens no interval.
   */
  private synchronized void sample() {
    long before = System.nanoTime();
    double units = server.counters().writeUnits();
    long after = System.nanoTime();
    maxExcess = Math.max(maxExcess, units - unitsPerSecond * after / 1e9 - lowest);
    lowest = Math.min(lowest, units - unitsPerSecond * before / 1e9);
  }

  /** Returns the largest excess, in write units. */
  public synchronized double maxExcess() {
    return maxExcess;
  }

  @Override
  public void close() {
    closed.countDown();
  }
}
