package dev.reprise.testing;

import dev.reprise.budget.RetryBudget;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/**
 * A budget that grants a number of retries and writes down what it is told. One call at a time: its
 * ledger must then read as {@link RetryBudget} says.
 */
final class LedgerBudget implements RetryBudget {

  /** What may be told after what, within a call and from one call to the next. */
  private static final Map<String, List<String>> FOLLOWERS =
      Map.of(
          "started", List.of("succeeded", "failed", "finished"),
          "succeeded", List.of("started"),
          "failed", List.of("granted", "refused", "finished"),
          "granted", List.of("kept", "lost"),
          "kept", List.of("granted", "refused", "finished"),
          "lost", List.of("granted", "refused", "finished"),
          "refused", List.of("finished"),
          "finished", List.of("started"));

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
    String before = "finished";
    for (String now : ledger) {
      if (!FOLLOWERS.getOrDefault(before, List.of()).contains(now)) {
        throw new AssertionError("the budget was told out of order: " + ledger);
      }
      before = now;
    }
    if (!before.equals("succeeded") && !before.equals("finished")) {
      throw new AssertionError("the budget was not told of the end: " + ledger);
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
  public long fullPaysFor() {
    return grants;
  }
}
