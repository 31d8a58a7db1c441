package org.teavm.classlib.java.util.concurrent.atomic;

import java.util.function.LongBinaryOperator;
import java.util.function.LongUnaryOperator;

/**
 * The {@code java.util.concurrent.atomic.AtomicLongArray} that the compiler's class library lacks.
 * A browser runs it on one thread.
 */
public class TAtomicLongArray {

  private final long[] values;

  public TAtomicLongArray(int length) {
    values = new long[length];
  }

  public final int length() {
    return values.length;
  }

  public final long get(int i) {
    return values[i];
  }

  public final long getPlain(int i) {
    return values[i];
  }

  public final long getAcquire(int i) {
    return values[i];
  }

  public final long getOpaque(int i) {
    return values[i];
  }

  public final void set(int i, long value) {
    values[i] = value;
  }

  public final void setPlain(int i, long value) {
    values[i] = value;
  }

  public final void setRelease(int i, long value) {
    values[i] = value;
  }

  public final void setOpaque(int i, long value) {
    values[i] = value;
  }

  public final void lazySet(int i, long value) {
    values[i] = value;
  }

  public final long getAndSet(int i, long value) {
    long before = values[i];
    values[i] = value;
    return before;
  }

  public final boolean compareAndSet(int i, long expected, long value) {
    if (values[i] != expected) {
      return false;
    }
    values[i] = value;
    return true;
  }

  public final boolean weakCompareAndSetPlain(int i, long expected, long value) {
    return compareAndSet(i, expected, value);
  }

  public final boolean weakCompareAndSetVolatile(int i, long expected, long value) {
    return compareAndSet(i, expected, value);
  }

  public final long getAndAdd(int i, long added) {
    long before = values[i];
    values[i] = before + added;
    return before;
  }

  public final long addAndGet(int i, long added) {
    values[i] += added;
    return values[i];
  }

  public final long getAndIncrement(int i) {
    return getAndAdd(i, 1);
  }

  public final long incrementAndGet(int i) {
    return addAndGet(i, 1);
  }

  public final long getAndDecrement(int i) {
    return getAndAdd(i, -1);
  }

  public final long decrementAndGet(int i) {
    return addAndGet(i, -1);
  }

  public final long getAndUpdate(int i, LongUnaryOperator update) {
    return getAndSet(i, update.applyAsLong(values[i]));
  }

  public final long updateAndGet(int i, LongUnaryOperator update) {
    values[i] = update.applyAsLong(values[i]);
    return values[i];
  }

  public final long accumulateAndGet(int i, long other, LongBinaryOperator function) {
    values[i] = function.applyAsLong(values[i], other);
    return values[i];
  }
}
