package dev.reprise.dynamodb;

import dev.reprise.classify.Classifier;
import dev.reprise.classify.Effect;
import dev.reprise.classify.FailureKind;
import dev.reprise.classify.Failures;
import dev.reprise.classify.Outcome;
import dev.reprise.classify.Verdict;
import java.io.IOException;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import software.amazon.awssdk.awscore.exception.AwsServiceException;
import software.amazon.awssdk.core.exception.AbortedException;
import software.amazon.awssdk.core.exception.ApiCallAttemptTimeoutException;
import software.amazon.awssdk.core.exception.ApiCallTimeoutException;
import software.amazon.awssdk.core.exception.SdkClientException;
import software.amazon.awssdk.core.exception.SdkException;
import software.amazon.awssdk.core.exception.SdkServiceException;
import software.amazon.awssdk.services.dynamodb.model.TransactionCanceledException;

/**
 * Classifier of the failures of the AWS SDK. For calls of a single item set it with {@code
 * classifyWith("aws", AwsFailures.classifier())}; {@link DynamoDbBatch} sets it by itself.
 *
 * <table>
 *   <caption>Verdicts</caption>
 *   <tr><th>failure</th><th>verdict</th><th>effect</th></tr>
 *   <tr><td>throttling, by the SDK's {@code isThrottlingException()}</td><td>retry, throttled</td><td>none</td></tr>
 *   <tr><td>cancelled transaction, if each of its reasons is throttling or a conflict</td><td>retry</td><td>none</td></tr>
 *   <tr><td>write of an item that a transaction is writing (TransactionConflictException)</td><td>retry</td><td>none</td></tr>
 *   <tr><td>status 500 and above; write conflict between regions; transaction still in progress</td><td>retry</td><td>unknown</td></tr>
 *   <tr><td>timeout of a call or an attempt; error RequestTimeout</td><td>retry, timeout</td><td>unknown</td></tr>
 *   <tr><td>clock skew, which the SDK has corrected by then</td><td>retry</td><td>none</td></tr>
 *   <tr><td>I/O failure below the client; response damaged in transit</td><td>retry</td><td>unknown</td></tr>
 *   <tr><td>call aborted by an interrupt</td><td>abort</td><td>unknown</td></tr>
 *   <tr><td>any other failure of the service or the SDK: failed condition, validation, unknown table, access denied, no credentials</td><td>abort</td><td>unknown</td></tr>
 *   <tr><td>failure that is not of the SDK</td><td>pass: the policy decides</td><td></td></tr>
 * </table>
 */
public final class AwsFailures {

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
  private static final Set<String> CODES_FOR_ONE =
      Set.of(
          "ValidationException",
          "SerializationException",
          "RequestEntityTooLargeException",
          "ItemCollectionSizeLimitExceededException");

  private static final int DEPTH = 16;
  private static final Verdict TIMEOUT = Verdict.retry().withKind(FailureKind.TIMEOUT);
  private static final Verdict THROTTLED =
      Verdict.retry().withKind(FailureKind.THROTTLED).withEffect(Effect.NONE);

  private AwsFailures() {}

  /**
   * Returns the classifier of the table above. Any thread may use it.
   *
   * @return the classifier, always the same
   */
  public static Classifier classifier() {
    return AwsFailures::classify;
  }

  private static Verdict classify(Outcome<?> outcome) {
    Throwable failure = outcome.failureOrNull();
    return failure == null ? Verdict.pass() : classify(Failures.unwrap(failure));
  }

  private static Verdict classify(Throwable failure) {
    if (failure instanceof SdkServiceException service) {
      return classifyService(service);
    }
    if (failure instanceof EffectUnknownException) {
      return Verdict.abort();
    }
    return failure instanceof SdkClientException client ? classifyClient(client) : Verdict.pass();
  }

  private static Verdict classifyService(SdkServiceException failure) {
    if (failure instanceof TransactionCanceledException cancelled) {
      return CancelledWrite.verdict(cancelled);
    }
    if (isThrottling(failure)) {
      return THROTTLED;
    }
    if (failure.isClockSkewException()) {
      return Verdict.retry().withEffect(Effect.NONE);
    }
    String code = codeOf(failure);
    if (CONFLICT_CODE.equals(code)) {
      return Verdict.retry().withEffect(Effect.NONE);
    }
    if (TIMEOUT_CODES.contains(code)) {
      return TIMEOUT;
    }
    return failure.statusCode() >= 500 || TRANSIENT_CODES.contains(code)
        ? Verdict.retry()
        : Verdict.abort();
  }

  private static Verdict classifyClient(SdkException failure) {
    if (failure instanceof AbortedException) {
      return Verdict.abort();
    }
    if (failure instanceof ApiCallTimeoutException
        || failure instanceof ApiCallAttemptTimeoutException) {
      return TIMEOUT;
    }
    return failure.retryable() || hasIoCause(failure) ? Verdict.retry() : Verdict.abort();
  }

  private static boolean hasIoCause(Throwable failure) {
    Throwable cause = failure.getCause();
    for (int depth = 0; cause != null && depth < DEPTH; depth++) {
      if (Failures.isInterruption(cause)) {
        return false;
      }
      if (cause instanceof IOException) {
        return true;
      }
      cause = cause.getCause();
    }
    return false;
  }

  static boolean isThrottling(Throwable failure) {
    return failure instanceof SdkServiceException service
        && service.isThrottlingException()
        && !TRANSIENT_CODES.contains(codeOf(service));
  }

  /** Returns whether the service has reported that the request had no effect. */
  static boolean isWithoutEffect(Throwable failure) {
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
  static boolean mayBeAboutOne(Throwable failure) {
    return failure instanceof SdkServiceException service
        && service.statusCode() < 500
        && CODES_FOR_ONE.contains(codeOf(service));
  }

  /** Returns error code and message of the service, without the request's id. */
  static String words(Throwable failure) {
    if (failure instanceof AwsServiceException aws && aws.awsErrorDetails() != null) {
      return aws.awsErrorDetails().errorCode() + ": " + aws.awsErrorDetails().errorMessage();
    }
    return String.valueOf(failure.getMessage());
  }

  private static String codeOf(SdkServiceException failure) {
    @Nullable String code =
        failure instanceof AwsServiceException aws && aws.awsErrorDetails() != null
            ? aws.awsErrorDetails().errorCode()
            : null;
    return code == null ? "" : code;
  }
}
