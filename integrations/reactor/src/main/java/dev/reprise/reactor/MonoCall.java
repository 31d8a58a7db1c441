package dev.reprise.reactor;

import dev.reprise.Retry;
import dev.reprise.classify.Outcome;
import dev.reprise.function.Attempt;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import org.jspecify.annotations.Nullable;
import reactor.core.CoreSubscriber;
import reactor.core.publisher.Operators;

/** A call whose attempts return one item or none. */
final class MonoCall<T> extends SubscribedCall<T> {

  private final AtomicBoolean requested = new AtomicBoolean();

  /** Value and request: the thread that brings the second one emits. */
  private final AtomicInteger present = new AtomicInteger();

  private @Nullable T value;

  MonoCall(CoreSubscriber<? super T> downstream, Retry retry, AttemptSource<T> source) {
    super(downstream, retry, source);
  }

  @Override
  AttemptSubscriber<T> subscriber(Attempt attempt) {
    OneItem<T> subscriber = new OneItem<>(this, attempt);
    subscriber.request(Long.MAX_VALUE);
    return subscriber;
  }

  @Override
  public void request(long number) {
    if (Operators.validate(number) && !requested.getAndSet(true)) {
      emitIfSecond();
    }
  }

  @Override
  void deliver(Outcome<T> outcome, @Nullable AttemptSubscriber<T> from) {
    T item = itemOf(outcome);
    if (outcome instanceof Outcome.Threw<T> threw) {
      downstream().onError(threw.failure());
    } else if (item == null) {
      downstream().onComplete();
    } else {
      value = item; // before the increment, which the requesting thread reads
      emitIfSecond();
    }
  }

  private void emitIfSecond() {
    if (present.incrementAndGet() < 2) {
      return;
    }
    T item = value;
    if (item != null && isCancelled()) {
      Operators.onDiscard(item, downstream().currentContext());
    } else if (item != null) {
      downstream().onNext(item);
      downstream().onComplete();
    }
  }

  /** An attempt, which ends with its first signal. */
  private static final class OneItem<T> extends AttemptSubscriber<T> {

    private boolean done;

    OneItem(SubscribedCall<T> call, Attempt attempt) {
      super(call, attempt);
    }

    @Override
    public void onNext(T item) {
      if (done) {
        Operators.onNextDropped(item, currentContext());
        return;
      }
      if (item == null) {
        onError(nullItem());
        return;
      }
      done = true;
      signal(() -> call().returned(this, item));
    }

    @Override
    public void onError(Throwable failure) {
      if (done) {
        Operators.onErrorDropped(failure, currentContext());
        return;
      }
      done = true;
      signal(() -> call().failed(this, failure));
    }

    @Override
    @SuppressWarnings("NullAway") // an empty Mono is a call that returns null
    public void onComplete() {
      if (!done) {
        done = true;
        signal(() -> call().returned(this, null));
      }
    }
  }
}
