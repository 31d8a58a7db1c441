package dev.reprise.testing.faults;

import dev.reprise.budget.RetryBudget;
import java.util.ArrayList;
import java.util.List;

/** A budget that grants every request and records each notification as a line, in order. */
final class AuditingBudget implements RetryBudget {

  private final FaultInjector hostile;
  private final List<String> lines = new ArrayList<>();

  AuditingBudget(FaultInjector hostile) {
    this.hostile = hostile;
  }

  private synchronized void write(String line) {
    lines.add(line);
  }

  /** Returns the error in the ledger of a call that has ended; empty if there is none. */
  synchronized String mistake() {
    int started = 0;
    int ended = 0;
    int permits = 0;
    int firsts = 0;
    for (String line : lines) {
      switch (line) {
        case "started" -> started++;
        case "first succeeded", "finished" -> ended++;
        case "first failed" -> firsts++;
        case "granted" -> permits++;
        default -> permits--;
      }
    }
    boolean balanced = started == 1 && ended == 1 && permits == 0 && firsts <= 1;
    boolean ordered = lines.isEmpty() || lines.get(0).equals("started");
    return balanced && ordered && isOverAtTheEnd() ? "" : "books do not balance: " + lines;
  }

  private boolean isOverAtTheEnd() {
    String last = lines.get(lines.size() - 1);
    return last.equals("finished") || last.equals("first succeeded");
  }

  @Override
  public boolean readsTicks() {
    return false;
  }

  @Override
  public void callStarted(long nowNanos) {
    write("started");
    hostile.run(Part.BUDGET_START, () -> {});
  }

  @Override
  public void firstAttemptSucceeded(long nowNanos) {
    write("first succeeded");
    hostile.run(Part.BUDGET_FIRST_SUCCESS, () -> {});
  }

  @Override
  public void firstAttemptFailed(long nowNanos) {
    write("first failed");
    hostile.run(Part.BUDGET_FIRST_FAILURE, () -> {});
  }

  /** A request that throws has granted nothing. */
  @Override
  public boolean tryAcquire(long nowNanos) {
    return hostile.at(
        Part.BUDGET_ACQUIRE,
        () -> {
          write("granted");
          return true;
        });
  }

  @Override
  public void permitReturned(boolean succeeded, long nowNanos) {
    write("returned");
    hostile.run(Part.BUDGET_RETURN, () -> {});
  }

  @Override
  public void callFinished(long nowNanos) {
    write("finished");
    hostile.run(Part.BUDGET_FINISH, () -> {});
  }

  @Override
  public RetryBudget newInstance() {
    return new AuditingBudget(hostile);
  }

  @Override
  public boolean isFull(long nowNanos) {
    return true;
  }

  @Override
  public long retriesWhenFull() {
    return Long.MAX_VALUE;
  }

  @Override
  public synchronized String toString() {
    return lines.toString();
  }
}
