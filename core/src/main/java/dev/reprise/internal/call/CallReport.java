package dev.reprise.internal.call;

import dev.reprise.classify.Outcome;
import dev.reprise.decision.Decision;
import dev.reprise.decision.Progress;
import dev.reprise.decision.ResultRejectedException;
import dev.reprise.decision.StopReason;
import dev.reprise.report.AttemptRecord;
import dev.reprise.report.RetryReport;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The results of a call at its end: its report, and the failure that carries it.
 *
 * @param history the attempts that ended; null if none did
 */
public record CallReport(
    CallSettings settings,
    Progress progress,
    @Nullable History history,
    StopReason stopReason,
    long endNanos,
    long callMark) {

  /** Report of a call whose first attempt was just accepted. */
  public static RetryReport ofFirst(
      CallSettings settings, Outcome<?> outcome, long startNanos, long attemptNanos) {
    return ofFirst(settings, outcome, startNanos, attemptNanos, settings.nanosOr(attemptNanos));
  }

  /** The report of a call whose first attempt was accepted at a tick. */
  public static RetryReport ofFirst(
      CallSettings settings, Outcome<?> outcome, long startNanos, long attemptNanos, long now) {
    long before = Math.max(0, attemptNanos - startNanos);
    long length = Math.max(0, now - attemptNanos);
    History.Entry only = new History.Entry(1, before, length, outcome, Decision.accept(), false);
    long mark = RetryReport.mark();
    return new RetryReport(
        settings.name(),
        1,
        StopReason.SUCCEEDED,
        Math.max(0, now - startNanos),
        List.of(only.record(settings, true)),
        mark,
        mark);
  }

  public RetryReport made() {
    List<AttemptRecord> records =
        history == null ? List.of() : history.records(settings, stopReason == StopReason.SUCCEEDED);
    History.Entry latest = history == null ? null : history.latest();
    String explanation = new Explanation(settings, progress, latest, endNanos).of(stopReason);
    return new RetryReport(
            settings.name(),
            progress.started(),
            stopReason,
            progress.elapsedNanos(endNanos),
            records,
            callMark,
            progress.reportMark())
        .explained(
            settings.policy().maxAttempts(), settings.policy().limits().withinNanos(), explanation);
  }

  /** Creates the report and attaches it to the failure, together with a bug that ended the call. */
  public RetryReport attachedTo(Throwable failure, @Nullable Throwable bug) {
    RetryReport report = made();
    if (bug != null) {
      Suppressions.add(failure, bug);
    }
    if (settings.policy().maxAttempts() > 1) {
      report.attachTo(failure);
    }
    return report;
  }

  /** The exception that the call throws; null if it returns a rejected result. */
  @Nullable
  public Throwable failureOf(Outcome<?> last, @Nullable Throwable bug) {
    if (last instanceof Outcome.Threw<?> threw) {
      return threw.failure();
    }
    boolean returns = settings.policy().rejectedResults().returned() && bug == null;
    return returns
        ? null
        : new ResultRejectedException(last.valueOrNull(), progress.started(), stopReason);
  }
}
