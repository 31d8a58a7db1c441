package dev.reprise.testing.internal;

import dev.reprise.budget.RetryBudget;
import java.util.ArrayList;
import java.util.List;
import java.util.OptionalDouble;

/**
 * A budget that grants a number of retries and records all notifications. If calls do not overlap,
 * its ledger must follow the order that {@link RetryBudget} documents.
 */
public final class RecordingBudget implements RetryBudget {

  private static final String AT = " at ";

  private final List<String> ledger = new ArrayList<>();
  private final long grants;
  private long granted;
  private int held;
  private int refusals;

  public RecordingBudget(long grants) {
    this.grants = grants;
  }

  /** Refuses a number of requests before it grants. */
  public synchronized void refuseFirst(int requests) {
    refusals = requests;
  }

  public synchronized List<String> ledger() {
    return List.copyOf(ledger);
  }

  /** Checks that all calls have ended, and that no notification is missing or duplicated. */
  public synchronized void assertSettled() {
    Page page = new Page();
    for (String line : ledger) {
      if (!page.takes(line)) {
        throw new AssertionError("the budget was notified out of order: " + ledger);
      }
    }
    if (page.open) {
      throw new AssertionError("the budget was not notified of the end of a call: " + ledger);
    }
  }

  /** The notifications of the current call. */
  private static final class Page {

    private boolean open;
    private boolean firstFailed;
    private int permits;

    boolean takes(String line) {
      int at = line.indexOf(AT);
      int price = at < 0 ? 1 : Integer.parseInt(line.substring(at + AT.length()));
      return switch (at < 0 ? line : line.substring(0, at)) {
        case "started" -> begins();
        case "succeeded" -> ends() && !firstFailed;
        case "finished" -> ends();
        case "failed" -> open && !firstFailed && (firstFailed = true);
        case "granted" -> open && (permits += price) > 0;
        case "refused" -> open;
        default -> open && (permits -= price) >= 0;
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
  public void firstAttemptSucceeded(long nowNanos) {
    write("succeeded");
  }

  @Override
  public void firstAttemptFailed(long nowNanos) {
    write("failed");
  }

  @Override
  public boolean tryAcquire(long nowNanos) {
    return grants("");
  }

  @Override
  public boolean tryAcquire(int price, long nowNanos) {
    return grants(AT + price);
  }

  private synchronized boolean grants(String at) {
    boolean grant = granted < grants && refusals-- <= 0;
    write((grant ? "granted" : "refused") + at);
    granted += grant ? 1 : 0;
    held += grant ? 1 : 0;
    return grant;
  }

  @Override
  public void permitReturned(boolean succeeded, long nowNanos) {
    returned(succeeded, "");
  }

  @Override
  public void permitReturned(int price, boolean succeeded, long nowNanos) {
    returned(succeeded, AT + price);
  }

  private synchronized void returned(boolean succeeded, String at) {
    held--;
    write((succeeded ? "kept" : "lost") + at);
  }

  @Override
  public void callFinished(long nowNanos) {
    write("finished");
  }

  @Override
  public RetryBudget newInstance() {
    return new RecordingBudget(grants);
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
  public long retriesWhenFull() {
    return grants;
  }
}
