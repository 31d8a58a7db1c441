package dev.reprise.batch.report;

import dev.reprise.batch.operation.BatchReply;
import java.time.Duration;

/**
 * Numbers of a run, at its end or before. At the end {@code input = doneBefore + done + superseded
 * + dead + notAttempted}; before the end the difference is the number of items that are not
 * accounted for yet. Immutable. All numbers are at least 0.
 *
 * @param input items read from the source
 * @param doneBefore items that the journal records as done, which this run did not send; 0 without
 *     a journal
 * @param done items that the service accepted
 * @param superseded items replaced by a later one of the same key before they were accepted
 * @param dead items given up, each with its reason
 * @param notAttempted items read and never sent because the run was stopped
 * @param calls calls of the operation
 * @param attempts items sent in all calls together; an item sent in three calls counts three times
 * @param itemsRetried items sent in more than one call
 * @param throttledCalls calls that were refused, completely or in part, because of load or a quota
 * @param partialCalls calls that completed some of their items and left others unprocessed
 * @param isolatingCalls calls that carried a half of a chunk that was refused as a whole, to find
 *     the bad items in it; these are the additional cost of {@link BatchReply#invalid}
 * @param elapsed the time since the run began
 */
public record BatchCounts(
    long input,
    long doneBefore,
    long done,
    long superseded,
    long dead,
    long notAttempted,
    long calls,
    long attempts,
    long itemsRetried,
    long throttledCalls,
    long partialCalls,
    long isolatingCalls,
    Duration elapsed) {

  /**
   * Returns the number of items whose result is known.
   *
   * @return the sum of the items done before, done, superseded, dead and not attempted
   */
  public long accounted() {
    return doneBefore + done + superseded + dead + notAttempted;
  }
}
