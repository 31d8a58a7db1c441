package dev.reprise.aws.batch.internal;

import dev.reprise.Retry;
import dev.reprise.aws.AwsFailures;
import dev.reprise.backoff.Backoff;
import dev.reprise.backoff.Jitter;
import dev.reprise.budget.RetryBudget;
import dev.reprise.classify.Classifier;
import dev.reprise.classify.Effect;
import dev.reprise.classify.Outcome;
import dev.reprise.classify.Verdict;
import dev.reprise.policy.Idempotency;
import dev.reprise.policy.RetryPolicy;
import java.time.Duration;

/** The retries of batches: the default policy, and the classifier of their failures. */
public final class BatchRetries {

  /** The default policy. */
  public static final RetryPolicy POLICY =
      RetryPolicy.builder()
          .maxAttempts(30)
          .withoutTimeLimit()
          .backoff(
              Backoff.exponential(Duration.ofMillis(100))
                  .cappedAt(Duration.ofSeconds(5))
                  .jitter(Jitter.full()))
          .build();

  private static final Classifier CLASSIFIER = BatchRetries::classify;

  private BatchRetries() {}

  /** Returns the default retry of a service. */
  public static Retry named(String service) {
    return Retry.of(POLICY).withBudget(RetryBudget.unlimited()).named(service);
  }

  /**
   * Adds the classifier.
   *
   * @param unspecified the idempotency for a policy that declares none
   */
  public static Retry classified(Retry retry, Idempotency unspecified) {
    Idempotency declared = retry.policy().idempotency();
    return declaring(retry, declared == Idempotency.UNSPECIFIED ? unspecified : declared);
  }

  /** Adds the classifier, and declares the calls idempotent or not. */
  public static Retry declaring(Retry retry, Idempotency idempotency) {
    return retry.withPolicy(
        retry.policy().toBuilder()
            .classifyWith("aws", CLASSIFIER)
            .idempotency(idempotency)
            .build());
  }

  /** Returns the classifier of failed requests. */
  static Classifier classifier() {
    return CLASSIFIER;
  }

  /** A request makes one attempt, so one that was not sent had no effect. */
  private static Verdict classify(Outcome<?> outcome) {
    Verdict verdict = AwsFailures.classifier().classify(outcome);
    Throwable failure = outcome.failureOrNull();
    return verdict.action() == Verdict.Action.RETRY
            && failure != null
            && AwsFailures.isUnsent(failure)
        ? verdict.withEffect(Effect.NONE)
        : verdict;
  }
}
