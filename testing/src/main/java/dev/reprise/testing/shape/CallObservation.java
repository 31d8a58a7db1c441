package dev.reprise.testing.shape;

import dev.reprise.decision.ResultRejectedException;
import dev.reprise.decision.StopReason;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The observed outcome of a call, in a form that is the same for all shapes. Immutable if its lists
 * are.
 *
 * @param value the result of the last attempt; null if it threw, or if the shape {@linkplain
 *     CallShape.Trait#RETURNS_VALUES returns no values}
 * @param failure the failure of the call; null if its last attempt returned
 * @param rejection the exception that the call threw because its last result was rejected; null
 *     otherwise, and always if the shape {@linkplain CallShape.Trait#RETURNS_RETRY_RESULT returns a
 *     retry result}
 * @param attempts the number of attempts that the call counted, at least 0
 * @param starts the start times of the attempts, from the beginning of the call
 * @param delays the delays of the granted retries, in order
 * @param stopReason the reason for the end of the call
 * @param events the events, as lines without call numbers, durations, result values and successes
 *     of first attempts
 * @param elapsed the time from the beginning of the call to its end
 */
public record CallObservation(
    @Nullable Object value,
    @Nullable Throwable failure,
    @Nullable ResultRejectedException rejection,
    int attempts,
    List<Duration> starts,
    List<Duration> delays,
    StopReason stopReason,
    List<String> events,
    Duration elapsed) {

  /**
   * Returns the properties that are the same for every shape, as lines. Equal calls have equal
   * traces.
   *
   * @return all properties except value, failure and rejection
   */
  public List<String> trace() {
    List<String> trace = new ArrayList<>(events);
    trace.add("attempts " + attempts + " at " + starts);
    trace.add("delays " + delays);
    trace.add("stopped: " + stopReason + " after " + elapsed);
    return trace;
  }
}
