package dev.reprise.reactor;

import dev.reprise.Retry;
import dev.reprise.classify.Outcome;
import dev.reprise.function.Attempt;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import org.jspecify.annotations.Nullable;
import reactor.core.CoreSubscriber;
import reactor.core.publisher.Operators;

/**
 * A call whose attempts return their first item: with it, the call has ended, and the subscriber
 * receives the following signals of that attempt unchanged.
 */
// Requests. Before the call has ended, an attempt is asked for one item, and only if the subscriber
// has requested one. The number that the subscriber has requested is kept here, and given to the
// accepted attempt after its first item. A request that comes at that moment is given either by
// its own thread or by the thread that emits the first item: both take the whole number.
final class FluxCall<T> extends SubscribedCall<T> {

  private final AtomicLong requested = new AtomicLong();
  private volatile @Nullable AttemptSubscriber<T> source;

  FluxCall(CoreSubscriber<? super T> downstream, Retry retry, AttemptSource<T> source) {
    super(downstream, retry, source);
  }

  @Override
  AttemptSubscriber<T> subscriber(Attempt attempt) {
    FirstItem<T> subscriber = new FirstItem<>(this, attempt);
    if (requested.get() > 0) { // otherwise the request that comes later is a change
      subscriber.requestFirst();
    }
    return subscriber;
  }

  @Override
  public void request(long number) {
    if (!Operators.validate(number)) {
      return;
    }
    long before = requested.getAndAccumulate(number, Operators::addCap);
    AttemptSubscriber<T> streaming = source;
    if (streaming != null) {
      passRequests(streaming);
    } else if (before == 0) {
      change(this::requestFirstItems);
    }
  }

  private void requestFirstItems() {
    for (AttemptSubscriber<T> each : inFlight()) {
      effect(((FirstItem<T>) each)::requestFirst);
    }
  }

  private void passRequests(AttemptSubscriber<T> streaming) {
    long number = requested.getAndSet(0);
    if (number > 0) {
      streaming.request(number);
    }
  }

  @Override
  void deliver(Outcome<T> outcome, @Nullable AttemptSubscriber<T> from) {
    T item = itemOf(outcome);
    if (outcome instanceof Outcome.Threw<T> threw) {
      downstream().onError(threw.failure());
    } else if (item == null) {
      downstream().onComplete();
    } else if (from == null) { // a rejected item of an attempt that was cancelled
      downstream().onNext(item);
      downstream().onComplete();
    } else {
      requested.accumulateAndGet(1, (all, one) -> all == Long.MAX_VALUE ? all : all - one);
      downstream().onNext(item);
      ((FirstItem<T>) from).continueAfterFirst();
      source = from; // before the number is taken: a later request finds it
      passRequests(from);
    }
  }

  /** An attempt, which returns with its first item, or at its end if it has none. */
  private static final class FirstItem<T> extends AttemptSubscriber<T> {

    private enum Ended {
      NO,
      COMPLETED,
      FAILED
    }

    private final AtomicInteger asked = new AtomicInteger();

    /** Emission of the first item, and the end: the thread that brings the second one ends. */
    private final AtomicInteger present = new AtomicInteger();

    private volatile boolean streaming;
    private boolean returned;
    private Ended ended = Ended.NO;
    private @Nullable Throwable failure;

    FirstItem(SubscribedCall<T> call, Attempt attempt) {
      super(call, attempt);
    }

    void requestFirst() {
      if (asked.getAndIncrement() == 0) {
        request(1);
      }
    }

    void continueAfterFirst() {
      streaming = true;
      endIfSecond();
    }

    @Override
    public void onNext(T item) {
      if (ended != Ended.NO) {
        Operators.onNextDropped(item, currentContext());
      } else if (item == null) {
        onError(nullItem());
        cancel();
      } else if (!returned) {
        returned = true;
        signal(() -> call().returned(this, item));
      } else if (isCancelled()) {
        Operators.onDiscard(item, currentContext());
      } else if (streaming) {
        call().downstream().onNext(item);
      } else {
        onError(new IllegalStateException("the source has emitted more items than requested"));
        cancel();
      }
    }

    @Override
    public void onError(Throwable thrown) {
      if (ended != Ended.NO || (returned && isCancelled())) {
        Operators.onErrorDropped(thrown, currentContext());
        return;
      }
      ended = Ended.FAILED;
      failure = thrown; // before the increment, which the emitting thread reads
      if (returned) {
        endIfSecond();
      } else {
        signal(() -> call().failed(this, thrown));
      }
    }

    @Override
    @SuppressWarnings("NullAway") // an empty Flux is a call that returns null
    public void onComplete() {
      if (ended != Ended.NO) {
        return;
      }
      ended = Ended.COMPLETED;
      if (returned) {
        endIfSecond();
      } else {
        signal(() -> call().returned(this, null));
      }
    }

    private void endIfSecond() {
      if (present.incrementAndGet() < 2) {
        return;
      }
      Throwable thrown = failure;
      if (thrown != null && call().isCancelled()) {
        Operators.onErrorDropped(thrown, currentContext());
      } else if (thrown == null) {
        call().downstream().onComplete();
      } else {
        call().downstream().onError(thrown);
      }
    }
  }
}
