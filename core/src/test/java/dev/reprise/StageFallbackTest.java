package dev.reprise;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.reprise.declared.RetryMethod;
import dev.reprise.declared.Retryable;
import dev.reprise.policy.RetryPolicy;
import java.io.IOException;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeoutException;
import java.util.function.BiConsumer;
import org.junit.jupiter.api.Test;

/** Stages that fallbacks and retried methods return. */
class StageFallbackTest {

  private static final Retry RETRY = Retry.of(RetryPolicy.builder().maxAttempts(1).build());

  private static CompletableFuture<String> callOrElse(CompletionStage<String> fallback) {
    return PlainCall.callAsyncOrElse(
        RETRY,
        () -> CompletableFuture.<String>failedFuture(new IOException("down")),
        failed -> fallback);
  }

  @Test
  void the_future_completes_although_the_stage_of_its_fallback_cannot_be_followed() {
    IllegalStateException bug = new IllegalStateException("not followed");
    CompletableFuture<String> hostile =
        new CompletableFuture<>() {
          @Override
          public CompletableFuture<String> whenComplete(
              BiConsumer<? super String, ? super Throwable> action) {
            throw bug;
          }
        };

    CompletableFuture<String> future = callOrElse(hostile);

    assertTrue(future.isDone());
    assertSame(bug, assertThrows(ExecutionException.class, future::get).getCause());
    assertEquals("down", bug.getSuppressed()[0].getMessage());
  }

  @Test
  void completing_the_future_by_any_means_cancels_the_stage_of_its_fallback() {
    CompletableFuture<String> cancelled = new CompletableFuture<>();
    CompletableFuture<String> failed = new CompletableFuture<>();
    CompletableFuture<String> completed = new CompletableFuture<>();

    callOrElse(cancelled).cancel(true);
    callOrElse(failed).completeExceptionally(new TimeoutException("as orTimeout"));
    callOrElse(completed).complete("mine");

    assertTrue(cancelled.isCancelled());
    assertTrue(failed.isCancelled());
    assertTrue(completed.isCancelled());
  }

  @Test
  void the_stage_of_a_fallback_that_completes_is_not_cancelled() throws Exception {
    CompletableFuture<String> stage = new CompletableFuture<>();
    CompletableFuture<String> future = callOrElse(stage);

    stage.complete("cached");

    assertEquals("cached", future.get());
    assertFalse(stage.isCancelled());
  }

  static class Orders {

    @Retryable(maxAttempts = 1)
    public CompletableFuture<String> find() {
      return new CompletableFuture<>();
    }
  }

  @Test
  void an_interrupted_thread_cancels_the_stage_for_which_it_waits() throws Exception {
    CompletableFuture<String> stage = new CompletableFuture<>();
    RetryMethod method =
        RetryMethod.find(RETRY, null, Orders.class.getMethod("find"), Orders.class)
            .orElseThrow()
            .withPolicy(
                RetryPolicy.builder().maxAttempts(1).attemptTimeout(Duration.ofMillis(10)).build())
            .onCallingThread();

    assertThrows(
        RuntimeException.class, () -> method.call(values -> stage, null, new Orders(), null));

    assertTrue(stage.isCancelled());
  }
}
