package dev.reprise.report;

import java.io.Serializable;
import org.jspecify.annotations.Nullable;

/**
 * What carries a report on a failure: a suppressed throwable without a stack trace. There is at
 * most one on each failure; on an instance that many calls throw, the newest report takes the place
 * of the older. See docs/design/nesting.md.
 */
final class ReportNote extends Throwable {

  private static final long serialVersionUID = 1;

  private volatile Content content;

  /**
   * What a note says.
   *
   * @param report the newest report
   * @param below the report of the call below that made the retries, if the newest made none
   * @param shared whether the failure is known to be thrown by calls that have nothing to do with
   *     each other
   */
  private record Content(RetryReport report, @Nullable RetryReport below, boolean shared)
      implements Serializable {

    /** The report of the innermost call that is known to have made retries. */
    private @Nullable RetryReport ofRetries() {
      return report.attempts() > 1 ? report : below;
    }

    /**
     * A report from outside the newer call's last attempt shows that the instance outlives
     * attempts.
     */
    Content replacedBy(RetryReport newer) {
      boolean nested = report.isFromWithin(newer.lastAttemptMark());
      return new Content(newer, nested ? ofRetries() : null, shared || !nested);
    }
  }

  private ReportNote(RetryReport report) {
    super(null, null, false, false);
    content = new Content(report, null, false);
  }

  /**
   * Holds the failure's own lock, the one that guards its suppressed list, so that two calls add no
   * two notes.
   */
  static void put(RetryReport report, Throwable failure) {
    synchronized (failure) {
      ReportNote note = on(failure);
      // Readers take no lock: they read the content once, and so see one report whole.
      if (note == null) {
        failure.addSuppressed(new ReportNote(report));
      } else {
        note.content = note.content.replacedBy(report);
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

  RetryReport report() {
    return content.report();
  }

  /**
   * Whether the failure was retried within the attempt that began at a mark. A call that made but
   * one attempt of its own hands on what it knows from below.
   */
  boolean tellsOfRetriesSince(long attemptMark) {
    Content now = content;
    return !now.shared() && now.ofRetries() != null && now.report().isFromWithin(attemptMark);
  }

  @Override
  public String getMessage() {
    return toString();
  }

  /** Indented, for it stands below the first line of a stack trace. */
  @Override
  public String toString() {
    Content now = content;
    RetryReport below = now.below();
    String text = below == null ? now.report().toString() : now.report() + "\nbelow, " + below;
    return text.replace("\n", "\n\t  ");
  }
}
