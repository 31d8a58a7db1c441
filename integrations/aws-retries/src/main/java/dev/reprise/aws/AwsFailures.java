package dev.reprise.aws;

import dev.reprise.classify.Classifier;
import dev.reprise.classify.Effect;
import dev.reprise.classify.FailureKind;
import dev.reprise.classify.Failures;
import dev.reprise.classify.Outcome;
import dev.reprise.classify.Verdict;
import java.io.IOException;
import java.time.Duration;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import software.amazon.awssdk.awscore.exception.AwsServiceException;
import software.amazon.awssdk.core.exception.AbortedException;
import software.amazon.awssdk.core.exception.ApiCallAttemptTimeoutException;
import software.amazon.awssdk.core.exception.ApiCallTimeoutException;
import software.amazon.awssdk.core.exception.NonRetryableException;
import software.amazon.awssdk.core.exception.SdkClientException;
import software.amazon.awssdk.core.exception.SdkException;
import software.amazon.awssdk.core.exception.SdkServiceException;

/**
 * Classifier of the failures of the AWS SDK, for clients of any service. {@link RetryPlugin} and
 * {@link PolicyRetryStrategy} add it to the policy; set it with {@code classifyWith("aws",
 * AwsFailures.classifier())} for a retry around calls of a client.
 *
 * <table>
 *   <caption>Verdicts</caption>
 *   <tr><th>failure</th><th>verdict</th><th>effect</th></tr>
 *   <tr><td>throttling, by the SDK's {@code isThrottlingException()} or by the service of keys</td><td>retry, throttled</td><td>none</td></tr>
 *   <tr><td>cancelled transaction of DynamoDB, if each of its reasons is throttling or a conflict</td><td>retry</td><td>none</td></tr>
 *   <tr><td>write of an item that a transaction is writing (TransactionConflictException); change that Route 53 refuses while it makes the one before (PriorRequestNotComplete)</td><td>retry</td><td>none</td></tr>
 *   <tr><td>status 500 and above; error that its service declares as retryable, by the SDK's {@code isRetryableException()}; write conflict between regions; transaction still in progress</td><td>retry</td><td>unknown</td></tr>
 *   <tr><td>timeout of a call or an attempt, also as the cause; error RequestTimeout</td><td>retry, timeout</td><td>unknown</td></tr>
 *   <tr><td>clock skew, which the SDK has corrected by then</td><td>retry</td><td>none</td></tr>
 *   <tr><td>no connection: refused, or all connections of the client in use for longer than its acquisition timeout</td><td>retry</td><td>unknown, since an earlier attempt of the client may have had one; see {@link #isUnsent}</td></tr>
 *   <tr><td>other I/O failure below the client; request or response damaged in transit, as by a checksum that the client of SQS compares</td><td>retry</td><td>unknown</td></tr>
 *   <tr><td>call aborted by an interrupt</td><td>abort</td><td>unknown</td></tr>
 *   <tr><td>closed client, on Netty and on Apache HttpClient 4 and 5, also if the exception is not of the SDK</td><td>abort</td><td>unknown</td></tr>
 *   <tr><td>NonRetryableException, whatever its cause: among others, what a reader of a streamed response throws, such as a failed write to a file</td><td>abort</td><td>unknown</td></tr>
 *   <tr><td>any other failure of the service or the SDK: failed condition, validation, unknown table, access denied, expired token, no credentials, a request that the client cannot write</td><td>abort</td><td>unknown</td></tr>
 *   <tr><td>any other failure that is not of the SDK</td><td>pass: the policy decides</td><td></td></tr>
 * </table>
 *
 * <p>A failure to be retried, whose response has the header {@code x-amz-retry-after}
 * (milliseconds) or {@code Retry-After} (seconds, or an HTTP date, compared with the response's
 * {@code Date}), is retried no sooner than that. A malformed header is ignored.
 *
 * <p>All methods may be called by any thread, and look into the wrappers of futures and executors,
 * such as {@link java.util.concurrent.CompletionException}, in which asynchronous clients pass a
 * failure to dependent stages.
 */
public final class AwsFailures {

  private static final Classifier CLASSIFIER = AwsFailures::classify;

  private static final int DEPTH = 16;
  private static final int TOO_LARGE = 413;

  /** The client of SQS compares checksums when it has a response: the queue has the message. */
  private static final String DAMAGED = "MD5 returned by SQS does not match";

