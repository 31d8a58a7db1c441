package dev.reprise.report;

import dev.reprise.decision.StopReason;
import java.io.Serializable;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.concurrent.atomic.AtomicLong;
import org.jspecify.annotations.Nullable;

/**
 * Report of the attempts of a call. It contains only strings and numbers, has a bounded size, and
 * is safe to print, store and serialise. The report of a failed call is attached to the thrown
 * failure as a suppressed throwable, so that every stack trace shows it; {@link #of} finds it
 * there.
 *
 * <p>It contains the attempt that ended first and the four that ended last; {@link #omitted()}
 * returns the number of other attempts. Immutable.
 *
 * <p>The serialised form may gain fields from version to version; a reader ignores fields that it
 * does not know, and fields that the writer did not know are empty. {@link #toJson()} is the form
 * for other programs. A failure with a report can be deserialised only with this library on the
 * class path: a program without it gets a {@link ClassNotFoundException} instead of the failure.
 *
 * @serial exclude
 */
public final class RetryReport implements Serializable {

  private static final long serialVersionUID = 1;

  private static final int NOT_LIMITED = Integer.MAX_VALUE;

  private static final AtomicLong REPORTED = new AtomicLong();

  private final String retry;
  private final int attempts;
  private final StopReason stopReason;
  private final long elapsedNanos;

  @SuppressWarnings("serial") // what List.copyOf returns is serializable
  private final List<AttemptRecord> records;

  private final int maxAttempts;
  private final long withinNanos;
  private final @Nullable String explanation;
  private final transient long mark = REPORTED.incrementAndGet();
  private final transient long callMark;
  private final transient long lastAttemptMark;

  /**
   * Creates a report. For drivers.
   *
   * @param retry name of the retry
   * @param attempts attempts started, at least 0
   * @param stopReason why the call ended
   * @param elapsedNanos time from the start of the call to its end, in nanoseconds
   * @param records the attempts in the report, in order
   * @param callMark {@link #mark()} when the call began, at least 0
   * @param lastAttemptMark {@link #mark()} when its last attempt began, at least 0
   */
  public RetryReport(
      String retry,
      int attempts,
      StopReason stopReason,
      long elapsedNanos,
      List<AttemptRecord> records,
      long callMark,
      long lastAttemptMark) {
    this.retry = retry;
    this.attempts = attempts;
    this.stopReason = stopReason;
    this.elapsedNanos = elapsedNanos;
    this.records = List.copyOf(records);
    this.callMark = callMark;
    this.lastAttemptMark = lastAttemptMark;
    maxAttempts = NOT_LIMITED;
    withinNanos = Long.MAX_VALUE;
    explanation = null;
  }

  private RetryReport(
      RetryReport report,
      List<AttemptRecord> records,
      int maxAttempts,
      long withinNanos,
      @Nullable String explanation) {
    retry = report.retry;
    attempts = report.attempts;
    stopReason = report.stopReason;
    elapsedNanos = report.elapsedNanos;
    this.records = records;
    callMark = report.callMark;
    lastAttemptMark = report.lastAttemptMark;
    this.maxAttempts = maxAttempts;
    this.withinNanos = withinNanos;
    this.explanation = explanation;
  }

  /**
   * Adds the limits of the call, and an explanation of its end. For drivers.
   *
   * @param maxAttempts attempts allowed, including the first, at least 1; {@link Integer#MAX_VALUE}
   *     for no limit
   * @param withinNanos time allowed for the whole call, in nanoseconds; {@link Long#MAX_VALUE} for
   *     no limit
   * @param explanation one line, with the numbers that explain the end, and without messages of
   *     failures; empty if the reason is sufficient
   * @return a copy that is not attached to a failure
   */
  public RetryReport explained(int maxAttempts, long withinNanos, String explanation) {
    return new RetryReport(this, records, maxAttempts, withinNanos, explanation);
  }

  /**
   * Number of reports that this process has created. A call reads it when an attempt begins, to
   * recognise later reports.
   *
   * @return a number that never decreases
   */
  public static long mark() {
    return REPORTED.get();
  }

  /**
   * Finds the report on a failure, its causes or their suppressed exceptions, at most sixteen
   * levels.
   *
   * @param failure the failure that a call threw
   * @return the newest report of the outermost call that attached one
   */
  public static Optional<RetryReport> of(Throwable failure) {
    ReportNote note = ReportSearch.first(failure, found -> true);
    return note == null ? Optional.empty() : Optional.of(note.report());
  }

