package dev.reprise.decision;

/**
 * How far a call has come: what a decision may know of its past. Immutable; each step answers with
 * the next one.
 *
 * @param started attempts started so far, counted from 1
 * @param finished attempts finished so far; those started and not finished are in flight
 * @param startNanos tick at which the call began
 * @param lastStartNanos tick at which the last attempt began; that of the call before the first
 * @param countedSinceNanos tick from which attempts and delays count: that of the call's beginning,
 *     or of the failure after it was last healthy
 * @param previousDelayNanos the wait before the last attempt, in nanoseconds; 0 before the first
 *     retry
 * @param lastAttemptNanos how long the last finished attempt took, in nanoseconds; 0 if none
 *     finished or nobody measured it
 * @param notBeforeNanos how long after the call's beginning a server wants no further attempt, in
 *     nanoseconds, as one said whose attempt failed while another was in flight; 0 if none did
 * @param reportMark {@linkplain dev.reprise.report.RetryReport#mark() how many failed calls this
 *     process had reported} when the last attempt began, or the first of those in flight: a failure
 *     that carries a later report was retried below; 0 where no calls are nested
 * @param failures which of its attempts no longer count, and how often it has failed since then in
 *     the ways that its policy has rules for
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
   * A call without failures that a rule is for.
   *
   * @param started attempts started so far, counted from 1
   * @param finished attempts finished so far
   * @param excludedAttempts attempts finished so far that no longer count, for the call was healthy
   *     after them
   * @param startNanos tick at which the call began
   * @param lastStartNanos tick at which the last attempt began
   * @param countedSinceNanos tick from which attempts and delays count
   * @param previousDelayNanos the wait before the last attempt, in nanoseconds
   * @param lastAttemptNanos how long the last finished attempt took, in nanoseconds
   * @param notBeforeNanos how long after the call's beginning a server wants no further attempt
   * @param reportMark the mark when the last attempt began
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
   * A call at its beginning, before the first attempt.
   *
   * @param startNanos tick at which it begins
   * @return no attempt started or finished
   */
  public static Progress startingAt(long startNanos) {
    return new Progress(0, 0, 0, startNanos, startNanos, startNanos, 0, 0, 0, 0);
  }

  /**
   * One more attempt begins.
   *
   * @param nowNanos the current tick
   * @param reportMark the mark to remember, unless another attempt is in flight
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
        failures);
  }

  /**
   * An attempt has ended.
   *
   * @param durationNanos how long it took, in nanoseconds; 0 if unknown
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
   * An attempt began while none was in flight, and has ended: as {@link #attemptStarted} and then
   * {@link #attemptFinished}.
   *
   * @param startNanos tick at which it began
   * @param reportMark the mark to remember
   * @param durationNanos how long it took, in nanoseconds; 0 if unknown
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
        failures);
  }

  /**
   * A wait was decided on.
   *
   * @param delayNanos its length, in nanoseconds
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
   * A server asked for a pause while another attempt was in flight.
   *
   * @param waitNanos how long from now, in nanoseconds
   * @param nowNanos the current tick
   * @return the progress that remembers the longest such pause
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
   * Counts attempts and delays from a number of finished attempts on, as if the call had begun with
   * the next: their numbers go on, and so does the time, so a deadline still holds.
   *
   * @param attempts how many no longer count, at least those excluded so far
   * @param sinceNanos tick from which the rest counts
   * @return the progress without them; if nothing or one attempt is left, without a previous delay
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
   * Counts attempts and delays from the beginning again, for work that advances between its
   * failures: the time of the start stays, so a deadline still holds.
   *
   * @return no attempt started or finished, the same start
   */
  public Progress afterAdvance() {
    return new Progress(
        0, 0, 0, startNanos, lastStartNanos, countedSinceNanos, 0, lastAttemptNanos, 0, reportMark);
  }

  /**
   * A failure that a rule is for.
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
   * As if every attempt in flight had just failed: for what is asked of attempts made so far.
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
   * How many attempts no longer count, for the call was healthy after them.
   *
   * @return at least 0, at most those finished so far
   */
  public int excludedAttempts() {
    return failures.excludedAttempts();
  }

  /**
   * The number of the next retry, which curves of delays go by.
   *
   * @return attempts finished that count; 1 is the first retry
   */
  public int retry() {
    return finished - failures.excludedAttempts();
  }

  /**
   * How many attempts are under way.
   *
   * @return at least 0; more than 1 only where attempts are hedged
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
