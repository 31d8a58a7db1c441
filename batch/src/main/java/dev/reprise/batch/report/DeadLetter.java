package dev.reprise.batch.report;

import dev.reprise.batch.operation.BatchReply;
import dev.reprise.decision.StopReason;
import dev.reprise.text.PrintableText;
import org.jspecify.annotations.Nullable;

/**
 * An item that was not accepted, or of which it is unknown whether it was.
 *
 * @param item the item, the instance that was read from the input
 * @param position its place in the input, counted from 0
 * @param stopReason why it was given up
 * @param attempts in how many calls it was sent, at least 0; 0 if it was refused before any call.
 *     Calls that {@linkplain BatchReply#invalid isolated bad items} count, though they use up no
 *     attempts of the policy
 * @param error what its last call threw; null if that call answered or there was none
 * @param message what went wrong, in one line
 * @param <I> type of the items
 */
public record DeadLetter<I>(
    I item,
    long position,
    StopReason stopReason,
    int attempts,
    @Nullable Throwable error,
    String message) {

  /**
   * Description of the error, without the item, which may contain any data.
   *
   * @return one line
   */
  @Override
  public String toString() {
    return "DeadLetter[position="
        + position
        + ", "
        + stopReason
        + ", attempts="
        + attempts
        + ", "
        + PrintableText.oneLine(message)
        + "]";
  }
}
