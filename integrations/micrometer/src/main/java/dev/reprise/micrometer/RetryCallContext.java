package dev.reprise.micrometer;

import dev.reprise.decision.StopReason;
import dev.reprise.event.RetryEvent;
import io.micrometer.observation.Observation;
import org.jspecify.annotations.Nullable;

/**
 * Describes a call to the convention and the handlers of its observation. Its end is known when the
 * observation stops.
 */
public final class RetryCallContext extends Observation.Context {

  private final String retry;
  private final @Nullable Object key;
  private int attempts;
  private @Nullable StopReason stopReason;
  private @Nullable Throwable failure;

  RetryCallContext(String retry, @Nullable Object key) {
    this.retry = retry;
    this.key = key;
  }

  /**
   * The name of the retry.
   *
   * @return as given by {@code Retry.named}
   */
  public String retry() {
    return retry;
  }

  /**
   * The key of the state that the call uses, such as a host. The default convention does not
   * publish it, because the number of keys is not bounded.
   *
   * @return as given to {@code Retry.on}; null for calls without a key
   */
  public @Nullable Object key() {
    return key;
  }

  /**
   * The number of attempts that were started.
   *
   * @return at least 1 at the end of the call; 0 before that, and if the call ended before its
   *     first attempt
   */
  public int attempts() {
    return attempts;
  }

  /**
   * The reason for the end of the call.
   *
   * @return null before the end of the call
   */
  public @Nullable StopReason stopReason() {
    return stopReason;
  }

  @Nullable Throwable failure() {
    return failure;
  }

  void succeededAtOnce() {
    attempts = 1;
    stopReason = StopReason.SUCCEEDED;
  }

  void finished(RetryEvent.CallFinished call) {
    attempts = call.attempts();
    stopReason = call.stopReason();
    failure = call.failure();
  }
}
