package dev.reprise.micrometer;

import dev.reprise.context.CallContext;
import io.micrometer.observation.Observation;
import java.util.concurrent.atomic.AtomicInteger;
import org.jspecify.annotations.Nullable;

/**
 * An observation that is stopped once, after its end and after its last scope was closed: its
 * scopes may be open on other threads when it ends. It counts its open scopes and its missing end;
 * the thread that counts down to zero stops it.
 */
final class ScopedObservation {

  static final CallContext.Scope NO_SCOPE = () -> {};

  private final RetryObservations observations;
  private final Observation observation;
  private final AtomicInteger open = new AtomicInteger(1); // for its end

  /** Takes an observation that has started. */
  ScopedObservation(RetryObservations observations, Observation observation) {
    this.observations = observations;
    this.observation = observation;
  }

  Observation observation() {
    return observation;
  }

  /** Makes the observation current on this thread, unless it was stopped. */
  CallContext.Scope enter() {
    if (open.getAndUpdate(count -> count == 0 ? 0 : count + 1) == 0) {
      return NO_SCOPE;
    }
    try {
      Observation.Scope scope = observations.openScope(observation);
      return () -> leave(scope);
    } catch (Throwable bug) {
      countDown();
      throw bug;
    }
  }

  private void leave(Observation.Scope scope) {
    try {
      scope.close();
    } finally {
      countDown();
    }
  }

  /** Ends the observation; called once. */
  void end(@Nullable Throwable failure) {
    if (failure != null) {
      observation.error(failure);
    }
    countDown();
  }

  private void countDown() {
    if (open.decrementAndGet() == 0) {
      observation.stop();
    }
  }
}
