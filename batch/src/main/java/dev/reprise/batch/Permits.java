package dev.reprise.batch;

import java.util.List;

/**
 * The permits that a chunk holds: none for one that was not sent before, and one for each rest that
 * went into it.
 *
 * @param prices what was paid for each, as {@link dev.reprise.classify.Verdict#price}; unmodifiable
 */
record Permits(List<Integer> prices) {

  static final Permits NONE = new Permits(List.of());

  Permits {
    prices = List.copyOf(prices);
  }

  static Permits of(int price) {
    return new Permits(List.of(price));
  }

  boolean isNone() {
    return prices.isEmpty();
  }
}
