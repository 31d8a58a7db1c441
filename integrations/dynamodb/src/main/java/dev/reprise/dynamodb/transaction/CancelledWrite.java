package dev.reprise.dynamodb.transaction;

import dev.reprise.batch.report.DeadLetter;
import dev.reprise.dynamodb.write.ItemWrite;
import dev.reprise.text.PrintableText;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;
import software.amazon.awssdk.services.dynamodb.model.CancellationReason;
import software.amazon.awssdk.services.dynamodb.model.TransactionCanceledException;

/**
 * A write because of which the service has cancelled its transaction.
 *
 * @param index position of the write in the transaction, counted from 0
 * @param code the service's code, such as {@code ConditionalCheckFailed}
 * @param message the service's message; empty if it sent none
 * @param existingItem the item that the table has, if the write asked for it by {@code
 *     ReturnValuesOnConditionCheckFailure}, as every {@link ItemWrite} does; else empty
 */
public record CancelledWrite(
    int index, String code, String message, Map<String, AttributeValue> existingItem) {

  private static final String NONE = "None";

  /**
   * Returns the writes because of which a dead transaction was cancelled.
   *
   * @param dead the dead letter of a transaction
   * @return the writes, by index; empty if the transaction failed for a different reason
   */
  public static List<CancelledWrite> of(DeadLetter<?> dead) {
    return dead.error() instanceof TransactionCanceledException cancelled
        ? of(cancelled)
        : List.of();
  }

  /**
   * Returns the writes because of which a transaction was cancelled.
   *
   * @param cancelled the exception of the SDK
   * @return the writes, by index
   */
  public static List<CancelledWrite> of(TransactionCanceledException cancelled) {
    List<CancelledWrite> writes = new ArrayList<>();
    List<CancellationReason> reasons = cancelled.cancellationReasons();
    for (int i = 0; i < reasons.size(); i++) {
      @Nullable CancellationReason reason = reasons.get(i);
      if (reason != null && reason.code() != null && !reason.code().equals(NONE)) {
        writes.add(new CancelledWrite(i, reason.code(), orEmpty(reason.message()), reason.item()));
      }
    }
    return writes;
  }

  private static String orEmpty(@Nullable String text) {
    return text == null ? "" : text;
  }

  /**
   * Returns index, code and message, without the existing item, which may hold secrets.
   *
   * @return such as {@code [2] ConditionalCheckFailed: The conditional request failed}
   */
  @Override
  public String toString() {
    String words = message.isEmpty() ? code : code + ": " + message;
    return "[" + index + "] " + PrintableText.oneLine(words);
  }
}
