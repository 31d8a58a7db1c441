package dev.reprise.dynamodb.internal.failure;

import dev.reprise.aws.AwsFailures;
import dev.reprise.classify.Failures;
import java.net.ConnectException;
import java.net.UnknownHostException;
import java.util.Set;
import software.amazon.awssdk.core.exception.SdkClientException;
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

  /** Codes of errors that concern the caller or the table, whatever the items are. */
  private static final Set<String> CALLER_CODES =
      Set.of(
          "AccessDenied",
          "AccessDeniedException",
          "ExpiredToken",
          "ExpiredTokenException",
          "IncompleteSignature",
          "IncompleteSignatureException",
          "InvalidClientTokenId",
          "InvalidSignatureException",
          "MissingAuthenticationToken",
          "MissingAuthenticationTokenException",
          "OptInRequired",
          "ResourceNotFoundException",
          "SignatureDoesNotMatch",
          "UnrecognizedClientException");

  private static final int DEPTH = 16;

  private ServiceErrors() {}

  /**
   * Returns whether a failure would end every further request in the same way: credentials that are
   * missing, expired or without rights, a missing table, an endpoint that does not exist.
   */
  public static boolean endsEveryRequest(Throwable thrown) {
    Throwable failure = Failures.unwrapOrSelf(thrown);
    if (failure instanceof SdkServiceException service) {
      return CALLER_CODES.contains(AwsFailures.errorCode(service));
    }
    return failure instanceof SdkClientException
        && (String.valueOf(failure.getMessage()).contains("credentials") || isUnreachable(failure));
  }

  private static boolean isUnreachable(Throwable failure) {
    Throwable cause = failure.getCause();
    for (int depth = 0; cause != null && depth < DEPTH; depth++) {
      if (cause instanceof UnknownHostException || cause instanceof ConnectException) {
        return true;
      }
      cause = cause.getCause();
    }
    return false;
  }

  /** Returns whether the service may have refused a whole request because of a single item. */
  public static boolean mayConcernSingleItem(Throwable failure) {
    return failure instanceof SdkServiceException service
        && service.statusCode() < 500
        && SINGLE_ITEM_CODES.contains(AwsFailures.errorCode(service));
  }
}
