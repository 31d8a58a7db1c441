package dev.reprise.budget;

import java.util.concurrent.atomic.AtomicLongArray;

/** A counter that many threads add to and few read. The sum is exact while no thread adds. */
final class StripedCount {

  private final AtomicLongArray stripes = new AtomicLongArray((Stripes.COUNT + 1) * Stripes.STRIDE);

  void add(long amount) {
    stripes.getAndAdd((Stripes.mine() + 1) * Stripes.STRIDE, amount);
  }

  long sum() {
    long sum = 0;
    for (int stripe = 1; stripe <= Stripes.COUNT; stripe++) {
      sum += stripes.get(stripe * Stripes.STRIDE);
    }
    return sum;
  }
}