  private static final Verdict TIMEOUT = Verdict.retry().withKind(FailureKind.TIMEOUT);
  private static final Verdict WITHOUT_EFFECT = Verdict.retry().withEffect(Effect.NONE);
  private static final Verdict THROTTLED = WITHOUT_EFFECT.withKind(FailureKind.THROTTLED);

  /** Throttling by the service of keys, which the SDK does not know as throttling. */
  private static final Set<String> THROTTLING_CODES =
      Set.of("KmsThrottled", "KMS.ThrottlingException", "KMSThrottlingException");

  private static final Set<String> TIMEOUT_CODES =
      Set.of("RequestTimeout", "RequestTimeoutException");
  private static final Set<String> TRANSIENT_CODES =
      Set.of(
          "InternalServerError",
          "InternalError",
          "ReplicatedWriteConflictException",
          "TransactionInProgressException");

  /**
   * The item of the write is part of a transaction in progress; the zone of the change has another
   * change in progress.
   */
  private static final Set<String> CONFLICT_CODES =
      Set.of("TransactionConflictException", "PriorRequestNotComplete");

  private AwsFailures() {}

  /**
   * Returns the classifier of the table above.
   *
   * @return the classifier
   */
  public static Classifier classifier() {
    return CLASSIFIER;
  }

  /**
   * Returns whether the service has throttled the request.
   *
   * @param failure an exception of a client
   * @return true if it is an error response by which the service refuses requests above a rate
   */
  public static boolean isThrottling(Throwable failure) {
    return Failures.unwrapOrSelf(failure) instanceof SdkServiceException service
        && (THROTTLING_CODES.contains(errorCode(service))
            || (service.isThrottlingException() && !TRANSIENT_CODES.contains(errorCode(service))));
  }

  /**
   * Returns whether the service has reported that the request had no effect.
   *
   * @param failure an exception of a client
   * @return true for an error response that is neither a server error nor a timeout, and that its
   *     service does not declare as retryable
   */
  public static boolean isWithoutEffect(Throwable failure) {
    if (!(Failures.unwrapOrSelf(failure) instanceof SdkServiceException service)) {
      return false;
    }
    String code = errorCode(service);
    return isThrottling(failure)
        || service.isClockSkewException()
        || (service.statusCode() < 500
            && !TIMEOUT_CODES.contains(code)
            && !isTransient(service, code));
  }

  /**
   * Returns whether the last attempt of the client was not sent: the server's name is unknown, it
   * refused the connection, or the client had no free connection. The request then had no effect,
   * if the client made a single attempt.
   *
   * @param failure an exception of a client
   * @return true if a cause says so, in the words of the SDK's clients on Netty, Apache HttpClient
   *     4 and 5, and the JDK's URL connection
   */
  public static boolean isUnsent(Throwable failure) {
    return UnsentRequests.isUnsent(Failures.unwrapOrSelf(failure));
  }

  /**
   * Returns whether the client could not write the request, such as a text with half of a
   * character. Nothing was sent. An I/O failure can be the cause.
   *
   * @param failure an exception of a client
   * @return true if another request of the same contents would fail too
   */
  public static boolean isUnwritten(Throwable failure) {
    return Failures.unwrapOrSelf(failure) instanceof SdkClientException client
        && String.valueOf(client.getMessage()).startsWith("Unable to marshall request");
  }

  /**
   * Returns whether the service, or a proxy with a lower limit, does not accept the size of the
   * request. A smaller request may succeed.
   *
   * @param failure an exception of a client
   * @return true if its status is 413, with and without an error code of AWS
   */
  public static boolean isTooLarge(Throwable failure) {
    return Failures.unwrapOrSelf(failure) instanceof SdkServiceException service
        && service.statusCode() == TOO_LARGE;
  }

  /**
   * Returns whether a failure would end every further request in the same way: credentials that are
   * missing, expired or without rights, a missing table, queue, stream or key, a wrong clock, a
   * closed client, an endpoint that does not exist, is not trusted or is not of the service: it
   * refuses a request without an error code of AWS, does not know the operation, or its response
   * cannot be read or has no result. For the {@code stoppingOn} of batches, which ask when the
   * policy gives up a request.
   *
   * @param failure any exception
   * @return true if the failure concerns the caller or the resource, not the request
   */
  public static boolean endsEveryRequest(Throwable failure) {
    return CallerErrors.endsEveryRequest(failure);
  }

