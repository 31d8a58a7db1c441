package dev.reprise.spark.example;

import dev.reprise.testbed.dynamodb.DynamoDbTableServer;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;

/**
 * Looks at a server's count of write units all the time, and tells by how many units it was ever
 * above a rate: the most, over all spans of the run, of the units that were used within a span less
 * those that the rate allows for it. A source that keeps to the rate is never above it by more than
 * its burst and what was under way.
 */
public final class WriteMeter implements AutoCloseable {

  private static final long LOOK_MILLIS = 10;

  private final DynamoDbTableServer server;
  private final double unitsPerSecond;
  private final CountDownLatch closed = new CountDownLatch(1);
  private final Thread thread = new Thread(this::watch, "write-meter");
  private double least = Double.POSITIVE_INFINITY;
  private double above;

  private WriteMeter(DynamoDbTableServer server, double unitsPerSecond) {
    this.server = server;
    this.unitsPerSecond = unitsPerSecond;
  }

  /** Begins to look. */
  public static WriteMeter watching(DynamoDbTableServer server, double unitsPerSecond) {
    WriteMeter meter = new WriteMeter(server, unitsPerSecond);
    meter.look();
    meter.thread.setDaemon(true);
    meter.thread.start();
    return meter;
  }

  private void watch() {
    try {
      while (!closed.await(LOOK_MILLIS, TimeUnit.MILLISECONDS)) {
        look();
      }
    } catch (InterruptedException over) {
      Thread.currentThread().interrupt();
    }
  }

  /** Times are taken on both sides of the count, so that a late thread makes no span shorter. */
  private synchronized void look() {
    long before = System.nanoTime();
    double units = server.counters().writeUnits();
    long after = System.nanoTime();
    above = Math.max(above, units - unitsPerSecond * after / 1e9 - least);
    least = Math.min(least, units - unitsPerSecond * before / 1e9);
  }

  /** How far above the rate it ever was, in write units. */
  public synchronized double above() {
    return above;
  }

  @Override
  public void close() {
    closed.countDown();
  }
}
