package dev.reprise.budget;

import java.util.OptionalDouble;
import java.util.concurrent.atomic.AtomicLong;

/** A number of tokens from 0 to a capacity, full at first. What is beyond either end is lost. */
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

  /** The share of an amount in the capacity; 0 if it is below a cost. */
  OptionalDouble level(long amount, long cost) {
    return OptionalDouble.of(amount < cost ? 0 : (double) amount / capacity);
  }

  /** Takes all of an amount, or nothing. */
  boolean tryTake(long amount) {
    for (long held = available.get(); held >= amount; held = available.get()) {
      if (available.compareAndSet(held, held - amount)) {
        return true;
      }
    }
    return false;
  }

  /** Takes an amount, or what is left. */
  void take(long amount) {
    for (long held = available.get(); held > 0; held = available.get()) {
      if (available.compareAndSet(held, Math.max(0, held - amount))) {
        return;
      }
    }
  }

  /** Adds an amount of at most the capacity. Full tokens are only read, never written. */
  void give(long amount) {
    for (long held = available.get(); held < capacity; held = available.get()) {
      if (available.compareAndSet(held, Math.min(capacity, held + amount))) {
        return;
      }
    }
  }
}
