package dev.reprise.dynamodb;

import dev.reprise.batch.report.DeadLetter;
import dev.reprise.classify.Effect;
import dev.reprise.classify.FailureKind;
import dev.reprise.classify.Verdict;
import dev.reprise.text.PrintableText;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
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
 * @param there the item that the table has, if the write asked for it by {@code
 *     ReturnValuesOnConditionCheckFailure}, as every {@link ItemWrite} does; else empty
 */
public record CancelledWrite(
    int index, String code, String message, Map<String, AttributeValue> there) {

  private static final String NONE = "None";
  private static final Set<String> THROTTLED =
      Set.of(
          "ProvisionedThroughputExceeded",
          "ProvisionedThroughputExceededException",
          "ThrottlingError",
          "RequestLimitExceeded");
  private static final String CONFLICT = "TransactionConflict";

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

  static List<CancelledWrite> of(TransactionCanceledException cancelled) {
    List<CancelledWrite> writes = new ArrayList<>();
    List<CancellationReason> reasons = cancelled.cancellationReasons();
    for (int i = 0; i < reasons.size(); i++) {
      CancellationReason reason = reasons.get(i);
      if (reason.code() != null && !reason.code().equals(NONE)) {
        writes.add(new CancelledWrite(i, reason.code(), orEmpty(reason.message()), reason.item()));
      }
    }
    return writes;
  }

  private static String orEmpty(@Nullable String text) {
    return text == null ? "" : text;
  }

  /** Retries a transaction that was cancelled for throttling or conflicts alone. */
  static Verdict verdict(TransactionCanceledException cancelled) {
    List<CancelledWrite> writes = of(cancelled);
    if (writes.isEmpty() || isPermanent(writes)) {
      return Verdict.abort();
    }
    boolean load = writes.stream().anyMatch(write -> THROTTLED.contains(write.code()));
    return Verdict.retry()
        .withKind(load ? FailureKind.THROTTLED : FailureKind.TRANSIENT)
        .withEffect(Effect.NONE);
  }

  /** Returns whether one of the writes would cancel the next attempt too. */
  static boolean isPermanent(List<CancelledWrite> writes) {
    return !writes.stream().allMatch(CancelledWrite::mayPass);
  }

  private boolean mayPass() {
    return THROTTLED.contains(code) || CONFLICT.equals(code);
  }

  static String words(List<CancelledWrite> writes) {
    return writes.stream().map(CancelledWrite::toString).collect(Collectors.joining("; "));
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
