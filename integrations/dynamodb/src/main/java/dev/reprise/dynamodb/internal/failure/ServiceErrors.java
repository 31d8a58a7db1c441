package dev.reprise.dynamodb.internal.failure;

import dev.reprise.classify.Failures;
import java.net.ConnectException;
import java.net.UnknownHostException;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import software.amazon.awssdk.awscore.exception.AwsServiceException;
import software.amazon.awssdk.core.exception.SdkClientException;
import software.amazon.awssdk.core.exception.SdkServiceException;

/** Error responses of the service, by their codes. */
public final class ServiceErrors {

  private static final Set<String> TIMEOUT_CODES =
      Set.of("RequestTimeout", "RequestTimeoutException");
  private static final Set<String> TRANSIENT_CODES =
      Set.of(
          "InternalServerError",
          "InternalError",
          "ReplicatedWriteConflictException",
          "TransactionInProgressException");

  /** The item of the write is part of a transaction in progress. */
  private static final String CONFLICT_CODE = "TransactionConflictException";

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
      return CALLER_CODES.contains(codeOf(service));
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

  static boolean isTimeout(String code) {
    return TIMEOUT_CODES.contains(code);
  }

  static boolean isTransient(String code) {
    return TRANSIENT_CODES.contains(code);
  }

  static boolean isConflict(String code) {
    return CONFLICT_CODE.equals(code);
  }

  /** Returns whether the service has throttled the request. */
  public static boolean isThrottling(Throwable failure) {
    return failure instanceof SdkServiceException service
        && service.isThrottlingException()
        && !TRANSIENT_CODES.contains(codeOf(service));
  }

  /** Returns whether the service has reported that the request had no effect. */
  public static boolean isWithoutEffect(Throwable failure) {
    if (!(failure instanceof SdkServiceException service)) {
      return false;
    }
    String code = codeOf(service);
    return isThrottling(failure)
        || service.isClockSkewException()
        || (service.statusCode() < 500
            && !TIMEOUT_CODES.contains(code)
            && !TRANSIENT_CODES.contains(code));
  }

  /** Returns whether the service may have refused a whole request because of a single item. */
  public static boolean mayConcernSingleItem(Throwable failure) {
    return failure instanceof SdkServiceException service
        && service.statusCode() < 500
        && SINGLE_ITEM_CODES.contains(codeOf(service));
  }

  /** Returns error code and message of the service, without the request's id. */
  public static String describe(Throwable failure) {
    if (failure instanceof AwsServiceException aws && aws.awsErrorDetails() != null) {
      return aws.awsErrorDetails().errorCode() + ": " + aws.awsErrorDetails().errorMessage();
    }
    return String.valueOf(failure.getMessage());
  }

  /** Returns the error code; empty if there is none. */
  static String codeOf(SdkServiceException failure) {
    @Nullable String code =
        failure instanceof AwsServiceException aws && aws.awsErrorDetails() != null
            ? aws.awsErrorDetails().errorCode()
            : null;
    return code == null ? "" : code;
  }
}
