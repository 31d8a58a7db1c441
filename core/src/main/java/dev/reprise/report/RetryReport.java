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
 * What happened in a call: strings and numbers alone, bounded in size, safe to print, to keep and
 * to serialise. The report of a failed call travels on the thrown failure as a suppressed
 * throwable, so that it shows in every stack trace; {@link #of} finds it there.
 *
 * <p>Kept are the attempt that ended first and the four that ended last; {@link #omitted()} tells
 * how many others there were. Immutable.
 *
 * <p>The serialised form may gain fields from version to version; those unknown to the reader are
 * left out, those unknown to the writer are empty. {@link #toJson()} is the form for other
 * programs. A failure that carries a report can be read only where this library is: a program
 * without it gets a {@link ClassNotFoundException} in place of the failure.
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
  private final long timeLimitNanos;
  private final @Nullable String explanation;
  private final transient long mark = REPORTED.incrementAndGet();
  private final transient long callMark;
  private final transient long lastAttemptMark;

  /**
   * Makes a report. Drivers do this; others have no need to.
   *
   * @param retry name of the retry
   * @param attempts attempts started, at least 0
   * @param stopReason why the call ended
   * @param elapsedNanos time from the beginning of the call to its end, in nanoseconds
   * @param records the attempts that were kept, in order
   * @param callMark {@link #mark()} when the call began
   * @param lastAttemptMark {@link #mark()} when its last attempt began
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
    timeLimitNanos = Long.MAX_VALUE;
    explanation = null;
  }

  private RetryReport(
      RetryReport report,
      List<AttemptRecord> records,
      int maxAttempts,
      long timeLimitNanos,
      @Nullable String explanation) {
    retry = report.retry;
    attempts = report.attempts;
    stopReason = report.stopReason;
    elapsedNanos = report.elapsedNanos;
    this.records = records;
    callMark = report.callMark;
    lastAttemptMark = report.lastAttemptMark;
    this.maxAttempts = maxAttempts;
    this.timeLimitNanos = timeLimitNanos;
    this.explanation = explanation;
  }

  /**
   * Adds the limits that the call had, and why it stopped in a sentence. Drivers do this.
   *
   * @param maxAttempts attempts allowed, the first included; {@link Integer#MAX_VALUE} for no limit
   * @param timeLimitNanos time allowed for the whole call, in nanoseconds; {@link Long#MAX_VALUE}
   *     for no limit
   * @param explanation one line, with the numbers that explain the end, and without words of
   *     failures; empty if the reason says all
   * @return a copy that is attached to nothing
   */
  public RetryReport explained(int maxAttempts, long timeLimitNanos, String explanation) {
    return new RetryReport(this, records, maxAttempts, timeLimitNanos, explanation);
  }

  /**
   * How many reports this process has made. A call notes it when an attempt begins, and knows by it
   * which reports came later.
   *
   * @return a number that only grows
   */
  public static long mark() {
    return REPORTED.get();
  }

  /**
   * Finds the report on a failure, on its causes or on what they suppress, sixteen deep.
   *
   * @param failure what a call threw
   * @return the newest report of the outermost call that left one
   */
  public static Optional<RetryReport> of(Throwable failure) {
    ReportNote note = ReportSearch.first(failure, found -> true);
    return note == null ? Optional.empty() : Optional.of(note.report());
  }

  /**
   * Finds out whether a failure was retried below: whether it carries, sixteen deep, the report of
   * a call with more than one attempt that ran within the attempt that began at the given mark,
   * however many layers passed it on since. An instance known to be thrown by many calls tells
   * nothing.
   *
   * @param failure what the attempt threw
   * @param attemptMark {@link #mark()} when the attempt began
   * @return true if another round would multiply attempts
   */
  public static boolean retriedBelow(Throwable failure, long attemptMark) {
    boolean none = REPORTED.get() <= attemptMark;
    return !none
        && ReportSearch.first(failure, note -> note.tellsOfRetriesSince(attemptMark)) != null;
  }

  /**
   * Puts this report on a failure, in place of an earlier one. Does nothing where the failure has
   * suppression switched off.
   *
   * @param failure what the call throws
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
   * How many attempts were started, the first included.
   *
   * @return at least 0; 0 only where an executor took not even the first
   */
  public int attempts() {
    return attempts;
  }

  /**
   * Why the call ended.
   *
   * @return the reason
   */
  public StopReason stopReason() {
    return stopReason;
  }

  /**
   * Time from the beginning of the call to its end, waits included. Where nothing else needed the
   * clock (no deadline, a budget without time, {@code call} and {@code callAsync} themselves), it
   * counts from the end of the first attempt.
   *
   * @return at least zero
   */
  public Duration elapsed() {
    return Duration.ofNanos(elapsedNanos);
  }

  /**
   * How many attempts the call was allowed.
   *
   * @return the first included; empty for no limit, and where nobody said
   */
  public OptionalInt maxAttempts() {
    return maxAttempts <= 0 || maxAttempts == NOT_LIMITED
        ? OptionalInt.empty()
        : OptionalInt.of(maxAttempts);
  }

  /**
   * How much time the whole call was allowed.
   *
   * @return the limit; empty for none, and where nobody said
   */
  public Optional<Duration> timeLimit() {
    return timeLimitNanos <= 0 || timeLimitNanos == Long.MAX_VALUE
        ? Optional.empty()
        : Optional.of(Duration.ofNanos(timeLimitNanos));
  }

  /**
   * Why the call stopped, with the numbers that explain it. Holds no words of failures.
   *
   * @return a sentence on one line, without capital and full stop; empty if there is nothing to add
   *     to the {@link #stopReason()}
   */
  public String explanation() {
    return explanation == null ? "" : explanation;
  }

  /**
   * The attempts that were kept: the one that ended first and the four that ended last.
   *
   * @return by number; unmodifiable
   */
  public List<AttemptRecord> records() {
    return records;
  }

  /**
   * How many attempts are not among the {@link #records()}.
   *
   * @return at least 0
   */
  public int omitted() {
    return Math.max(0, attempts - records.size());
  }

  /**
   * The same without the words of any failure, for logs that must not show messages: of each
   * attempt that failed, its {@linkplain AttemptRecord#kind() kind} is told in their place.
   *
   * @return a copy that is attached to nothing
   */
  public RetryReport withoutMessages() {
    List<AttemptRecord> wordless = records.stream().map(AttemptRecord::withoutMessages).toList();
    return new RetryReport(this, wordless, maxAttempts, timeLimitNanos, explanation);
  }

  /**
   * The report as one JSON object on one line, for programs. Field names tell units, their order is
   * fixed, numbers are integers, and {@code docs/reference/report-json.md} describes each. Control
   * characters, line separators and those that turn the direction of writing are escaped; half a
   * surrogate pair becomes U+FFFD.
   *
   * @return JSON by RFC 8259, without a line break
   */
  public String toJson() {
    return ReportJson.of(this);
  }

  /**
   * The report as an engineer reads it: a line of summary, a line for each attempt that was kept,
   * then why there was no other.
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
        && timeLimitNanos == that.timeLimitNanos
        && explanation().equals(that.explanation())
        && records.equals(that.records);
  }

  @Override
  public int hashCode() {
    return records.hashCode() * 31 + stopReason.hashCode();
  }
}
