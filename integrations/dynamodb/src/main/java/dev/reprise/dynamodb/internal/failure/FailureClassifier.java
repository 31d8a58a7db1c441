package dev.reprise.dynamodb.internal.failure;

import dev.reprise.Retry;
import dev.reprise.aws.AwsFailures;
import dev.reprise.classify.Classifier;
import dev.reprise.classify.Failures;
import dev.reprise.classify.Outcome;
import dev.reprise.classify.Verdict;
import dev.reprise.dynamodb.transaction.EffectUnknownException;
import dev.reprise.policy.Idempotency;

/** Classifier of the failures of batches: {@link AwsFailures}, and that of an uncertain write. */
public final class FailureClassifier {

  private static final Classifier CLASSIFIER = FailureClassifier::classify;

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
    return failure != null && Failures.unwrap(failure) instanceof EffectUnknownException
        ? Verdict.abort()
        : AwsFailures.classifier().classify(outcome);
  }
}
