package dev.reprise.verification.benchmarks.pending;

import dev.failsafe.Failsafe;
import dev.failsafe.FailsafeExecutor;
import dev.reprise.Retry;
import dev.reprise.backoff.Backoff;
import dev.reprise.budget.RetryBudget;
import dev.reprise.policy.RetryPolicy;
import dev.reprise.verification.benchmarks.process.Service;
import io.github.resilience4j.retry.RetryConfig;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.Executor;
import java.util.concurrent.Executors;
import java.util.concurrent.ForkJoinPool;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.ThreadFactory;
import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.TimeUnit;
import java.util.function.Supplier;

/**
 * A library or a technique for asynchronous retries. All draw the delay from the same uniform range
 * and make at most two attempts. Each call takes a lambda with two fields, of the library's own
 * type.
 */
enum AsyncContender {

  /**
   * Reprise with its defaults, except for the budget, which would refuse a million retries at once.
   */
  REPRISE("Reprise") {
    @Override
    Caller caller(Delays delays) {
      return reprise(retry(delays));
    }
  },

  /** Reprise; later attempts always run on the common pool. */
  REPRISE_POOL("Reprise, common pool") {
    @Override
    Caller caller(Delays delays) {
      return reprise(retry(delays).withExecutor(ForkJoinPool.commonPool()));
    }
  },

  /** Failsafe as its guide shows it: on its own scheduler and the common pool. */
  FAILSAFE("Failsafe 3.3.2") {
    @Override
    Caller caller(Delays delays) {
      FailsafeExecutor<Object> failsafe =
          Failsafe.with(
              dev.failsafe.RetryPolicy.builder()
                  .withMaxAttempts(2)
                  .withDelay(delays.min(), delays.max())
                  .build());
      return (service, call) -> failsafe.getStageAsync(() -> service.answer(call));
    }
  },

  /** Resilience4j as its guide shows it: the caller's scheduler runs the attempts. */
  RESILIENCE4J("Resilience4j 2.4.0") {
    @Override
    Caller caller(Delays delays) {
      io.github.resilience4j.retry.Retry retry =
          io.github.resilience4j.retry.Retry.of(
              "pending",
              RetryConfig.custom()
                  .maxAttempts(2)
                  .intervalFunction(attempt -> TimeUnit.NANOSECONDS.toMillis(delays.draw()))
                  .build());
      ScheduledExecutorService scheduler = Executors.newSingleThreadScheduledExecutor(DAEMON);
      return (service, call) ->
          retry.executeCompletionStage(scheduler, () -> service.answer(call)).toCompletableFuture();
    }
  },

  /** {@link CompletableFuture#delayedExecutor} by hand, on the default executor. */
  DELAYED("delayedExecutor") {
    @Override
    Caller caller(Delays delays) {
      return byHand(delays, new CompletableFuture<>().defaultExecutor());
    }
  },

  /** {@link CompletableFuture#delayedExecutor} by hand, on the common pool. */
  DELAYED_POOL("delayedExecutor, common pool") {
    @Override
    Caller caller(Delays delays) {
      return byHand(delays, ForkJoinPool.commonPool());
    }
  };

  private static final ThreadFactory DAEMON =
      work -> {
        Thread thread = new Thread(work, "scheduler");
        thread.setDaemon(true);
        return thread;
      };

  private final String title;

  AsyncContender(String title) {
    this.title = title;
  }

  String title() {
    return title;
  }

  /**
   * Returns whether it waits in the same way as another contender and differs only when calls are
   * due.
   */
  boolean waitsAsAnother() {
    return this == REPRISE_POOL || this == DELAYED_POOL;
  }

  abstract Caller caller(Delays delays);

  /** Starts calls. */
  @FunctionalInterface
  interface Caller {

    CompletableFuture<String> call(Service service, int call);
  }

  /** Range of the delay between the failure of a call and its second attempt. */
  record Delays(Duration min, Duration max) {

    long draw() {
      return ThreadLocalRandom.current().nextLong(min.toNanos(), max.toNanos());
    }
  }

  private static Retry retry(Delays delays) {
    return Retry.of(
            RetryPolicy.builder()
                .maxAttempts(2)
                .withoutTimeLimit()
                .backoff(Backoff.uniform(delays.min(), delays.max()))
                .build())
        .withBudget(RetryBudget.unlimited());
  }

  private static Caller reprise(Retry retry) {
    return (service, call) -> retry.callAsync(() -> service.answer(call));
  }

  /** The shortest code by hand. If its future is cancelled, the timer still keeps the task. */
  private static Caller byHand(Delays delays, Executor executor) {
    return (service, call) -> {
      Supplier<CompletionStage<String>> operation = () -> service.answer(call);
      CompletableFuture<String> result = new CompletableFuture<>();
      forward(
          operation.get(),
          result,
          () ->
              CompletableFuture.delayedExecutor(delays.draw(), TimeUnit.NANOSECONDS, executor)
                  .execute(() -> forward(operation.get(), result, () -> {})));
      return result;
    };
  }

  private static void forward(
      CompletionStage<String> stage, CompletableFuture<String> result, Runnable onFailure) {
    CompletionStage<String> unused =
        stage.whenComplete(
            (answer, failure) -> {
              if (failure == null) {
                result.complete(answer);
              } else {
                onFailure.run();
              }
            });
  }
}
