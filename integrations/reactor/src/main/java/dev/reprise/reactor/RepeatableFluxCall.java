package dev.reprise.reactor;

import dev.reprise.Retry;
import dev.reprise.classify.Outcome;
import dev.reprise.function.Attempt;
import java.util.concurrent.atomic.AtomicInteger;
import org.jspecify.annotations.Nullable;
import reactor.core.CoreSubscriber;
import reactor.core.publisher.Operators;

/**
 * A call whose attempts emit all their items, and end with the end of their source: the items of
 * failed attempts have then been emitted too. Attempts do not overlap.
 */
final class RepeatableFluxCall<T> extends SubscribedCall<T> {

  /** Requested and not emitted by attempts that have ended. Used by changes only. */
  private long outstanding;

  RepeatableFluxCall(CoreSubscriber<? super T> downstream, Retry retry, AttemptSource<T> source) {
    super(downstream, retry, source);
  }

  @Override
  boolean overlaps() {
    return false;
  }

  @Override
  AttemptSubscriber<T> subscriber(Attempt attempt) {
    EveryItem<T> subscriber = new EveryItem<>(this, attempt);
    if (outstanding > 0) {
      subscriber.request(outstanding);
    }
    return subscriber;
  }

  @Override
  public void request(long number) {
    if (Operators.validate(number)) {
      change(() -> requested(number));
    }
  }

  private void requested(long number) {
    outstanding = Operators.addCap(outstanding, number);
    for (AttemptSubscriber<T> each : inFlight()) {
      effect(() -> each.request(number));
    }
  }

  private void emitted(long number) {
    if (outstanding != Long.MAX_VALUE) {
      outstanding -= number;
    }
  }

  @Override
  void deliver(Outcome<T> outcome, @Nullable AttemptSubscriber<T> from) {
    if (outcome instanceof Outcome.Threw<T> threw) {
      downstream().onError(threw.failure());
    } else {
      downstream().onComplete();
    }
  }

  /** An attempt. No item of the next attempt is emitted while one of this is being emitted. */
  private static final class EveryItem<T> extends AttemptSubscriber<T> {

    private static final int STOPPED = 1 << 30;

    private final RepeatableFluxCall<T> call;

    /** The number of calls of onNext under way, which may be nested, and STOPPED. */
    private final AtomicInteger emissions = new AtomicInteger();

    private long produced;
    private boolean done;

    EveryItem(RepeatableFluxCall<T> call, Attempt attempt) {
      super(call, attempt);
      this.call = call;
    }

    @Override
    boolean stopEmitting() {
      if (stop() % STOPPED > 0) {
        return false; // the emitting thread sees it afterwards, and repeats the timeout
      }
      call.emitted(produced);
      return true;
    }

    private int stop() {
      return emissions.getAndUpdate(now -> now | STOPPED);
    }

    private boolean startEmission() {
      return emissions.getAndUpdate(now -> now >= STOPPED ? now : now + 1) < STOPPED;
    }

    @Override
    public void onNext(T item) {
      if (done) {
        Operators.onNextDropped(item, currentContext());
      } else if (item == null) {
        onError(nullItem());
      } else if (isCancelled() || !startEmission()) {
        Operators.onDiscard(item, currentContext());
      } else {
        produced++;
        call.downstream().onNext(item);
        if (emissions.decrementAndGet() == STOPPED) {
          signal(() -> call.timedOut(this));
        }
      }
    }

    @Override
    public void onError(Throwable failure) {
      if (done) {
        Operators.onErrorDropped(failure, currentContext());
        return;
      }
      done = true;
      signal(
          () -> {
            settle();
            call.failed(this, failure);
          });
    }

    @Override
    public void onComplete() {
      if (!done) {
        done = true;
        signal(() -> call.succeeded(this));
      }
    }

    private void settle() {
      if (stop() < STOPPED) {
        call.emitted(produced);
      }
    }
  }
}