  /**
   * Returns error code and message of the service, without the id of the request. Use it for
   * reports that shall be equal for equal failures: {@code
   * describingFailures(AwsFailures::describe)}.
   *
   * @param thrown any exception
   * @return such as {@code ThrottlingException: Rate exceeded}; the status of a response that has
   *     neither, as of a server that is not the service; the message of an exception that is not an
   *     error response
   */
  public static String describe(Throwable thrown) {
    Throwable failure = Failures.unwrapOrSelf(thrown);
    if (failure instanceof AwsServiceException aws && aws.awsErrorDetails() != null) {
      String code = errorCode(aws);
      @Nullable String message = aws.awsErrorDetails().errorMessage();
      if (message == null) {
        return code.isEmpty() ? "status " + aws.statusCode() + " without an error of AWS" : code;
      }
      return code.isEmpty() ? message : code + ": " + message;
    }
    return String.valueOf(failure.getMessage());
  }

  /**
   * Returns the error code of the service.
   *
   * @param failure any exception
   * @return such as {@code ThrottlingException}; empty if the failure has none
   */
  public static String errorCode(Throwable failure) {
    @Nullable String code =
        Failures.unwrapOrSelf(failure) instanceof AwsServiceException aws
                && aws.awsErrorDetails() != null
            ? aws.awsErrorDetails().errorCode()
            : null;
    return code == null ? "" : code;
  }

  private static Verdict classify(Outcome<?> outcome) {
    Throwable failure = outcome.failureOrNull();
    return failure == null ? Verdict.pass() : classify(Failures.unwrap(failure));
  }

  private static Verdict classify(Throwable failure) {
    if (failure instanceof SdkServiceException service) {
      return hinted(classifyService(service), service);
    }
    if (UnsentRequests.isOfClosedClient(failure)) {
      return Verdict.abort();
    }
    return failure instanceof SdkException sdk ? classifyClient(sdk) : Verdict.pass();
  }

  private static Verdict classifyService(SdkServiceException failure) {
    String code = errorCode(failure);
    if (code.equals(CancelledTransaction.CODE)) {
      return CancelledTransaction.verdict(failure, THROTTLED);
    }
    if (isThrottling(failure)) {
      return THROTTLED;
    }
    if (failure.isClockSkewException() || CONFLICT_CODES.contains(code)) {
      return WITHOUT_EFFECT;
    }
    if (TIMEOUT_CODES.contains(code)) {
      return TIMEOUT;
    }
    return isTransient(failure, code) ? Verdict.retry() : Verdict.abort();
  }

  private static boolean isTransient(SdkServiceException failure, String code) {
    return failure.statusCode() >= 500
        || TRANSIENT_CODES.contains(code)
        || failure.isRetryableException();
  }

  private static Verdict hinted(Verdict verdict, SdkServiceException failure) {
    Duration wait =
        verdict.action() == Verdict.Action.RETRY ? RetryAfterHeaders.delayOf(failure) : null;
    if (wait == null) {
      return verdict;
    }
    FailureKind kind =
        verdict.kind() == FailureKind.TRANSIENT ? FailureKind.THROTTLED : verdict.kind();
    return Verdict.retryNoSoonerThan(wait).withKind(kind).withEffect(verdict.effect());
  }

  private static Verdict classifyClient(SdkException failure) {
    if (failure instanceof AbortedException
        || failure instanceof NonRetryableException
        || isUnwritten(failure)) {
      return Verdict.abort();
    }
    if (isTimeout(failure)) {
      return TIMEOUT;
    }
    return failure.retryable()
            || UnsentRequests.isUnsent(failure)
            || hasIoCause(failure)
            || String.valueOf(failure.getMessage()).startsWith(DAMAGED)
        ? Verdict.retry()
        : Verdict.abort();
  }

  /**
   * Returns whether a timeout of the SDK is the failure or its cause. The client on Netty can end
   * an attempt with the timeout of the one before, whose connection it uses again.
   */
  private static boolean isTimeout(Throwable failure) {
    Throwable cause = failure;
    for (int depth = 0; cause != null && depth < DEPTH; depth++) {
      if (cause instanceof ApiCallTimeoutException
          || cause instanceof ApiCallAttemptTimeoutException) {
        return true;
      }
      cause = cause.getCause();
    }
    return false;
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
}
