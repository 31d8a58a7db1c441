package dev.reprise.dynamodb.internal.failure;

import dev.reprise.aws.AwsFailures;
import dev.reprise.classify.Failures;
import java.util.Set;
import java.util.regex.Pattern;
import software.amazon.awssdk.core.exception.SdkServiceException;

/** Failures of requests, by the codes of the service and by their kind. */
public final class ServiceErrors {

  /** Codes of errors with which the service refuses a whole batch because of a single item. */
  private static final Set<String> SINGLE_ITEM_CODES =
      Set.of(
          "ValidationException",
          "SerializationException",
          "RequestEntityTooLargeException",
          "ItemCollectionSizeLimitExceededException");

  private static final Pattern TABLE_NAME = Pattern.compile("[a-zA-Z0-9_.-]{3,255}");

  private ServiceErrors() {}

  /**
   * Returns whether the service refuses every request because no table can have this name. Not all
   * compatible servers have the rule for names, so only an error of validation shows it.
   */
  public static boolean concernTableName(Throwable failure, String table) {
    return AwsFailures.errorCode(Failures.unwrapOrSelf(failure)).equals("ValidationException")
        && !table.startsWith("arn:")
        && !TABLE_NAME.matcher(table).matches();
  }

  /**
   * Returns whether a whole request may have been refused because of a single item: by the service,
   * by a proxy with a lower limit, or by the client, which could not write it.
   */
  public static boolean mayConcernSingleItem(Throwable failure) {
    return AwsFailures.isUnwritten(failure)
        || AwsFailures.isTooLarge(failure)
        || (failure instanceof SdkServiceException service
            && service.statusCode() < 500
            && SINGLE_ITEM_CODES.contains(AwsFailures.errorCode(service)));
  }
}
