package dev.reprise.aws;

import dev.reprise.classify.Verdict;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import software.amazon.awssdk.core.SdkField;
import software.amazon.awssdk.core.SdkPojo;
import software.amazon.awssdk.core.exception.SdkServiceException;

/**
 * A transaction that DynamoDB has cancelled, for one reason for each of its writes. The fields are
 * read by their names in the protocol, so that users of other services do not need the client of
 * DynamoDB.
 */
final class CancelledTransaction {

  static final String CODE = "TransactionCanceledException";

  private static final Set<String> THROTTLED =
      Set.of(
          "ProvisionedThroughputExceeded",
          "ProvisionedThroughputExceededException",
          "ThrottlingError",
          "RequestLimitExceeded");
  private static final String CONFLICT = "TransactionConflict";
  private static final String NONE = "None";

  private CancelledTransaction() {}

  /** Retries a transaction that was cancelled only for throttling or conflicts. */
  static Verdict verdict(SdkServiceException cancelled, Verdict throttled) {
    List<String> codes = codesOf(cancelled);
    if (codes.isEmpty() || !codes.stream().allMatch(CancelledTransaction::isTemporary)) {
      return Verdict.abort();
    }
    return codes.stream().anyMatch(THROTTLED::contains)
        ? throttled
        : Verdict.retry().withEffect(throttled.effect());
  }

  private static boolean isTemporary(String code) {
    return THROTTLED.contains(code) || CONFLICT.equals(code);
  }

  /** The codes of the writes because of which the transaction was cancelled. */
  private static List<String> codesOf(Object cancelled) {
    List<String> codes = new ArrayList<>();
    if (valueOf(cancelled, "CancellationReasons") instanceof List<?> reasons) {
      for (Object reason : reasons) {
        if (valueOf(reason, "Code") instanceof String code
            && !code.isEmpty()
            && !code.equals(NONE)) {
          codes.add(code);
        }
      }
    }
    return codes;
  }

  private static Object valueOf(Object structure, String member) {
    if (structure instanceof SdkPojo pojo) {
      for (SdkField<?> field : pojo.sdkFields()) {
        if (field.memberName().equals(member)) {
          Object value = field.getValueOrDefault(pojo);
          return value == null ? "" : value;
        }
      }
    }
    return "";
  }
}
