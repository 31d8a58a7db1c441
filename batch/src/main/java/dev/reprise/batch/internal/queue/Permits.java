package dev.reprise.batch.internal.queue;

import java.util.List;

/**
 * The permits that a chunk holds: one for each retry that was added to it, none for new entries.
 *
 * @param prices the prices of the permits, as {@link dev.reprise.classify.Verdict#price};
 *     unmodifiable
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
