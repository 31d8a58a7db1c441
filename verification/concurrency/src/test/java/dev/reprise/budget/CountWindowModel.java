package dev.reprise.budget;

import org.jetbrains.lincheck.datastructures.Operation;

/** {@link CountWindow} within one slot: counts up to a limit are linearizable. */
public class CountWindowModel {

  private static final long NOW = 100L << 30;
  private static final int LIMIT = 2;

  private final CountWindow window = new CountWindow(10_000_000_000L, 1);

  @Operation
  public boolean tryAdd() {
    return window.tryAdd(0, LIMIT, NOW);
  }

  @Operation
  public long sum() {
    return window.sum(0, NOW);
  }
}
