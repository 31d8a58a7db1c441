package dev.reprise.testing.shape;

import dev.reprise.decision.ResultRejectedException;
import dev.reprise.decision.StopReason;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A call as it was seen from outside, in a form that is the same for every way to call. Immutable
 * if its lists are.
 *
 * @param value what the last attempt returned; null if it threw, and where the shape {@linkplain
 *     CallShape.Trait#RETURNS_VALUES does not hand it out}
 * @param failure what the call failed with; null if its last attempt returned
 * @param rejection what the call threw because its last result was rejected; else null, and always
 *     where the shape {@linkplain CallShape.Trait#ANSWERS_WITH_RESULT answers with a result}
 * @param attempts attempts as the call counted them
 * @param starts when the operation was called, since the call began
 * @param delays the waits that were decided on
 * @param stopReason why the call ended
 * @param events what listeners heard, a line each, without call numbers, lengths, result values and
 *     first-try successes
 * @param elapsed time from the beginning of the call to its end
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
   * All that is the same for every shape, a line each: two calls that went alike have equal traces.
   *
   * @return everything but the value, which some shapes do not hand out
   */
  public List<String> trace() {
    List<String> trace = new ArrayList<>(events);
    trace.add("attempts " + attempts + " at " + starts);
    trace.add("delays " + delays);
    trace.add("stopped: " + stopReason + " after " + elapsed);
    return trace;
  }
}
