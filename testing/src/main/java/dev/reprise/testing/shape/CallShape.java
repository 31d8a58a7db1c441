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
 * one. All shapes are reduced to one form, so that one assertion serves them all.
 *
 * @param name shown when a scenario fails
 * @param traits what the shape can do; not copied, so not to be changed
 * @param form how it calls
 */
public record CallShape(String name, Set<Trait> traits, Form form) {

  /** What not every shape can do. */
  public enum Trait {
    /** Results reach the policy and the caller; others call what returns nothing. */
    RETURNS_VALUES,
    /** The attempt timeout of the policy is kept. */
    TIMES_OUT_ATTEMPTS,
    /** Answers with a {@code RetryResult} in place of throwing. */
    ANSWERS_WITH_RESULT,
    /** Comes back before the call is over. */
    ASYNC,
    /** The caller can do something else while the first attempt runs. */
    OVERLAPS,
    /** The operation answers with stages. */
    STAGES,
    /** The operation sees its attempt. */
    SHOWS_ATTEMPT,
    /** Several attempts can be in flight where the policy hedges. */
    HEDGES,
    /** A backup asks for the executor of the attempts too, once it is started. */
    BACKS_UP_ON_EXECUTOR
  }

  /** How a shape calls. */
  @FunctionalInterface
  public interface Form {

    /**
     * Begins a call.
     *
     * @param retry the retry to call through
     * @param operation the operation, in the form that the shape wants
     * @param time the time that the retry lives in
     * @return the call: the very future that the shape hands out, or a completed one where the
     *     shape comes back when the call is over. It fails with what the shape throws
     */
    CompletableFuture<?> begin(
        Retry retry, ScriptedOperation<@Nullable Object> operation, VirtualTime time);
  }

  /**
   * Every way to call that {@link Retry} itself offers.
   *
   * @return the shapes
   */
  public static List<CallShape> all() {
    return CallShapes.ALL;
  }

  /**
   * Whether the shape has a trait.
   *
   * @param trait the trait
   * @return true if so
   */
  public boolean has(Trait trait) {
    return traits.contains(trait);
  }

  /**
   * Makes a call and looks at it until it is over.
   *
   * @param retry the retry to call through, in the environment {@code time}
   * @param operation the operation
   * @param time moved until the call is over
   * @return what was seen
   * @throws AssertionError if the events break their grammar, if result, report and events
   *     contradict each other, or if the call never ends
   */
  public CallObservation observe(
      Retry retry, ScriptedOperation<@Nullable Object> operation, VirtualTime time) {
    return observe(retry, operation, time, new RecordingListener(), call -> {});
  }

  /**
   * Makes a call and observes it with a listener of the caller's choice.
   *
   * @param retry the retry to call through, in the environment {@code time}
   * @param operation the operation
   * @param time moved until the call is over
   * @param listener records the events; one that subscribes to everything is legal
   * @param meanwhile runs once after the call has begun
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
   * The name.
   *
   * @return as given
   */
  @Override
  public String toString() {
    return name;
  }
}
