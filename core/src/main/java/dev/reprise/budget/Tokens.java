package dev.reprise.budget;

import java.util.OptionalDouble;
import java.util.concurrent.atomic.AtomicLong;

/**
 * A number of tokens from 0 to a capacity, full at first. Tokens beyond either limit are dropped.
 */
final class Tokens {

  private final long capacity;
  private final AtomicLong available;

  Tokens(long capacity) {
    this.capacity = capacity;
    this.available = new AtomicLong(capacity);
  }

  long capacity() {
    return capacity;
  }

  long available() {
    return available.get();
  }

  boolean isFull() {
    return available.get() >= capacity;
  }

  /** An amount as a share of the capacity; 0 if the amount is below the cost of a retry. */
  OptionalDouble level(long amount, long cost) {
    return OptionalDouble.of(amount < cost ? 0 : (double) amount / capacity);
  }

  /** Takes the amount if it is available, else nothing. */
  boolean tryTake(long amount) {
    for (long held = available.get(); held >= amount; held = available.get()) {
      if (available.compareAndSet(held, held - amount)) {
        return true;
      }
    }
    return false;
  }

  /** Takes the amount, or all tokens if there are fewer. */
  void take(long amount) {
    for (long held = available.get(); held > 0; held = available.get()) {
      if (available.compareAndSet(held, Math.max(0, held - amount))) {
        return;
      }
    }
  }

  /** Adds an amount of at most the capacity. Does not write if already full. */
  void give(long amount) {
    for (long held = available.get(); held < capacity; held = available.get()) {
      if (available.compareAndSet(held, Math.min(capacity, held + amount))) {
        return;
      }
    }
  }
}
