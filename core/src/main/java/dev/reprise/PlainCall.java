package dev.reprise;

import dev.reprise.function.Action;
import dev.reprise.function.Operation;
import dev.reprise.function.VoidResult;
import dev.reprise.internal.blocking.FirstRetry;
import dev.reprise.report.RetryReport;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import org.jspecify.annotations.Nullable;

/**
 * The steps of a call that allocate nothing while its first attempt returns, one by one. For
 * generated code, which makes that attempt by itself, so that arguments are captured only after a
 * failure; applications use {@link Retry#call}, which takes the same steps.
 *
 * <pre>{@code
 * if (!PlainCall.isPlain(retry)) {
 *   return PlainCall.call(retry, () -> target.find(id));
 * }
 * long start = PlainCall.startTick(retry);
 * long mark = RetryReport.mark();
 * String value;
 * try {
 *   value = target.find(id);
 * } catch (Throwable failure) {
 *   return PlainCall.afterFailure(retry, () -> target.find(id), failure, start, mark);
 * }
 * PlainCall.succeeded(retry, start);
 * return value;
 * }</pre>
 */
public final class PlainCall {

  private PlainCall() {}

  /**
   * Returns whether the first attempt may be made by the steps below, without an override; else
   * {@link #call} or {@link #run} makes the whole call.
   *
   * @param retry the retry of the call
   * @return true if an attempt that returns is the whole call
   */
  public static boolean isPlain(Retry retry) {
    return RetryOverrides.none() && retry.calls().isPlain();
  }

  /**
   * Begins the first attempt.
   *
   * @param retry the retry of the call
   * @return the tick, or 0 if it is not needed
   */
  public static long startTick(Retry retry) {
    return retry.calls().firstBegins();
  }

  /**
   * Ends a call whose first attempt returned.
   *
   * @param retry the retry of the call
   * @param start the tick that {@link #startTick} returned
   */
  public static void succeeded(Retry retry, long start) {
    retry.calls().firstSucceeded(start);
  }

  /**
   * Makes a whole call. Throws the exception of the last attempt, checked or unchecked, without
   * declaring it.
   *
   * @param retry the retry of the call
   * @param operation an attempt
   * @param <T> type of the result
   * @return the result
   */
  @SuppressWarnings("unchecked") // the exception is not declared
  public static <T extends @Nullable Object> T call(Retry retry, Operation<T, ?> operation) {
    return retry.call((Operation<T, RuntimeException>) operation);
  }

  /**
   * Makes a whole call that returns nothing, else as {@link #call}.
   *
   * @param retry the retry of the call
   * @param action an attempt
   */
  @SuppressWarnings("unchecked") // the exception is not declared
  public static void run(Retry retry, Action<?> action) {
    retry.run((Action<RuntimeException>) action);
  }

  /**
   * Goes on with a call whose first attempt threw, else as {@link #call}.
   *
   * @param retry the retry of the call
   * @param operation a further attempt
   * @param failure the exception of the attempt
   * @param start the tick that {@link #startTick} returned
   * @param mark the number that {@link RetryReport#mark()} returned before the attempt, at least 0
   * @param <T> type of the result
   * @return the result
   */
  public static <T extends @Nullable Object> T afterFailure(
      Retry retry, Operation<T, ?> operation, Throwable failure, long start, long mark) {
    return FirstRetry.of(retry.calls(), operation, failure, start, mark);
  }

  /**
   * Goes on with a call that returns nothing and whose first attempt threw, else as {@link #call}.
   *
   * @param retry the retry of the call
   * @param action a further attempt
   * @param failure the exception of the attempt
   * @param start the tick that {@link #startTick} returned
   * @param mark the number that {@link RetryReport#mark()} returned before the attempt, at least 0
   */
  public static void runAfterFailure(
      Retry retry, Action<?> action, Throwable failure, long start, long mark) {
    Object unused = FirstRetry.of(retry.calls(), action, failure, start, mark);
  }

  /**
   * Makes a whole call with a fallback, else as {@link #call}.
   *
   * @param retry the retry of the call
   * @param operation an attempt
   * @param fallback called under the conditions of {@link Retry#callOrElse}
   * @param <T> type of the result
   * @return the result
   */
  @SuppressWarnings("unchecked") // the exceptions are not declared
  public static <T extends @Nullable Object> T callOrElse(
      Retry retry, Operation<T, ?> operation, Fallback<T, ?> fallback) {
    return retry.callOrElse(
        (Operation<T, RuntimeException>) operation, (Fallback<T, RuntimeException>) fallback);
  }

  /**
   * Makes a whole call that returns nothing, with a fallback, else as {@link #call}.
   *
   * @param retry the retry of the call
   * @param action an attempt
   * @param fallback called under the conditions of {@link Retry#callOrElse}; its result is not used
   */
  @SuppressWarnings("unchecked") // the exceptions are not declared, and the result is not used
  public static void runOrElse(Retry retry, Action<?> action, Fallback<?, ?> fallback) {
    Object unused =
        retry.callOrElse(
            () -> {
              ((Action<RuntimeException>) action).run();
              return VoidResult.DONE;
            },
            (Fallback<Object, RuntimeException>) fallback);
  }

  /**
   * Makes a whole asynchronous call with a fallback that returns a stage.
   *
   * @param retry the retry of the call
   * @param operation starts an attempt
   * @param fallback called under the conditions of {@link Retry#callAsyncOrElse}; returns a stage
   *     of the same type as the operation
   * @param <T> type of the result
   * @return completes with the result of the call, or with that of the fallback's stage; completing
   *     it by any means cancels call and stage
   */
  public static <T extends @Nullable Object> CompletableFuture<T> callAsyncOrElse(
      Retry retry, Operation<? extends CompletionStage<T>, ?> operation, Fallback<?, ?> fallback) {
    return StageFallback.call(retry, operation, fallback);
  }

  /**
   * Returns the exception that a failed call throws without a fallback.
   *
   * @param failed the result that a fallback receives
   * @return the failure of the last attempt, or a {@link
   *     dev.reprise.decision.ResultRejectedException}
   */
  public static Throwable failureOf(RetryResult<?> failed) {
    return failed.toThrow();
  }
}
