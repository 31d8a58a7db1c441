package dev.reprise.verification.benchmarks.calls;

import java.util.Random;
import java.util.stream.IntStream;

/** Number of keys in use, and the order of their calls. */
public enum ActiveKeys {
  /** No key is selected. */
  NONE("without a key", 1, false),
  /** All of them fit into the nearest caches. */
  HUNDRED("100 keys at random", 100, false),
  /** One after another. */
  FIVE_THOUSAND_IN_TURN("5,000 keys in turn", 5_000, true),
  /** In an order that no cache can predict. */
  FIVE_THOUSAND("5,000 keys at random", 5_000, false),
  /** More keys than states: the state of a key is usually evicted before the key returns. */
  FIFTY_THOUSAND("50,000 keys in turn", 50_000, true);

  private static final int ORDER = 1 << 16;
  private static final long SEED = 7;

  private final String title;
  private final int count;
  private final boolean inTurn;

  ActiveKeys(String title, int count, boolean inTurn) {
    this.title = title;
    this.count = count;
    this.inTurn = inTurn;
  }

  /**
   * The name in tables.
   *
   * @return the name
   */
  public String title() {
    return title;
  }

  /** The keys in the order of their calls; the sequence repeats. */
  String[] order() {
    String[] hosts =
        IntStream.range(0, count).mapToObj(i -> "host-" + i + ".example").toArray(String[]::new);
    Random random = new Random(SEED);
    return IntStream.range(0, inTurn ? count : Math.max(count, ORDER))
        .mapToObj(i -> hosts[inTurn ? i : random.nextInt(count)])
        .toArray(String[]::new);
  }
}
