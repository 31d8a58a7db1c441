package dev.reprise.verification.benchmarks.calls;

import dev.reprise.function.Operation;
import dev.reprise.verification.benchmarks.peers.Unavailable;
import java.util.concurrent.Callable;

/** The operations: as short as possible, but not constant. */
final class Operations {

  private Operations() {}

  /** Succeeds; its result depends on two fields. */
  static final class Lookup implements Callable<Integer>, Operation<Integer, RuntimeException> {

    private final Integer[] values = {1000, 2000, 3000, 4000};
    private int next;

    @Override
    public Integer call() {
      next = next + 1 & 3;
      return values[next];
    }
  }

  /** Fails and succeeds in turn. */
  static final class FailsOnce implements Callable<Integer>, Operation<Integer, RuntimeException> {

    private final Lookup lookup = new Lookup();
    private boolean fails;

    @Override
    public Integer call() {
      fails = !fails;
      if (fails) {
        throw Unavailable.SHARED;
      }
      return lookup.call();
    }
  }

  /** Always fails. */
  static final class Fails implements Callable<Integer>, Operation<Integer, RuntimeException> {

    @Override
    public Integer call() {
      throw Unavailable.SHARED;
    }
  }
}
