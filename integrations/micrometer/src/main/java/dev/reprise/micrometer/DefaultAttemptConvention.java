package dev.reprise.micrometer;

import dev.reprise.decision.Decision;
import io.micrometer.common.KeyValue;
import io.micrometer.common.KeyValues;
import io.micrometer.observation.Observation;
import io.micrometer.observation.ObservationConvention;

/**
 * The default names and values of the observation of an attempt, as {@link RetryObservations}
 * lists.
 */
public class DefaultAttemptConvention implements ObservationConvention<RetryAttemptContext> {

  static final DefaultAttemptConvention INSTANCE = new DefaultAttemptConvention();

  /** Creates a convention, which has no state. */
  public DefaultAttemptConvention() {}

  @Override
  public boolean supportsContext(Observation.Context context) {
    return context instanceof RetryAttemptContext;
  }

  @Override
  public String getName() {
    return "reprise.attempt";
  }

  @Override
  public String getContextualName(RetryAttemptContext attempt) {
    return attempt.call().retry() + " attempt";
  }

  @Override
  public KeyValues getLowCardinalityKeyValues(RetryAttemptContext attempt) {
    return KeyValues.of(
        KeyValue.of("retry", attempt.call().retry()),
        KeyValue.of("outcome", outcome(attempt)),
        KeyValue.of("kind", kind(attempt)),
        KeyValue.of("hedge", Boolean.toString(attempt.isHedge())));
  }

  @Override
  public KeyValues getHighCardinalityKeyValues(RetryAttemptContext attempt) {
    return KeyValues.of(KeyValue.of("reprise.attempt", Integer.toString(attempt.number())));
  }

  private static String outcome(RetryAttemptContext attempt) {
    Decision decision = attempt.decision();
    if (decision == null) {
      return Attempts.NONE;
    }
    if (decision instanceof Decision.Accept) {
      return "accepted";
    }
    return attempt.isCancelledForAnother() ? "cancelled" : "failed";
  }

  private static String kind(RetryAttemptContext attempt) {
    Decision decision = attempt.decision();
    if (decision == null
        || decision instanceof Decision.Accept
        || attempt.isCancelledForAnother()) {
      return Attempts.NONE;
    }
    return Attempts.text(decision.verdict().kind());
  }
}
