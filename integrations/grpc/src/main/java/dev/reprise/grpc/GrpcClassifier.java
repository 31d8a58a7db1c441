package dev.reprise.grpc;

import dev.reprise.classify.AttemptTimeoutException;
import dev.reprise.classify.Classifier;
import dev.reprise.classify.Conditions;
import dev.reprise.classify.Effect;
import dev.reprise.classify.FailureKind;
import dev.reprise.classify.Outcome;
import dev.reprise.classify.Verdict;
import io.grpc.StatusRuntimeException;
import java.time.Duration;
import org.jspecify.annotations.Nullable;

/**
 * Classifies the status of an attempt by {@link GrpcRules}.
 *
 * @param given the conditions of the policy, which classify the timeouts of this side
 */
record GrpcClassifier(GrpcRules rules, boolean idempotent, Conditions given) implements Classifier {

  @Override
  public Verdict classify(Outcome<?> outcome) {
    return outcome.failureOrNull() instanceof StatusRuntimeException failure
        ? verdictOf(failure)
        : Verdict.pass();
  }

  private Verdict verdictOf(StatusRuntimeException failure) {
    ServerHint hint = ServerHint.of(failure.getTrailers());
    AttemptFailedException known = failure instanceof AttemptFailedException own ? own : null;
    AttemptTimeoutException timeout = known == null ? null : known.timeout();
    boolean hinted = hint.delay() != null;
    Verdict row =
        timeout == null
            ? rules.verdictOf(failure.getStatus().getCode(), hinted, idempotent)
            : given.classifyFailure(timeout);
    if (row.action() != Verdict.Action.RETRY) {
      return row;
    }
    boolean answered = known != null && known.isAnswered();
    if (hint.endsCall() || (answered && !idempotent)) {
      return Verdict.abort();
    }
    Verdict hintedRow = withHint(row, hint.delay());
    if (known != null && known.isWithoutEffect()) {
      return hintedRow.withEffect(Effect.NONE);
    }
    return answered ? hintedRow.withEffect(Effect.UNKNOWN) : hintedRow;
  }

  private static Verdict withHint(Verdict row, @Nullable Duration wait) {
    return wait == null
        ? row
        : Verdict.retryNoSoonerThan(wait)
            .withKind(FailureKind.THROTTLED)
            .withEffect(row.effect())
            .withPrice(row.price());
  }
}
