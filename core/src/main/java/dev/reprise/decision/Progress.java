package dev.reprise.decision;

/**
 * Progress of a call: the part of its history that decisions use. Immutable; each step returns a
 * new instance.
 *
 * @param started attempts started so far, counted from 1
 * @param finished attempts finished so far; those started and not finished are in flight
 * @param startNanos tick at which the call began
 * @param lastStartNanos tick at which the last attempt began; before the first attempt, the tick at
 *     which the call began
 * @param countedSinceNanos tick from which attempts and delays count: the start of the call, or the
 *     first failure after it was last healthy
 * @param previousDelayNanos the wait before the last attempt, in nanoseconds; 0 before the first
 *     retry
 * @param lastAttemptNanos duration of the last finished attempt, in nanoseconds; 0 if none finished
 *     or if it was not measured
 * @param notBeforeNanos earliest time of a further attempt that a server allows, in nanoseconds
 *     since the call began; set by an attempt that failed while another was in flight; 0 if there
 *     is none
 * @param reportMark the {@linkplain dev.reprise.report.RetryReport#mark() number of reports of this
 *     process} when the last attempt began, or the first of those in flight: a failure with a later
 *     report was retried by a nested call; 0 if there are no nested calls
 * @param failures number of attempts that no longer count, of failures since then for each rule of
 *     the policy, and whether a failure has made the next hedge due
 */
