package dev.reprise.budget;

import java.util.concurrent.atomic.AtomicLong;

/**
 * Refill of a bucket by idle time: one token for every full period between two requests. A request
 * ends the idle time whether it is granted or not, so that repeated requests that are refused earn
 * no tokens.
 *
 * <p>Only the thread that advances {@code lastRequest} adds the tokens for the time before, so the
 * same time never counts twice. It reads {@code lastRequest} before it reads the tokens. A thread
 * that takes the first token of a full bucket has advanced {@code lastRequest} before that. So a
 * thread that read the old value, and then finds the bucket no longer full, fails its
 * compare-and-set: time in which the bucket was full earns no tokens.
 */
final class IdleRefill {

  private final Tokens tokens;
  private final long periodNanos;
  private final AtomicLong lastRequest = new AtomicLong();

  IdleRefill(Tokens tokens, long periodNanos) {
    this.tokens = tokens;
    this.periodNanos = periodNanos;
  }

  /**
   * Adds the tokens for the idle time up to now. Call it for every request, before tokens are
   * taken.
   */
  void upTo(long nowNanos) {
    long last = lastRequest.get();
    if (last == nowNanos) {
      return;
    }
    if (tokens.isFull()) {
      lastRequest.compareAndSet(last, nowNanos);
      return;
    }
    long idle = nowNanos - last;
    if (!Ticks.isBehind(idle) && lastRequest.compareAndSet(last, nowNanos)) {
      tokens.give(Math.min(periods(idle), tokens.capacity()));
    }
  }

  boolean wouldFill(long nowNanos) {
    return due(nowNanos) >= tokens.capacity() - tokens.available();
  }

  /** The tokens that a request at this tick would find. */
  long availableAt(long nowNanos) {
    long available = tokens.available();
    return available + Math.min(due(nowNanos), tokens.capacity() - available);
  }

  private long due(long nowNanos) {
    long idle = nowNanos - lastRequest.get();
    return Ticks.isBehind(idle) ? 0 : periods(idle);
  }

  private long periods(long idle) {
    return Long.divideUnsigned(idle, periodNanos);
  }
}
