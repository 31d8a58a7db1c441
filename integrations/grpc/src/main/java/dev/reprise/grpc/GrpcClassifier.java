package dev.reprise.grpc;

import dev.reprise.classify.AttemptTimeoutException;
import dev.reprise.classify.Classifier;
import dev.reprise.classify.Effect;
import dev.reprise.classify.FailureKind;
import dev.reprise.classify.Outcome;
import dev.reprise.classify.Verdict;
import io.grpc.StatusRuntimeException;
import java.time.Duration;
import org.jspecify.annotations.Nullable;

/** Classifies the status of an attempt by {@link GrpcRules}. */
record GrpcClassifier(GrpcRules rules, boolean idempotent) implements Classifier {

  @Override
  public Verdict classify(Outcome<?> outcome) {
    Throwable failure = outcome.failureOrNull();
    if (failure instanceof AttemptTimeoutException) {
      return Verdict.retry().withKind(FailureKind.TIMEOUT);
    }
    return failure instanceof StatusRuntimeException status ? verdictOf(status) : Verdict.pass();
  }

  private Verdict verdictOf(StatusRuntimeException failure) {
    ServerHint hint = ServerHint.of(failure.getTrailers());
    boolean hinted = hint.delay() != null;
    Verdict row = rules.verdictOf(failure.getStatus().getCode(), hinted, idempotent);
    if (row.action() != Verdict.Action.RETRY) {
      return row;
    }
    boolean answered = failure instanceof AttemptFailedException known && known.isAnswered();
    if (hint.endsCall() || (answered && !idempotent)) {
      return Verdict.abort();
    }
    Verdict hintedRow = withHint(row, hint.delay());
    if (failure instanceof AttemptFailedException known && known.isWithoutEffect()) {
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
