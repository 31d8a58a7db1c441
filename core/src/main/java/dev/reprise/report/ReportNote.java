package dev.reprise.report;

import java.io.Serializable;
import org.jspecify.annotations.Nullable;

/**
 * Carrier of a report on a failure: a suppressed throwable without a stack trace. Each failure has
 * at most one. If many calls throw the same instance, the newest report replaces the older one. See
 * docs/design/nesting.md.
 */
final class ReportNote extends Throwable {

  private static final long serialVersionUID = 1;

  private volatile Content content;

  /**
   * Content of a note.
   *
   * @param report the newest report
   * @param below the report of the nested call that made the retries, if the newest made none
   * @param shared true if unrelated calls are known to throw the same failure
   */
  private record Content(RetryReport report, @Nullable RetryReport below, boolean shared)
      implements Serializable {

    /** Report of the innermost call that is known to have made retries. */
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
   * Holds the lock of the failure, which also guards its list of suppressed exceptions, so that two
   * calls cannot add two notes.
   */
  static void put(RetryReport report, Throwable failure) {
    synchronized (failure) {
      ReportNote note = on(failure);
      // Readers take no lock: they read the content once, so they see one complete report.
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
   * Returns true if the failure was retried within the attempt that began at a mark. A call with
   * only one attempt passes on the information of its nested call.
   */
  boolean reportsRetriesSince(long attemptMark) {
    Content now = content;
    return !now.shared() && now.ofRetries() != null && now.report().isFromWithin(attemptMark);
  }

  @Override
  public String getMessage() {
    return toString();
  }

  /** Indented, since it is printed below the first line of a stack trace. */
  @Override
  public String toString() {
    Content now = content;
    RetryReport below = now.below();
    String text = below == null ? now.report().toString() : now.report() + "\nbelow, " + below;
    return text.replace("\n", "\n\t  ");
  }
}
