package dev.reprise.testing;

import dev.reprise.budget.RetryBudget;
import java.util.ArrayList;
import java.util.List;
import java.util.OptionalDouble;

/**
 * A budget that grants a number of retries and writes down what it is told. One call at a time: its
 * ledger must then read as {@link RetryBudget} says.
 */
final class LedgerBudget implements RetryBudget {

  private final List<String> ledger = new ArrayList<>();
  private final long grants;
  private long granted;
  private int held;

  LedgerBudget(long grants) {
    this.grants = grants;
  }

  synchronized List<String> ledger() {
    return List.copyOf(ledger);
  }

  /** Checks that the calls so far are over and that nothing is missing or told twice. */
  synchronized void assertSettled() {
    Page page = new Page();
    for (String line : ledger) {
      if (!page.takes(line)) {
        throw new AssertionError("the budget was told out of order: " + ledger);
      }
    }
    if (page.open) {
      throw new AssertionError("the budget was not told of the end: " + ledger);
    }
  }

  /** The call that is being told of. */
  private static final class Page {

    private boolean open;
    private boolean firstFailed;
    private int permits;

    boolean takes(String line) {
      return switch (line) {
        case "started" -> begins();
        case "succeeded" -> ends() && !firstFailed;
        case "finished" -> ends();
        case "failed" -> open && !firstFailed && (firstFailed = true);
        case "granted" -> open && ++permits > 0;
        case "refused" -> open;
        default -> open && permits-- > 0;
      };
    }

    private boolean begins() {
      boolean legal = !open;
      open = true;
      firstFailed = false;
      permits = 0;
      return legal;
    }

    private boolean ends() {
      boolean legal = open && permits == 0;
      open = false;
      return legal;
    }
  }

  private synchronized void write(String line) {
    ledger.add(line);
  }

  @Override
  public boolean readsTicks() {
    return true;
  }

  @Override
  public void callStarted(long nowNanos) {
    write("started");
  }

  @Override
  public void firstTrySucceeded(long nowNanos) {
    write("succeeded");
  }

  @Override
  public void firstTryFailed(long nowNanos) {
    write("failed");
  }

  @Override
  public synchronized boolean tryAcquire(long nowNanos) {
    boolean grant = granted < grants;
    write(grant ? "granted" : "refused");
    granted += grant ? 1 : 0;
    held += grant ? 1 : 0;
    return grant;
  }

  @Override
  public synchronized void permitReturned(boolean succeeded, long nowNanos) {
    held--;
    write(succeeded ? "kept" : "lost");
  }

  @Override
  public void callFinished(long nowNanos) {
    write("finished");
  }

  @Override
  public RetryBudget fresh() {
    return new LedgerBudget(grants);
  }

  @Override
  public synchronized boolean isFull(long nowNanos) {
    return held == 0 && granted == 0;
  }

  @Override
  public synchronized OptionalDouble level(long nowNanos) {
    return OptionalDouble.of(grants == 0 ? 0 : (double) (grants - granted) / grants);
  }

  @Override
  public long fullPaysFor() {
    return grants;
  }
}
