package dev.reprise.aws;

import dev.reprise.Retry;
import dev.reprise.classify.Outcome;
import dev.reprise.classify.Verdict;
import dev.reprise.policy.RetryPolicy;
import dev.reprise.policy.RetryPolicyBuilder;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Predicate;
import software.amazon.awssdk.core.exception.ApiCallTimeoutException;
import software.amazon.awssdk.core.exception.SdkException;

/** The retries of one strategy: prepared for calls of the SDK, one copy for each operation. */
final class CallRetries {

  private static final String CLASSIFIER = "aws";
  private static final String PREDICATE = "aws-predicate";
  private static final String LAST = "aws-last";
  private static final String HINT = "aws-suggested-delay";

  /** The operations of a service are fewer. */
  private static final int MAX_SUBJECTS = 1_000;

  private final Retry given;
  private final List<Predicate<Throwable>> predicates;
  private final boolean observesAttempts;
  private final Retry retry;
  private final Map<String, Retry> bySubject = new ConcurrentHashMap<>();

  CallRetries(Retry given, List<Predicate<Throwable>> predicates, boolean observesAttempts) {
    this.given = given;
    this.predicates = List.copyOf(predicates);
    this.observesAttempts = observesAttempts;
    retry = given.withPolicy(prepared(given.policy()));
  }

  /**
   * The policy for attempts that the SDK makes: one at a time, and none after the timeout of the
   * whole call.
   */
  private RetryPolicy prepared(RetryPolicy policy) {
    RetryPolicyBuilder builder =
        policy.toBuilder()
            .withoutHedge()
            .abortOn(ApiCallTimeoutException.class)
            .abortIf(LAST, SdkSuggestion::isLast);
    for (Predicate<Throwable> predicate : predicates) {
      builder.classifyWith(PREDICATE, outcome -> verdict(outcome, predicate));
    }
    return builder
        .classifyWith(CLASSIFIER, AwsFailures.classifier())
        .hintFrom(HINT, SdkException.class, SdkSuggestion::delayOf)
        .build();
  }

  private static Verdict verdict(Outcome<?> outcome, Predicate<Throwable> predicate) {
    Throwable failure = outcome.failureOrNull();
    return failure != null && predicate.test(failure) ? Verdict.retry() : Verdict.pass();
  }

  /** The retry as the user gave it. */
  Retry given() {
    return given;
  }

  /** The conditions that were added by a builder of the SDK. */
  List<Predicate<Throwable>> predicates() {
    return predicates;
  }

  /** Returns whether an interceptor reports the start of each attempt. */
  boolean observesAttempts() {
    return observesAttempts;
  }

  /** The retry for calls of an operation that is not known. */
  Retry retry() {
    return retry;
  }

  /** The retry for calls of an operation. Immutable, so another thread may make it again. */
  Retry describing(String subject) {
    Retry known = bySubject.get(subject);
    if (known == null) {
      known = retry.describingAttempts(subject, result -> null);
      if (bySubject.size() < MAX_SUBJECTS) {
        bySubject.put(subject, known);
      }
    }
    return known;
  }
}
