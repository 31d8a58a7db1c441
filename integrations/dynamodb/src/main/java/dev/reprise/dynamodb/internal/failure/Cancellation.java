package dev.reprise.dynamodb.internal.failure;

import dev.reprise.classify.Effect;
import dev.reprise.classify.FailureKind;
import dev.reprise.classify.Verdict;
import dev.reprise.dynamodb.transaction.CancelledWrite;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;
import software.amazon.awssdk.services.dynamodb.model.TransactionCanceledException;

/** Cancellation of a transaction by the service, for one reason for each of its writes. */
public final class Cancellation {

  private static final Set<String> THROTTLED =
      Set.of(
          "ProvisionedThroughputExceeded",
          "ProvisionedThroughputExceededException",
          "ThrottlingError",
          "RequestLimitExceeded");
  private static final String CONFLICT = "TransactionConflict";

  private Cancellation() {}

  /** Retries a transaction that was cancelled only for throttling or conflicts. */
  static Verdict verdict(TransactionCanceledException cancelled) {
    List<CancelledWrite> writes = CancelledWrite.of(cancelled);
    if (writes.isEmpty() || isPermanent(writes)) {
      return Verdict.abort();
    }
    boolean throttled = writes.stream().anyMatch(write -> THROTTLED.contains(write.code()));
    return Verdict.retry()
        .withKind(throttled ? FailureKind.THROTTLED : FailureKind.TRANSIENT)
        .withEffect(Effect.NONE);
  }

  /** Returns whether one of the writes would cancel the next attempt too. */
  public static boolean isPermanent(List<CancelledWrite> writes) {
    return !writes.stream().allMatch(Cancellation::isTemporary);
  }

  private static boolean isTemporary(CancelledWrite write) {
    return THROTTLED.contains(write.code()) || CONFLICT.equals(write.code());
  }

  /** Returns the writes on one line, without existing items. */
  public static String describe(List<CancelledWrite> writes) {
    return writes.stream().map(CancelledWrite::toString).collect(Collectors.joining("; "));
  }
}
