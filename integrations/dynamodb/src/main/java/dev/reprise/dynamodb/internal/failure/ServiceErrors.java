package dev.reprise.dynamodb.internal.failure;

import dev.reprise.aws.AwsFailures;
import java.util.Set;
import software.amazon.awssdk.core.exception.SdkServiceException;

/** Error responses of the service, by their codes. */
public final class ServiceErrors {

  /** Codes of errors with which the service refuses a whole batch because of a single item. */
  private static final Set<String> SINGLE_ITEM_CODES =
      Set.of(
          "ValidationException",
          "SerializationException",
          "RequestEntityTooLargeException",
          "ItemCollectionSizeLimitExceededException");

  private ServiceErrors() {}

  /** Returns whether the service may have refused a whole request because of a single item. */
  public static boolean mayConcernSingleItem(Throwable failure) {
    return failure instanceof SdkServiceException service
        && service.statusCode() < 500
        && SINGLE_ITEM_CODES.contains(AwsFailures.errorCode(service));
  }
}
