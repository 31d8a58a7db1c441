package dev.reprise.batch.report;

import dev.reprise.batch.operation.BatchReply;
import dev.reprise.classify.FailureKind;
import dev.reprise.decision.StopReason;
import dev.reprise.text.PrintableText;
import org.jspecify.annotations.Nullable;

/**
 * An item that was not accepted, or for which it is unknown whether it was accepted. Immutable if
 * the item is.
 *
 * @param item the item, the instance that was read from the input
 * @param position its position in the input, counted from 0
 * @param stopReason the reason why it was given up
 * @param kind the kind of its last failure; other if the service refused it, or if there was no
 *     call
 * @param attempts the number of calls that sent it, at least 0; 0 if it was refused before any
 *     call. Calls that {@linkplain BatchReply#invalid isolated bad items} count, although they use
 *     up no attempts of the policy
 * @param error the exception of its last call; null if that call returned, or if there was no call
 * @param message the problem, in one line
 * @param <I> type of the items
 */
public record DeadLetter<I>(
    I item,
    long position,
    StopReason stopReason,
    FailureKind kind,
    int attempts,
    @Nullable Throwable error,
    String message) {

  /**
   * Returns a description of the problem, without the item, which may contain any data.
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
