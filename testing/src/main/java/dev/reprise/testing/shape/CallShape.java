package dev.reprise.testing.shape;

import dev.reprise.Retry;
import dev.reprise.testing.RecordingListener;
import dev.reprise.testing.ScriptedOperation;
import dev.reprise.testing.VirtualTime;
import java.util.List;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * A way to call an operation through a {@link Retry}: a method of it, or an integration built on
 * it. All shapes have the same form, so that the same assertions apply to all:
 *
 * <pre>{@code
 * for (CallShape shape : CallShape.all()) {
 *   CallObservation seen = shape.observe(retry, operation, time);
 *   assertEquals(StopReason.SUCCEEDED, seen.stopReason(), shape.name());
 * }
 * }</pre>
 *
 * @param name shown when a scenario fails
 * @param traits the capabilities of the shape; not copied, so the set must not be changed
 * @param form makes the call
 */
public record CallShape(String name, Set<Trait> traits, Form form) {

  /** A capability that only some shapes have. */
  public enum Trait {
    /**
     * Results reach the policy and the caller; shapes without this trait call operations without a
     * result.
     */
    RETURNS_VALUES,
    /** The shape applies the attempt timeout of the policy. */
    TIMES_OUT_ATTEMPTS,
    /** The shape returns a {@code RetryResult} instead of throwing. */
    RETURNS_RETRY_RESULT,
    /** The shape returns before the call has ended. */
    ASYNC,
    /** The caller can continue while the first attempt runs. */
    OVERLAPS,
    /** The operation returns stages. */
    STAGES,
    /** The operation receives its attempt. */
    SHOWS_ATTEMPT,
    /** Several attempts can be in flight if the policy hedges. */
    HEDGES,
    /**
     * Attempts are children of the caller's task, as coroutines are: losing attempts have ended
     * when the call returns, and code after the call runs in the caller's own context, not in that
     * of the retry.
     */
    STRUCTURED,
    /** The executor of the attempts also runs a backup, once it has started. */
    RUNS_BACKUPS_ON_EXECUTOR
  }

  /** Makes the call of a shape. */
  @FunctionalInterface
  public interface Form {

    /**
     * Begins a call.
     *
     * @param retry the retry to call through
     * @param operation the operation, which the shape calls in its own form
     * @param time the clock of the retry
     * @return the future of the call: the future that the shape returns, or a completed one if the
     *     shape blocks until the call has ended. It fails with the exception that the shape throws
     */
    CompletableFuture<?> begin(
        Retry retry, ScriptedOperation<@Nullable Object> operation, VirtualTime time);
  }

  /**
   * Returns every call shape of {@link Retry} itself.
   *
   * @return the shapes
   */
  public static List<CallShape> all() {
    return CallShapes.ALL;
  }

  /**
   * Returns whether the shape has a trait.
   *
   * @param trait the trait
   * @return true if it has the trait
   */
  public boolean has(Trait trait) {
    return traits.contains(trait);
  }

  /**
   * Makes a call and observes it until it has ended.
   *
   * @param retry the retry to call through, with the environment {@code time}
   * @param operation the operation
   * @param time the clock, which is advanced until the call has ended
   * @return the observation
   * @throws AssertionError if the events break their grammar, if result, report and events
   *     contradict each other, or if the call never ends
   */
  public CallObservation observe(
      Retry retry, ScriptedOperation<@Nullable Object> operation, VirtualTime time) {
    return observe(retry, operation, time, new RecordingListener(), call -> {});
  }

  /**
   * Makes a call and observes it with a given listener.
   *
   * @param retry the retry to call through, with the environment {@code time}
   * @param operation the operation
   * @param time the clock, which is advanced until the call has ended
   * @param listener records the events; may subscribe to all events
   * @param meanwhile called once, with the future of the call, after the call has begun
   * @return the observation
   * @throws AssertionError if the events break their grammar, if result, report and events
   *     contradict each other, or if the call never ends
   */
  public CallObservation observe(
      Retry retry,
      ScriptedOperation<@Nullable Object> operation,
      VirtualTime time,
      RecordingListener listener,
      Consumer<CompletableFuture<?>> meanwhile) {
    CallObserver observation = new CallObserver(operation, time, listener);
    CompletableFuture<?> call = form.begin(retry.withListener(listener), operation, time);
    meanwhile.accept(call);
    return observation.of(time.await(call), retry.policy());
  }

  /**
   * Returns the name.
   *
   * @return the name of the shape
   */
  @Override
  public String toString() {
    return name;
  }
}
