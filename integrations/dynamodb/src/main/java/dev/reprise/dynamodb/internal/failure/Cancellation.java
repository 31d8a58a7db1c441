package dev.reprise.dynamodb.internal.failure;

import dev.reprise.aws.AwsFailures;
import dev.reprise.classify.Outcome;
import dev.reprise.classify.Verdict;
import dev.reprise.dynamodb.transaction.CancelledWrite;
import java.util.List;
import java.util.stream.Collectors;
import software.amazon.awssdk.services.dynamodb.model.TransactionCanceledException;

/** Cancellation of a transaction by the service, for one reason for each of its writes. */
public final class Cancellation {

  private Cancellation() {}

  /** Returns whether one of the writes would cancel the next attempt too. */
  public static boolean isPermanent(TransactionCanceledException cancelled) {
    return !CancelledWrite.of(cancelled).isEmpty()
        && AwsFailures.classifier().classify(Outcome.threw(cancelled)).action()
            == Verdict.Action.ABORT;
  }

  /** Returns the writes on one line, without existing items. */
  public static String describe(List<CancelledWrite> writes) {
    return writes.stream().map(CancelledWrite::toString).collect(Collectors.joining("; "));
  }
}
