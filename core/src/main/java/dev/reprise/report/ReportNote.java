package dev.reprise.report;

import org.jspecify.annotations.Nullable;

/**
 * What carries a report on a failure: a suppressed throwable without a stack trace. There is at
 * most one on each failure; on an instance that many calls throw, the newest report takes the place
 * of the older.
 */
final class ReportNote extends Throwable {

  private static final long serialVersionUID = 1;

  private volatile RetryReport report;
  private volatile boolean shared;

  private ReportNote(RetryReport report) {
    super(null, null, false, false);
    this.report = report;
  }

  /**
   * Holds the failure's own lock, the one that guards its suppressed list, so that two calls add no
   * two notes.
   */
  static void put(RetryReport report, Throwable failure) {
    synchronized (failure) {
      ReportNote note = on(failure);
      if (note == null) {
        failure.addSuppressed(new ReportNote(report));
      } else {
        note.replaceWith(report);
      }
    }
  }

  static @Nullable ReportNote on(Throwable failure) {
    for (Throwable suppressed : failure.getSuppressed()) {
      if (suppressed instanceof ReportNote note) {
        return note;
      }
    }
    return null;
  }

  /**
   * A report from outside the newer call's last attempt shows that the instance outlives attempts.
   */
  private void replaceWith(RetryReport newer) {
    if (!report.isFromWithin(newer.lastAttemptMark())) {
      shared = true;
    }
    report = newer;
  }

  RetryReport report() {
    return report;
  }

  boolean isShared() {
    return shared;
  }

  @Override
  public String getMessage() {
    return report.toString();
  }

  @Override
  public String toString() {
    return report.toString();
  }
}
