package dev.reprise.decision;

/**
 * How far a call has come: what a decision may know of its past. Immutable; each step answers with
 * the next one.
 *
 * @param started attempts started so far, counted from 1
 * @param finished attempts finished so far; the next retry is retry number {@code finished}, so 1
 *     is the first retry
 * @param startNanos tick at which the call began
 * @param previousDelayNanos the wait before the last attempt, in nanoseconds; 0 before the first
 *     retry
 * @param lastAttemptNanos how long the last finished attempt took, in nanoseconds; 0 if none
 *     finished or nobody measured it
 * @param reportMark {@linkplain dev.reprise.report.RetryReport#mark() how many failed calls this
 *     process had reported} when the last attempt began: a failure that carries a later report was
 *     retried below; 0 where no calls are nested
 */
public record Progress(
    int started,
    int finished,
    long startNanos,
    long previousDelayNanos,
    long lastAttemptNanos,
    long reportMark) {

  /**
   * A call at its beginning, before the first attempt.
   *
   * @param startNanos tick at which it begins
   * @return no attempt started or finished
   */
  public static Progress startingAt(long startNanos) {
    return new Progress(0, 0, startNanos, 0, 0, 0);
  }

  /**
   * One more attempt begins.
   *
   * @param reportMark the mark to remember for this attempt
   * @return the progress with one more attempt started
   */
  public Progress attemptStarted(long reportMark) {
    return new Progress(
        saturatingIncrement(started),
        finished,
        startNanos,
        previousDelayNanos,
        lastAttemptNanos,
        reportMark);
  }

  /**
   * An attempt has ended.
   *
   * @param lengthNanos how long it took, in nanoseconds; 0 if unknown
   * @return the progress with one more attempt finished
   */
  public Progress attemptFinished(long lengthNanos) {
    return new Progress(
        started,
        saturatingIncrement(finished),
        startNanos,
        previousDelayNanos,
        lengthNanos,
        reportMark);
  }

  /**
   * A wait was decided on.
   *
   * @param delayNanos its length, in nanoseconds
   * @return the progress with this wait as the previous one
   */
  public Progress waiting(long delayNanos) {
    return new Progress(started, finished, startNanos, delayNanos, lastAttemptNanos, reportMark);
  }

  /**
   * Counts attempts and delays from the beginning again, for work that advances between its
   * failures: the time of the start stays, so a deadline still holds.
   *
   * @return no attempt started or finished, the same start
   */
  public Progress afterAdvance() {
    return new Progress(0, 0, startNanos, 0, lastAttemptNanos, reportMark);
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
