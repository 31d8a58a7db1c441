package dev.reprise.testing.shape;

import dev.reprise.DrivenCall;
import dev.reprise.Retry;
import dev.reprise.RetryDriver;
import dev.reprise.RetryStep;
import dev.reprise.classify.Failures;
import dev.reprise.classify.Outcome;
import dev.reprise.context.CallContext;
import dev.reprise.decision.StopReason;
import dev.reprise.function.Attempt;
import dev.reprise.report.RetryReport;
import dev.reprise.testing.ScriptedOperation;
import dev.reprise.testing.VirtualTime;
import dev.reprise.time.Delayer;
import java.time.Duration;
import java.util.IdentityHashMap;
import java.util.Objects;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Executor;
import java.util.function.BooleanSupplier;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * A call in an event loop whose clock is the virtual time: the library itself neither waits nor
 * schedules. It is also the future of the call.
 */
@SuppressWarnings("NullAway") // does not see that the type argument is nullable
final class DriverLoop extends CompletableFuture<@Nullable Object> {

  static final String NO_STAGE = "the operation returned null in place of a stage";

  private final RetryDriver driver;
  private final ScriptedOperation<@Nullable Object> operation;
  private final IdentityHashMap<Attempt, CompletableFuture<@Nullable Object>> inFlight =
      new IdentityHashMap<>();
  private final IdentityHashMap<Attempt, Delayer.Scheduled> timeouts = new IdentityHashMap<>();
  private final Delayer delayer;
  private final Runnable removeShutdownHook;
  private @Nullable DrivenCall<@Nullable Object> call;
  private @Nullable CompletableFuture<@Nullable Object> first;
  private @Nullable RetryStep next;
  private Delayer.@Nullable Scheduled timer;
  private long began;
  private long mark;
  private boolean following;
  private boolean left;
  private boolean fallsBack;

  private DriverLoop(Retry retry, ScriptedOperation<@Nullable Object> operation, VirtualTime time) {
    driver = retry.driver();
    delayer = retry.environment().delayer();
    this.operation = operation;
    removeShutdownHook = retry.onShutdown(() -> time.schedule(Duration.ZERO, this::shutDown));
  }

  /** Starts a call that is driven from its beginning. */
  static CompletableFuture<?> driven(
      Retry retry, ScriptedOperation<@Nullable Object> operation, VirtualTime time) {
    DriverLoop loop = new DriverLoop(retry, operation, time);
    loop.drive(loop.driver.start());
    return loop;
  }

  /** As {@link #driven}, with a fallback that returns or rethrows the outcome of the call. */
  static CompletableFuture<?> drivenOrElse(
      Retry retry, ScriptedOperation<@Nullable Object> operation, VirtualTime time) {
    DriverLoop loop = new DriverLoop(retry, operation, time);
    loop.fallsBack = true;
    loop.drive(loop.driver.start());
    return loop;
  }

  /**
   * Starts a call that is driven after the failure of its first attempt, if the retry allows that.
   */
  static CompletableFuture<?> drivenLater(
      Retry retry, ScriptedOperation<@Nullable Object> operation, VirtualTime time) {
    DriverLoop loop = new DriverLoop(retry, operation, time);
    if (loop.driver.isPlain()) {
      loop.first();
    } else {
      loop.drive(loop.driver.start());
    }
    return loop;
  }

  private void drive(DrivenCall<@Nullable Object> begun) {
    call = begun;
    follow(begun, begun.next());
  }

  private void first() {
    began = driver.begin();
    mark = RetryReport.mark();
    CompletableFuture<@Nullable Object> stage;
    try {
      stage = Objects.requireNonNull(operation.stage(), NO_STAGE);
    } catch (Throwable failure) {
      stage = CompletableFuture.failedFuture(failure);
    }
    first = stage;
    CompletableFuture<Void> unused =
        stage.handle(
            (value, failure) -> {
              firstAnswered(value, failure);
              return null;
            });
  }

  private void firstAnswered(@Nullable Object value, @Nullable Throwable failure) {
    if (left || isDone()) {
      return;
    }
    first = null;
    DrivenCall<@Nullable Object> begun =
        failure == null
            ? driver.<@Nullable Object>returned(began, mark, value)
            : driver.<@Nullable Object>failed(began, mark, Failures.unwrapCompletion(failure));
    if (begun == null) {
      removeShutdownHook.run();
      super.complete(value);
    } else if (left) { // a listener ended the call after the first attempt
      begun.close();
    } else {
      drive(begun);
    }
  }

  /**
   * Follows the steps in a loop, because an attempt may complete at once and the next one start at
   * once.
   */
  private void follow(DrivenCall<@Nullable Object> current, RetryStep step) {
    if (step instanceof RetryStep.Await) {
      return;
    }
    next = step;
    if (following) {
      return;
    }
    following = true;
    for (RetryStep now = next; now != null; now = next) {
      next = null;
      stopTimer();
      if (now instanceof RetryStep.End) {
        finish(current);
      } else if (now instanceof RetryStep.AttemptNow) {
        begin(current, now);
      } else {
        RetryStep due = now;
        waitFor(current, due);
      }
    }
    following = false;
  }

  private void waitFor(DrivenCall<@Nullable Object> current, RetryStep due) {
    try {
      timer = delayer.schedule(() -> begin(current, due), due.delay().toNanos());
    } catch (RuntimeException full) {
      follow(current, current.rejected(full));
    }
  }

