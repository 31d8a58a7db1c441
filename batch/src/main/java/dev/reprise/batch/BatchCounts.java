package dev.reprise.batch;

import java.time.Duration;

/**
 * Numbers of a run, at its end or on the way. At the end {@code input = done + superseded + failed
 * + notAttempted}; on the way the difference is what is under way. Immutable.
 *
 * @param input items read from the source
 * @param done items that the service accepted
 * @param superseded items replaced by a later one of the same key before they were accepted
 * @param failed items given up, each with its reason
 * @param notAttempted items read and never sent because the run was stopped
 * @param calls calls of the operation
 * @param attempts items sent in all calls together; an item sent in three calls counts three
 * @param itemsRetried items sent in more than one call
 * @param throttledCalls calls that were refused, wholly or in part, because of load or a quota
 * @param partialCalls calls that were answered with some items done and a rest
 * @param elapsed time since the run began
 */
public record BatchCounts(
    long input,
    long done,
    long superseded,
    long failed,
    long notAttempted,
    long calls,
    long attempts,
    long itemsRetried,
    long throttledCalls,
    long partialCalls,
    Duration elapsed) {

  /**
   * Items of which it is known what became of them.
   *
   * @return done, superseded, failed and not attempted together
   */
  public long accounted() {
    return done + superseded + failed + notAttempted;
  }
}
