package dev.reprise.micrometer;

import dev.reprise.decision.StopReason;
import io.micrometer.common.KeyValue;
import io.micrometer.common.KeyValues;
import io.micrometer.observation.Observation;
import io.micrometer.observation.ObservationConvention;

/**
 * The default names and values of the observation of a call, as {@link RetryObservations} lists.
 */
public class DefaultCallConvention implements ObservationConvention<RetryCallContext> {

  static final DefaultCallConvention INSTANCE = new DefaultCallConvention();

  /** Creates a convention, which has no state. */
  public DefaultCallConvention() {}

  @Override
  public boolean supportsContext(Observation.Context context) {
    return context instanceof RetryCallContext;
  }

  @Override
  public String getName() {
    return "reprise.call";
  }

  @Override
  public String getContextualName(RetryCallContext call) {
    return call.retry() + " call";
  }

  @Override
  public KeyValues getLowCardinalityKeyValues(RetryCallContext call) {
    return KeyValues.of(
        KeyValue.of("retry", call.retry()),
        KeyValue.of("outcome", outcome(call)),
        KeyValue.of("reason", reason(call)));
  }

  @Override
  public KeyValues getHighCardinalityKeyValues(RetryCallContext call) {
    return KeyValues.of(KeyValue.of("reprise.attempts", Integer.toString(call.attempts())));
  }

  private static String outcome(RetryCallContext call) {
    StopReason reason = call.stopReason();
    if (reason == null) {
      return Attempts.NONE;
    }
    if (reason != StopReason.SUCCEEDED) {
      return "failed";
    }
    return call.attempts() == 1 ? "first_attempt" : "retried";
  }

  private static String reason(RetryCallContext call) {
    StopReason reason = call.stopReason();
    return reason == null || reason == StopReason.SUCCEEDED ? Attempts.NONE : Attempts.text(reason);
  }
}