  private void begin(DrivenCall<@Nullable Object> current, RetryStep step) {
    Attempt attempt = current.begin(step);
    follow(current, current.next());
    if (attempt != null) {
      send(current, attempt);
    }
  }

  private void send(DrivenCall<@Nullable Object> current, Attempt attempt) {
    CompletableFuture<@Nullable Object> stage;
    try (CallContext.Scope scope = current.enter(attempt)) {
      stage = Objects.requireNonNull(operation.stageWith(attempt), NO_STAGE);
    } catch (Throwable failure) {
      stage = CompletableFuture.failedFuture(failure);
    }
    if (isDone()) {
      stage.cancel(true);
      return;
    }
    inFlight.put(attempt, stage);
    CompletableFuture<Void> unused =
        stage.handle(
            (value, failure) -> {
              answered(current, attempt, value, failure);
              return null;
            });
    if (inFlight.containsKey(attempt)) {
      current.timeout(attempt).ifPresent(limit -> watch(current, attempt, limit));
    }
  }

  /** Watches the timeout of an attempt; an attempt whose timeout the timer rejects is cancelled. */
  private void watch(DrivenCall<@Nullable Object> current, Attempt attempt, Duration limit) {
    try {
      timeouts.put(attempt, delayer.schedule(() -> timedOut(current, attempt), limit.toNanos()));
    } catch (RuntimeException full) {
      cancelled(current, attempt, current.failed(attempt, full));
    }
  }

  private void answered(
      DrivenCall<@Nullable Object> current,
      Attempt attempt,
      @Nullable Object value,
      @Nullable Throwable failure) {
    inFlight.remove(attempt);
    endTimeout(attempt);
    follow(
        current,
        failure == null
            ? current.returned(attempt, value)
            : current.failed(attempt, Failures.unwrapCompletion(failure)));
  }

  private void timedOut(DrivenCall<@Nullable Object> current, Attempt attempt) {
    cancelled(current, attempt, current.timedOut(attempt));
  }

  private void cancelled(DrivenCall<@Nullable Object> current, Attempt attempt, RetryStep then) {
    CompletableFuture<@Nullable Object> stage = inFlight.remove(attempt);
    if (stage != null) {
      stage.cancel(true);
    }
    follow(current, then);
  }

  private void endTimeout(Attempt attempt) {
    Delayer.Scheduled timeout = timeouts.remove(attempt);
    if (timeout != null) {
      timeout.cancel();
    }
  }

  private void stopTimer() {
    Delayer.Scheduled set = timer;
    timer = null;
    if (set != null) {
      set.cancel();
    }
  }

  private void finish(DrivenCall<@Nullable Object> over) {
    release();
    if (left) {
      return;
    }
    Outcome<@Nullable Object> outcome = fallsBack ? fallBack(over) : over.outcome();
    try (CallContext.Scope scope = over.enter()) {
      if (outcome instanceof Outcome.Threw<@Nullable Object> threw) {
        super.completeExceptionally(threw.failure());
      } else {
        super.complete(outcome.valueOrNull());
      }
    }
    call = null;
  }

  private static Outcome<@Nullable Object> fallBack(DrivenCall<@Nullable Object> over) {
    if (!over.wantsFallback()) {
      return over.outcome();
    }
    try {
      return over.afterFallback(Outcome.returned(FallbackShapes.HAND_BACK.apply(over.result())));
    } catch (Exception own) {
      return over.afterFallback(Outcome.threw(own));
    }
  }

  private void release() {
    removeShutdownHook.run();
    stopTimer();
    inFlight.keySet().stream().toList().forEach(this::endTimeout);
    inFlight.values().stream().toList().forEach(stage -> stage.cancel(true));
    inFlight.clear();
  }

  private void shutDown() {
    DrivenCall<@Nullable Object> current = call;
    if (current != null && !isDone()) {
      follow(current, current.stop(StopReason.SHUT_DOWN));
    }
  }

  /** Completes the future, after which no caller waits for the call. */
  private boolean leave(BooleanSupplier completion) {
    DrivenCall<@Nullable Object> current = call;
    CompletableFuture<@Nullable Object> only = first;
    left = true;
    if (current == null && only != null && !isDone()) {
      removeShutdownHook.run();
      driver.cancelled(began, mark);
      only.cancel(true);
    }
    if (current == null) {
      return completion.getAsBoolean();
    }
    try (CallContext.Scope scope = current.enter()) {
      current.close();
      release();
      call = null;
      return completion.getAsBoolean();
    }
  }

  @Override
  public boolean complete(@Nullable Object value) {
    return leave(() -> super.complete(value));
  }

  @Override
  public boolean completeExceptionally(Throwable failure) {
    return leave(() -> super.completeExceptionally(failure));
  }

  @Override
  public boolean cancel(boolean mayInterruptIfRunning) {
    return leave(() -> super.cancel(mayInterruptIfRunning));
  }

  @Override
  public CompletableFuture<@Nullable Object> completeAsync(
      Supplier<? extends @Nullable Object> supplier, Executor executor) {
    executor.execute(() -> complete(supplier.get()));
    return this;
  }

  @Override
  public void obtrudeValue(@Nullable Object value) {
    leave(
        () -> {
          super.obtrudeValue(value);
          return true;
        });
  }

  @Override
  public void obtrudeException(Throwable failure) {
    leave(
        () -> {
          super.obtrudeException(failure);
          return true;
        });
  }
}
