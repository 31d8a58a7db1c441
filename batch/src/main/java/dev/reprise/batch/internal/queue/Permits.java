package dev.reprise.batch.internal.queue;

import java.util.List;

/**
 * The permits that a chunk holds: none for one that was not sent before, and one for each rest that
 * went into it.
 *
 * @param prices what was paid for each, as {@link dev.reprise.classify.Verdict#price}; unmodifiable
 */
public record Permits(List<Integer> prices) {

  static final Permits NONE = new Permits(List.of());

  public Permits {
    prices = List.copyOf(prices);
  }

  static Permits of(int price) {
    return new Permits(List.of(price));
  }

  public boolean isNone() {
    return prices.isEmpty();
  }
}
