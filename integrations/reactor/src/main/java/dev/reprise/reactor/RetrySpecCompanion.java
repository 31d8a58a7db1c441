package dev.reprise.reactor;

import dev.reprise.DrivenCall;
import dev.reprise.Retry;
import dev.reprise.RetryStep;
import dev.reprise.classify.Outcome;
import dev.reprise.decision.StopReason;
import dev.reprise.function.Attempt;
import dev.reprise.time.Delayer;
import java.time.Duration;
import org.jspecify.annotations.Nullable;
import reactor.core.Disposable;
import reactor.core.publisher.Flux;
import reactor.core.publisher.FluxSink;
import reactor.util.context.Context;
import reactor.util.retry.Retry.RetrySignal;

/** One call of a {@code retryWhen}: receives its failures and emits one item per retry. */
final class RetrySpecCompanion {

  private final Retry retry;
  private final FluxSink<Integer> retries;
  private final SerialChanges changes;

  // Used by changes only.
  private @Nullable DrivenCall<Void> call;
  private @Nullable Attempt attempt;
  private Delayer.@Nullable Scheduled timer;
  private @Nullable Runnable shutdownHook;
  private boolean over;

  private RetrySpecCompanion(Retry retry, FluxSink<Integer> retries) {
    this.retry = retry;
    this.retries = retries;
    changes = new SerialChanges(() -> Context.of(retries.contextView()));
  }

  /** Returns the companion of one call, which begins when it is subscribed. */
  static Flux<Integer> of(ReactorRetry settings, Flux<RetrySignal> signals) {
    return Flux.create(sink -> new RetrySpecCompanion(settings.bound(), sink).begin(signals));
  }

  private void begin(Flux<RetrySignal> signals) {
    changes.make(this::start);
    Disposable subscription =
        signals.subscribe(signal -> changes.make(() -> failed(signal.failure())));
    retries.onDispose(
        () -> {
          subscription.dispose();
          changes.make(this::leave);
        });
  }

  private void start() {
    DrivenCall<Void> begun = retry.driver().start();
    call = begun;
    attempt = begun.begin(begun.step());
    RetryStep step = begun.next();
    if (attempt == null) {
      follow(begun, step);
    }
  }

  private void failed(Throwable failure) {
    Attempt failed = attempt;
    DrivenCall<Void> current = call;
    if (!over && current != null && failed != null) {
      attempt = null;
      follow(current, current.failed(failed, failure));
    }
  }

  private void follow(DrivenCall<Void> current, RetryStep step) {
    if (step instanceof RetryStep.End) {
      finish(current);
    } else if (step instanceof RetryStep.AttemptNow) {
      retry(current, step);
    } else if (step instanceof RetryStep.AttemptAfter) {
      await(current, step);
    }
  }

  private void await(DrivenCall<Void> current, RetryStep step) {
    try {
      timer = schedule(() -> retry(current, step), step.delay());
    } catch (Throwable rejection) {
      follow(current, current.rejected(rejection));
      return;
    }
    if (shutdownHook == null) {
      shutdownHook = retry.onShutdown(this::shutDownLater);
    }
  }

  private Delayer.Scheduled schedule(Runnable change, Duration delay) {
    return Delayer.guarded(retry.environment().delayer())
        .schedule(() -> changes.make(change), delay.toNanos());
  }

  private void shutDownLater() {
    try {
      Delayer.Scheduled unused = schedule(this::shutDown, Duration.ZERO);
    } catch (Throwable rejection) {
      changes.make(this::shutDown);
    }
  }

  private void shutDown() {
    DrivenCall<Void> current = call;
    if (!over && current != null) {
      follow(current, current.stop(StopReason.SHUT_DOWN));
    }
  }

  private void retry(DrivenCall<Void> current, RetryStep step) {
    if (over) {
      return;
    }
    endTimer();
    Attempt begun = current.begin(step);
    RetryStep next = current.next();
    if (begun != null) {
      attempt = begun;
      changes.effect(() -> retries.next(begun.number()));
    } else {
      follow(current, next);
    }
  }

  private void endTimer() {
    Delayer.Scheduled set = timer;
    timer = null;
    if (set != null) {
      set.cancel();
    }
  }

  private void finish(DrivenCall<Void> ended) {
    release();
    if (ended.outcome() instanceof Outcome.Threw<Void> threw) {
      changes.effect(() -> retries.error(threw.failure()));
    }
  }

  private void release() {
    over = true;
    endTimer();
    Runnable hook = shutdownHook;
    if (hook != null) {
      hook.run();
    }
  }

  /**
   * The source has completed, or the subscriber has cancelled: Reactor reports both in the same
   * way. During an attempt it counts as success.
   */
  private void leave() {
    DrivenCall<Void> current = call;
    if (over || current == null) {
      return;
    }
    Attempt running = attempt;
    RetryStep unused =
        running == null ? current.stop(StopReason.CANCELLED) : current.succeeded(running);
    release();
  }
}
