package dev.reprise.internal.async;

import dev.reprise.function.AttemptOperation;
import dev.reprise.function.Operation;
import dev.reprise.internal.call.AttemptInfo;
import dev.reprise.internal.call.Ending;
import java.util.concurrent.CompletionStage;
import org.jspecify.annotations.Nullable;

/**
 * Operation of a call, and conversion of its outcome into that of its future. It holds nothing of
 * the call except a fallback, so the common ones are created once.
 *
 * @param attempts kind of the operation
 * @param ending result type of the call
 */
public record AsyncCallKind<T extends @Nullable Object, R extends @Nullable Object>(
    Attempts attempts, Ending<T, R> ending) {

  private static final AsyncCallKind<?, ?> STAGES_TO_VALUE =
      new AsyncCallKind<>(Attempts.STAGES, Ending.toValue());

  /** Kind of the operation of a call. */
  public enum Attempts {
    /** An {@link Operation} that starts a stage. */
    STAGES,
    /** An {@link AttemptOperation} that starts a stage. */
    STAGES_SEEN,
    /** An {@link AsyncOperation} that blocks a thread of the executor. */
    BLOCKING
  }

  @SuppressWarnings("unchecked")
  public static <T extends @Nullable Object> AsyncCallKind<T, T> stagesToValue() {
    return (AsyncCallKind<T, T>) STAGES_TO_VALUE;
  }

  public static <T extends @Nullable Object, R extends @Nullable Object> AsyncCallKind<T, R> of(
      Ending<T, R> ending) {
    return new AsyncCallKind<>(Attempts.STAGES, ending);
  }

  public static <T extends @Nullable Object, R extends @Nullable Object> AsyncCallKind<T, R> with(
      Ending<T, R> ending) {
    return new AsyncCallKind<>(Attempts.STAGES_SEEN, ending);
  }

  public static <T extends @Nullable Object, R extends @Nullable Object> AsyncCallKind<T, R> on(
      Ending<T, R> ending) {
    return new AsyncCallKind<>(Attempts.BLOCKING, ending);
  }

  public boolean blocks() {
    return attempts == Attempts.BLOCKING;
  }

  /** Returns whether the operation sees the attempts that it makes. */
  public boolean shows() {
    return attempts != Attempts.STAGES;
  }

  /** Starts the stage of an attempt. */
  @SuppressWarnings("unchecked")
  public CompletionStage<T> start(Object operation, @Nullable AttemptInfo attempt)
      throws Throwable {
    return present(
        attempts == Attempts.STAGES || attempt == null
            ? ((Operation<? extends CompletionStage<T>, ?>) operation).call()
            : ((AttemptOperation<? extends CompletionStage<T>, ?>) operation).call(attempt));
  }

  public static <T extends @Nullable Object> CompletionStage<T> present(
      @Nullable CompletionStage<T> stage) {
    return present(stage, "the operation");
  }

  static <T extends @Nullable Object> CompletionStage<T> present(
      @Nullable CompletionStage<T> stage, String code) {
    if (stage == null) {
      throw new NullPointerException(code + " returned null in place of a stage");
    }
    return stage;
  }
}
