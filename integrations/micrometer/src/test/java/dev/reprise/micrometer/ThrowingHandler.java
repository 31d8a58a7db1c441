package dev.reprise.micrometer;

import io.micrometer.observation.Observation;
import io.micrometer.observation.ObservationHandler;

/** Throws when a scope is opened, and when an observation stops. */
final class ThrowingHandler implements ObservationHandler<Observation.Context> {
  @Override
  public boolean supportsContext(Observation.Context context) {
    return true;
  }

  @Override
  public void onScopeOpened(Observation.Context context) {
    throw new IllegalStateException("scope");
  }

  @Override
  public void onStop(Observation.Context context) {
    throw new IllegalStateException("stop");
  }
}
