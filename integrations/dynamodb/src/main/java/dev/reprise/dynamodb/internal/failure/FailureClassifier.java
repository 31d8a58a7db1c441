package dev.reprise.dynamodb.internal.failure;

import dev.reprise.Retry;
import dev.reprise.classify.Classifier;
import dev.reprise.classify.Effect;
import dev.reprise.classify.FailureKind;
import dev.reprise.classify.Failures;
import dev.reprise.classify.Outcome;
import dev.reprise.classify.Verdict;
import dev.reprise.dynamodb.transaction.EffectUnknownException;
import dev.reprise.policy.Idempotency;
import java.io.IOException;
import software.amazon.awssdk.core.exception.AbortedException;
import software.amazon.awssdk.core.exception.ApiCallAttemptTimeoutException;
import software.amazon.awssdk.core.exception.ApiCallTimeoutException;
import software.amazon.awssdk.core.exception.SdkClientException;
import software.amazon.awssdk.core.exception.SdkException;
import software.amazon.awssdk.core.exception.SdkServiceException;
import software.amazon.awssdk.services.dynamodb.model.TransactionCanceledException;

/** Classifier of the failures of the SDK; its verdicts are documented with the public class. */
public final class FailureClassifier {

  /** The classifier. Any thread may use it. */
  public static final Classifier CLASSIFIER = FailureClassifier::classify;

  private static final int DEPTH = 16;
  private static final Verdict TIMEOUT = Verdict.retry().withKind(FailureKind.TIMEOUT);
  private static final Verdict THROTTLED =
      Verdict.retry().withKind(FailureKind.THROTTLED).withEffect(Effect.NONE);

  private FailureClassifier() {}

  /** Adds the classifier to the policy of a retry and declares its calls idempotent. */
  public static Retry addTo(Retry retry) {
    return retry.withPolicy(
        retry.policy().toBuilder()
            .classifyWith("aws", CLASSIFIER)
            .idempotency(Idempotency.IDEMPOTENT)
            .build());
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
      return Cancellation.verdict(cancelled);
    }
    if (ServiceErrors.isThrottling(failure)) {
      return THROTTLED;
    }
    if (failure.isClockSkewException()) {
      return Verdict.retry().withEffect(Effect.NONE);
    }
    String code = ServiceErrors.codeOf(failure);
    if (ServiceErrors.isConflict(code)) {
      return Verdict.retry().withEffect(Effect.NONE);
    }
    if (ServiceErrors.isTimeout(code)) {
      return TIMEOUT;
    }
    return failure.statusCode() >= 500 || ServiceErrors.isTransient(code)
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
}
