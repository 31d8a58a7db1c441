package dev.reprise;

import java.util.concurrent.CompletionStage;
import org.jspecify.annotations.Nullable;

/**
 * How a call makes its attempts, and how its end becomes the end of its future. Holds nothing of
 * the call but a fallback, so the common ones are made once.
 *
 * @param attempts what the operation is
 * @param ending how the call ends
 */
record AsyncForm<T extends @Nullable Object, R extends @Nullable Object>(
    Attempts attempts, Ending<T, R> ending) {

  private static final AsyncForm<?, ?> STAGES_TO_VALUE =
      new AsyncForm<>(Attempts.STAGES, Ending.toValue());

  /** What the operation of a call is. */
  enum Attempts {
    /** An {@link Operation} that starts a stage. */
    STAGES,
    /** An {@link AttemptOperation} that starts a stage. */
    STAGES_SEEN,
    /** An {@link AsyncOperation} that blocks a thread of the executor. */
    BLOCKING
  }

  @SuppressWarnings("unchecked")
  static <T extends @Nullable Object> AsyncForm<T, T> stagesToValue() {
    return (AsyncForm<T, T>) STAGES_TO_VALUE;
  }

  static <T extends @Nullable Object, R extends @Nullable Object> AsyncForm<T, R> of(
      Ending<T, R> ending) {
    return new AsyncForm<>(Attempts.STAGES, ending);
  }

  static <T extends @Nullable Object, R extends @Nullable Object> AsyncForm<T, R> with(
      Ending<T, R> ending) {
    return new AsyncForm<>(Attempts.STAGES_SEEN, ending);
  }

  static <T extends @Nullable Object, R extends @Nullable Object> AsyncForm<T, R> on(
      Ending<T, R> ending) {
    return new AsyncForm<>(Attempts.BLOCKING, ending);
  }

  boolean blocks() {
    return attempts == Attempts.BLOCKING;
  }

  /** Whether the operation sees the attempts that it makes. */
  boolean shows() {
    return attempts != Attempts.STAGES;
  }

  /** Starts the stage of an attempt. */
  @SuppressWarnings("unchecked")
  CompletionStage<T> start(Object operation, @Nullable AttemptInfo attempt) throws Throwable {
    return present(
        attempts == Attempts.STAGES || attempt == null
            ? ((Operation<? extends CompletionStage<T>, ?>) operation).call()
            : ((AttemptOperation<? extends CompletionStage<T>, ?>) operation).call(attempt));
  }

  static <T extends @Nullable Object> CompletionStage<T> present(
      @Nullable CompletionStage<T> stage) {
    if (stage == null) {
      throw new NullPointerException("the operation returned null in place of a stage");
    }
    return stage;
  }
}
