package dev.reprise.budget;

import java.util.concurrent.atomic.AtomicLong;

/**
 * Gives tokens one by one as time passes. The time during which they were full counts for nothing.
 *
 * <p>Only the thread that moves {@code refilledTo} gives what was due up to there, so no period is
 * paid twice. The old value of that field is read before the tokens are looked at, and whoever
 * takes the first token of a full bucket has moved the field before: a thread that saw the tokens
 * full, or the field old, a while ago fails its compare-and-set.
 */
final class IdleRefill {

  private final Tokens tokens;
  private final long periodNanos;
  private final AtomicLong refilledTo = new AtomicLong();

  IdleRefill(Tokens tokens, long periodNanos) {
    this.tokens = tokens;
    this.periodNanos = periodNanos;
  }

  /** To be called before tokens are taken. */
  void upTo(long nowNanos) {
    long last = refilledTo.get();
    if (tokens.isFull()) {
      refilledTo.compareAndSet(last, nowNanos);
      return;
    }
    long periods = periods(nowNanos - last);
    if (periods > 0 && refilledTo.compareAndSet(last, last + periods * periodNanos)) {
      tokens.give(Math.min(periods, tokens.capacity()));
    }
  }

  boolean wouldFill(long nowNanos) {
    return tokens.isFull()
        || periods(nowNanos - refilledTo.get()) >= tokens.capacity() - tokens.available();
  }

  private long periods(long elapsed) {
    return Ticks.isBehind(elapsed) ? 0 : Long.divideUnsigned(elapsed, periodNanos);
  }
}
