package dev.reprise.grpc;

import dev.reprise.classify.AttemptTimeoutException;
import dev.reprise.classify.Classifier;
import dev.reprise.classify.Conditions;
import dev.reprise.classify.Effect;
import dev.reprise.classify.Outcome;
import dev.reprise.classify.Verdict;
import dev.reprise.grpc.AttemptFailedException.Evidence;
import dev.reprise.policy.RetryPolicyBuilder;
import io.grpc.StatusRuntimeException;
import java.time.Duration;
import org.jspecify.annotations.Nullable;

/**
 * Classifies the status of an attempt by {@link GrpcRules}. The hints of the server are conditions
 * of their own, since they apply whatever classifies the status.
 *
 * @param given the conditions of the policy, which classify the timeouts of this side
 */
record GrpcClassifier(GrpcRules rules, boolean idempotent, Conditions given) implements Classifier {

  private static final String NAME = "grpc";
  private static final String PUSHBACK = "pushback";

  /** Adds this classifier and the hints to a policy. */
  void addTo(RetryPolicyBuilder policy) {
    policy
        .abortIf(PUSHBACK, GrpcClassifier::isForbidden)
        .classifyWith(NAME, this)
        .hintFrom(NAME, StatusRuntimeException.class, GrpcClassifier::waitOf);
  }

  private static boolean isForbidden(Throwable failure) {
    return failure instanceof StatusRuntimeException status
        && ServerHint.of(status.getTrailers()).endsCall();
  }

  private static @Nullable Duration waitOf(StatusRuntimeException failure) {
    return ServerHint.of(failure.getTrailers()).delay();
  }

  @Override
  public Verdict classify(Outcome<?> outcome) {
    return outcome.failureOrNull() instanceof StatusRuntimeException failure
        ? verdictOf(failure)
        : Verdict.pass();
  }

  private Verdict verdictOf(StatusRuntimeException failure) {
    AttemptFailedException known = failure instanceof AttemptFailedException own ? own : null;
    AttemptTimeoutException timeout = known == null ? null : known.timeout();
    boolean hinted = timeout == null && waitOf(failure) != null;
    Verdict row =
        timeout == null
            ? rules.verdictOf(failure.getStatus().getCode(), hinted, idempotent)
            : given.classifyFailure(timeout);
    if (row.action() != Verdict.Action.RETRY) {
      return row;
    }
    return switch (known == null ? Evidence.NONE : known.evidence()) {
      case NONE -> row;
      case NOT_PROCESSED -> row.withEffect(Effect.NONE);
      case ANSWERED -> idempotent ? row.withEffect(Effect.UNKNOWN) : Verdict.abort();
      case CHANNEL_SHUT_DOWN -> Verdict.abort();
    };
  }
}