  /**
   * Returns true if a nested call has already retried a failure. That is so if the failure has,
   * within sixteen levels, the report of a call with more than one attempt that ran within the
   * attempt that began at the given mark. The number of layers in between does not matter. A
   * failure instance that many calls are known to throw counts as not retried.
   *
   * @param failure the failure that the attempt threw
   * @param attemptMark {@link #mark()} when the attempt began
   * @return true if another round would multiply attempts
   */
  public static boolean retriedBelow(Throwable failure, long attemptMark) {
    boolean none = REPORTED.get() <= attemptMark;
    return !none
        && ReportSearch.first(failure, note -> note.reportsRetriesSince(attemptMark)) != null;
  }

  /**
   * Attaches this report to a failure and replaces an earlier one. Does nothing if suppression is
   * disabled for the failure.
   *
   * @param failure the failure that the call throws
   */
  public void attachTo(Throwable failure) {
    ReportNote.put(this, failure);
  }

  boolean isFromWithin(long attemptMark) {
    return mark > attemptMark && callMark >= attemptMark;
  }

  long lastAttemptMark() {
    return lastAttemptMark;
  }

  /**
   * The name of the retry.
   *
   * @return as given by {@code Retry.named}, else {@code "retry"}
   */
  public String retry() {
    return retry;
  }

  /**
   * Number of attempts started, including the first.
   *
   * @return at least 0; 0 only if the first attempt was not started
   */
  public int attempts() {
    return attempts;
  }

  /**
   * The reason for the end of the call.
   *
   * @return the reason
   */
  public StopReason stopReason() {
    return stopReason;
  }

  /**
   * Time from the start of the call to its end, including waits. If nothing else needed the clock
   * (no deadline, a budget without time, and a call by {@code call} or {@code callAsync}), it
   * starts at the end of the first attempt.
   *
   * @return at least zero
   */
  public Duration elapsed() {
    return Duration.ofNanos(elapsedNanos);
  }

  /**
   * Maximum number of attempts of the call.
   *
   * @return the limit, including the first attempt; empty if there is none or it is unknown
   */
  public OptionalInt maxAttempts() {
    return maxAttempts <= 0 || maxAttempts == NOT_LIMITED
        ? OptionalInt.empty()
        : OptionalInt.of(maxAttempts);
  }

  /**
   * Time limit of the whole call.
   *
   * @return the limit; empty if there is none or it is unknown
   */
  public Optional<Duration> within() {
    return withinNanos <= 0 || withinNanos == Long.MAX_VALUE
        ? Optional.empty()
        : Optional.of(Duration.ofNanos(withinNanos));
  }

  /**
   * Explanation of the end of the call, with its numbers and without messages of failures.
   *
   * @return a sentence on one line, without initial capital and full stop; empty if there is
   *     nothing to add to the {@link #stopReason()}
   */
  public String explanation() {
    return explanation == null ? "" : explanation;
  }

  /**
   * The attempts in the report: the one that ended first and the four that ended last.
   *
   * @return the attempts, ordered by number; unmodifiable
   */
  public List<AttemptRecord> records() {
    return records;
  }

  /**
   * Number of attempts that {@link #records()} does not contain.
   *
   * @return at least 0
   */
  public int omitted() {
    return Math.max(0, attempts - records.size());
  }

  /**
   * Copies the report without descriptions of failures, for logs that must not show messages. For
   * each failed attempt, its {@linkplain AttemptRecord#kind() kind} replaces the description.
   *
   * @return a copy that is not attached to a failure
   */
  public RetryReport withoutMessages() {
    List<AttemptRecord> plain = records.stream().map(AttemptRecord::withoutMessages).toList();
    return new RetryReport(this, plain, maxAttempts, withinNanos, explanation);
  }

  /**
   * The report as one JSON object on one line, for programs. Field names include units, their order
   * is fixed, numbers are integers, and {@code docs/reference/report-json.md} describes each field.
   * Control characters, line separators and characters that change the text direction are escaped;
   * an unpaired surrogate becomes U+FFFD.
   *
   * @return JSON by RFC 8259, without a line break
   */
  public String toJson() {
    return ReportJson.of(this);
  }

  /**
   * The report as text: a summary line, a line for each attempt in the report, and the reason for
   * the end.
   *
   * @return several lines, without a line break at the end
   */
  @Override
  public String toString() {
    return ReportText.of(this);
  }

  @Override
  public boolean equals(@Nullable Object other) {
    return other instanceof RetryReport that
        && retry.equals(that.retry)
        && attempts == that.attempts
        && stopReason == that.stopReason
        && elapsedNanos == that.elapsedNanos
        && maxAttempts == that.maxAttempts
        && withinNanos == that.withinNanos
        && explanation().equals(that.explanation())
        && records.equals(that.records);
  }

  @Override
  public int hashCode() {
    return records.hashCode() * 31 + stopReason.hashCode();
  }
}
