package dev.reprise.budget;

import java.util.concurrent.atomic.AtomicLong;

/**
 * Gives tokens for idle time: one for every full period between two requests. A request ends the
 * idle time whether it is granted or not, so that who keeps asking in vain earns nothing by it.
 *
 * <p>Only the thread that moves {@code lastRequest} gives what was due up to there, so no time is
 * paid twice. It reads that field before it looks at the tokens. Whoever takes the first token of a
 * full bucket has moved the field before; so a thread that saw the field as it was, and the bucket
 * no longer full, fails its compare-and-set, and time spent full is not paid.
 */
final class IdleRefill {

  private final Tokens tokens;
  private final long periodNanos;
  private final AtomicLong lastRequest = new AtomicLong();

  IdleRefill(Tokens tokens, long periodNanos) {
    this.tokens = tokens;
    this.periodNanos = periodNanos;
  }

  /** To be called with every request, before tokens are taken. */
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

  /** The tokens that a request would find. */
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