public record Progress(
    int started,
    int finished,
    long startNanos,
    long lastStartNanos,
    long countedSinceNanos,
    long previousDelayNanos,
    long lastAttemptNanos,
    long notBeforeNanos,
    long reportMark,
    FailureCounts failures) {

  /**
   * Creates the progress of a call without failures that match a rule.
   *
   * @param started attempts started so far, counted from 1
   * @param finished attempts finished so far, at least 0
   * @param excludedAttempts attempts finished so far, at least 0, that no longer count, since the
   *     call was healthy after them
   * @param startNanos tick at which the call began
   * @param lastStartNanos tick at which the last attempt began
   * @param countedSinceNanos tick from which attempts and delays count
   * @param previousDelayNanos the wait before the last attempt, in nanoseconds
   * @param lastAttemptNanos duration of the last finished attempt, in nanoseconds
   * @param notBeforeNanos earliest time of a further attempt that a server allows, in nanoseconds
   *     since the call began
   * @param reportMark the mark when the last attempt began, at least 0
   */
  public Progress(
      int started,
      int finished,
      int excludedAttempts,
      long startNanos,
      long lastStartNanos,
      long countedSinceNanos,
      long previousDelayNanos,
      long lastAttemptNanos,
      long notBeforeNanos,
      long reportMark) {
    this(
        started,
        finished,
        startNanos,
        lastStartNanos,
        countedSinceNanos,
        previousDelayNanos,
        lastAttemptNanos,
        notBeforeNanos,
        reportMark,
        FailureCounts.excluding(excludedAttempts));
  }

  /**
   * The progress of a call before its first attempt.
   *
   * @param startNanos tick at which it begins
   * @return no attempt started or finished
   */
  public static Progress startingAt(long startNanos) {
    return new Progress(0, 0, 0, startNanos, startNanos, startNanos, 0, 0, 0, 0);
  }

  /**
   * Counts the start of an attempt.
   *
   * @param nowNanos the current tick
   * @param reportMark the mark to remember, at least 0, unless another attempt is in flight
   * @return the progress with one more attempt started
   */
  public Progress attemptStarted(long nowNanos, long reportMark) {
    boolean alone = inFlight() == 0;
    return new Progress(
        saturatingIncrement(started),
        finished,
        startNanos,
        nowNanos,
        countedSinceNanos,
        previousDelayNanos,
        lastAttemptNanos,
        alone ? 0 : notBeforeNanos,
        alone ? reportMark : this.reportMark,
        failures.withHedgeDue(false));
  }

  /**
   * Counts the end of an attempt.
   *
   * @param durationNanos duration of the attempt, in nanoseconds; 0 if unknown
   * @return the progress with one more attempt finished
   */
  public Progress attemptFinished(long durationNanos) {
    return new Progress(
        started,
        saturatingIncrement(finished),
        startNanos,
        lastStartNanos,
        countedSinceNanos,
        previousDelayNanos,
        durationNanos,
        notBeforeNanos,
        reportMark,
        failures);
  }

  /**
   * Counts the start and the end of an attempt that began while none was in flight: same as {@link
   * #attemptStarted} and then {@link #attemptFinished}.
   *
   * @param startNanos tick at which it began
   * @param reportMark the mark to remember, at least 0
   * @param durationNanos duration of the attempt, in nanoseconds; 0 if unknown
   * @return the progress with one more attempt started and finished
   */
  public Progress attempted(long startNanos, long reportMark, long durationNanos) {
    return new Progress(
        saturatingIncrement(started),
        saturatingIncrement(finished),
        this.startNanos,
        startNanos,
        countedSinceNanos,
        previousDelayNanos,
        durationNanos,
        0,
        reportMark,
        failures.withHedgeDue(false));
  }

  /**
   * Sets the wait before the next attempt.
   *
   * @param delayNanos length of the wait, in nanoseconds
   * @return the progress with this wait as the previous one
   */
  public Progress waiting(long delayNanos) {
    if (delayNanos == previousDelayNanos) {
      return this;
    }
    return new Progress(
        started,
        finished,
        startNanos,
        lastStartNanos,
        countedSinceNanos,
        delayNanos,
        lastAttemptNanos,
        notBeforeNanos,
        reportMark,
        failures);
  }

  /**
   * Records the pause that a server asked for while another attempt was in flight.
   *
   * @param waitNanos length of the pause from now, in nanoseconds
   * @param nowNanos the current tick
   * @return the progress with the longest such pause
   */
  public Progress notBefore(long waitNanos, long nowNanos) {
    if (waitNanos <= 0) {
      return this;
    }
    long elapsed = elapsedNanos(nowNanos);
    long until = waitNanos > Long.MAX_VALUE - elapsed ? Long.MAX_VALUE : elapsed + waitNanos;
    return new Progress(
        started,
        finished,
        startNanos,
        lastStartNanos,
        countedSinceNanos,
        previousDelayNanos,
        lastAttemptNanos,
        Math.max(notBeforeNanos, until),
        reportMark,
        failures);
  }

  /**
   * Records that an attempt has failed while another is in flight: the next hedge does not wait for
   * its delay, until it has started.
   *
   * @return the progress with the next hedge due
   */
  public Progress hedgeDue() {
    return new Progress(
        started,
        finished,
        startNanos,
        lastStartNanos,
        countedSinceNanos,
        previousDelayNanos,
        lastAttemptNanos,
        notBeforeNanos,
        reportMark,
        failures.withHedgeDue(true));
  }

  /**
   * Returns whether an attempt has failed since the last one began, while another was in flight.
   *
   * @return true if the next hedge does not wait for its delay
   */
  public boolean isHedgeDue() {
    return failures.isHedgeDue();
  }

  /**
   * Excludes finished attempts from the counts, as if the call had begun with the attempt after
   * them. Attempt numbers and the elapsed time continue, so a deadline still applies.
   *
   * @param attempts number of attempts that no longer count, at least those excluded so far
   * @param sinceNanos tick from which later attempts count
   * @return the progress without these attempts; without a previous delay if at most one finished
   *     attempt still counts
   */
  public Progress excluding(int attempts, long sinceNanos) {
    return new Progress(
        started,
        finished,
        attempts,
        startNanos,
        lastStartNanos,
        sinceNanos,
        finished - attempts <= 1 ? 0 : previousDelayNanos,
        lastAttemptNanos,
        notBeforeNanos,
        reportMark);
  }

  /**
   * Resets the counts of attempts and delays, for work that makes progress between its failures.
   * The start time stays the same, so a deadline still applies.
   *
   * @return no attempt started or finished, the same start
   */
  public Progress afterAdvance() {
    return new Progress(
        0, 0, 0, startNanos, lastStartNanos, countedSinceNanos, 0, lastAttemptNanos, 0, reportMark);
  }

  /**
   * Counts a failure that matches a rule.
   *
   * @param rule index of the rule in its policy, from 0
   * @return the progress with one more such failure
   */
  public Progress countFailure(int rule) {
    return new Progress(
        started,
        finished,
        startNanos,
        lastStartNanos,
        countedSinceNanos,
        previousDelayNanos,
        lastAttemptNanos,
        notBeforeNanos,
        reportMark,
        failures.plus(rule));
  }

  /**
   * Treats every attempt in flight as finished, for decisions that depend on the attempts made so
   * far.
   *
   * @return the progress with all attempts finished
   */
  public Progress withAllFinished() {
    return new Progress(
        started,
        started,
        startNanos,
        lastStartNanos,
        countedSinceNanos,
        previousDelayNanos,
        lastAttemptNanos,
        notBeforeNanos,
        reportMark,
        failures);
  }

  /**
   * Number of attempts that no longer count, since the call was healthy after them.
   *
   * @return at least 0, at most those finished so far
   */
  public int excludedAttempts() {
    return failures.excludedAttempts();
  }

  /**
   * The number of the next retry, which determines its backoff.
   *
   * @return number of finished attempts that count; 1 is the first retry
   */
  public int retry() {
    return finished - failures.excludedAttempts();
  }

  /**
   * Number of attempts in flight.
   *
   * @return at least 0; more than 1 only if attempts are hedged
   */
  public int inFlight() {
    return started - finished;
  }

  /**
   * Time since the call began.
   *
   * @param nowNanos the current tick
   * @return nanoseconds, at least 0
   */
  public long elapsedNanos(long nowNanos) {
    return Math.max(0, nowNanos - startNanos);
  }

  private static int saturatingIncrement(int count) {
    return count == Integer.MAX_VALUE ? count : count + 1;
  }
}
