package dev.reprise;

import dev.reprise.function.Operation;
import dev.reprise.internal.async.AsyncAttempt;
import dev.reprise.internal.context.ContextCapture;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.atomic.AtomicBoolean;
import org.jspecify.annotations.Nullable;

/** Asynchronous calls whose fallback returns a stage. */
@SuppressWarnings("FutureReturnValueIgnored") // dependent stages that only pass results on
final class StageFallback {

  private StageFallback() {}

  /** Completes with the result of the call, or with that of the stage that the fallback returns. */
  static <T extends @Nullable Object> CompletableFuture<T> call(
      Retry retry, Operation<? extends CompletionStage<T>, ?> operation, Fallback<?, ?> fallback) {
    CompletableFuture<T> result = new CompletableFuture<>();
    CompletableFuture<Object> call =
        retry.callAsyncOrElse(anything(operation), failed -> started(failed, fallback, result));
    call.whenComplete(
        (value, failure) -> {
          if (failure != null) {
            result.completeExceptionally(failure);
          } else if (value instanceof Started started) {
            follow(result, started);
          } else {
            complete(result, value);
          }
        });
    result.whenComplete((value, failure) -> call.cancel(false));
    return result;
  }

  @SuppressWarnings("unchecked") // the type of the value is not used
  private static Operation<CompletionStage<Object>, RuntimeException> anything(
      Operation<? extends CompletionStage<?>, ?> operation) {
    return (Operation<CompletionStage<Object>, RuntimeException>) operation;
  }

  @SuppressWarnings("unchecked") // values of the call have its type
  private static <T extends @Nullable Object> void complete(
      CompletableFuture<T> result, @Nullable Object value) {
    result.complete((T) value);
  }

  @SuppressWarnings("unchecked") // the fallback does not use the type of the result
  private static Started started(
      RetryResult<Object> failed, Fallback<?, ?> fallback, CompletableFuture<?> result)
      throws Throwable {
    Object returned = ((Fallback<Object, ?>) fallback).apply(failed);
    if (returned == null) {
      throw new NullPointerException("the fallback returned null instead of a stage");
    }
    Started started = new Started((CompletionStage<?>) returned, failed, new AtomicBoolean());
    // Here and not where the call ends: a call that was cancelled meanwhile drops the stage.
    result.whenComplete((value, failure) -> started.cancelUnlessEnded());
    return started;
  }

  private static void follow(CompletableFuture<?> result, Started started) {
    try {
      started.stage.whenComplete(
          (value, failure) -> {
            started.ended.set(true);
            if (failure == null) {
              complete(result, value);
            } else {
              fail(result, started, failure);
            }
          });
    } catch (Throwable notFollowed) {
      fail(result, started, notFollowed);
    }
  }

  private static void fail(CompletableFuture<?> result, Started started, Throwable failure) {
    Throwable own =
        failure instanceof CompletionException && failure.getCause() != null
            ? failure.getCause()
            : failure;
    Fallbacks.note(started.failed, own);
    result.completeExceptionally(own);
  }

  /** The stage that a fallback returned. */
  private record Started(CompletionStage<?> stage, RetryResult<?> failed, AtomicBoolean ended) {

    void cancelUnlessEnded() {
      if (!ended.get()) {
        AsyncAttempt.callOff(stage, ContextCapture.Captured.NOTHING);
      }
    }
  }
}
