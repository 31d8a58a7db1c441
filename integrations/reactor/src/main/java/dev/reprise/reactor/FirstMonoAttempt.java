package dev.reprise.reactor;

import dev.reprise.DrivenCall;
import dev.reprise.PlainCall;
import dev.reprise.Retry;
import dev.reprise.RetryDriver;
import dev.reprise.function.Attempt;
import dev.reprise.report.RetryReport;
import java.util.Objects;
import java.util.concurrent.atomic.AtomicIntegerFieldUpdater;
import java.util.concurrent.atomic.AtomicReferenceFieldUpdater;
import org.jspecify.annotations.Nullable;
import org.reactivestreams.Publisher;
import org.reactivestreams.Subscription;
import reactor.core.CoreSubscriber;
import reactor.core.Scannable;
import reactor.core.publisher.Operators;
import reactor.util.context.Context;

/**
 * The first attempt of a plain call: subscriber of the source and subscription of the call in one
 * object. If it fails, a {@link MonoCall} makes the remaining attempts.
 */
// Concurrency. The end of the attempt and a cancellation race for the state: ENDED is set only if
// CANCELLED is not, so either the one or the other ends the call. A cancellation after the end
// finds the remaining call, or that call finds CANCELLED: each writes first and then reads.
final class FirstMonoAttempt<T> implements CoreSubscriber<T>, Subscription, Scannable {

  private static final int STARTED = 1;
  private static final int REQUESTED = 2;
  private static final int CANCELLED = 4;

  /** The attempt has its outcome. */
  private static final int ENDED = 8;

  /** The item waits for a request. */
  private static final int WAITS = 16;

  @SuppressWarnings("rawtypes")
  private static final AtomicIntegerFieldUpdater<FirstMonoAttempt> STATE =
      AtomicIntegerFieldUpdater.newUpdater(FirstMonoAttempt.class, "state");

  @SuppressWarnings("rawtypes")
  private static final AtomicReferenceFieldUpdater<FirstMonoAttempt, Attempt> ATTEMPT =
      AtomicReferenceFieldUpdater.newUpdater(FirstMonoAttempt.class, Attempt.class, "attempt");

  private final CoreSubscriber<? super T> downstream;
  private final Retry retry;
  private final RetryDriver driver;
  private final AttemptSource<T> source;

  private volatile int state;
  private volatile @Nullable Attempt attempt;
  private volatile @Nullable Subscription upstream;
  private volatile @Nullable MonoCall<T> remaining;

  private long began;
  private long mark;
  private boolean done;
  private @Nullable T item;

  /** The thread in subscribe(): a failure that it signals waits until subscribe() has returned. */
  private @Nullable Thread subscribing;

  private @Nullable Throwable early;

  FirstMonoAttempt(
      CoreSubscriber<? super T> downstream,
      Retry retry,
      RetryDriver driver,
      AttemptSource<T> source) {
    this.downstream = downstream;
    this.retry = retry;
    this.driver = driver;
    this.source = source;
  }

  /** Returns whether the first attempt of a call may be made by this class. */
  static boolean suffices(Retry retry, RetryDriver driver) {
    return PlainCall.isPlain(retry) && driver.isPlain();
  }

  /** Begins the call, unless the subscriber cancels at once. */
  void subscribe() {
    downstream.onSubscribe(this);
    if ((state & CANCELLED) != 0) {
      return;
    }
    began = driver.begin();
    mark = RetryReport.mark();
    if ((set(STARTED) & CANCELLED) != 0) { // the call that has begun holds nothing
      return;
    }
    subscribing = Thread.currentThread();
    try {
      source().subscribe(this);
    } catch (Throwable failure) {
      if ((state & ENDED) != 0) {
        throw failure; // of the subscriber
      }
      onError(failure);
    } finally {
      subscribing = null;
    }
    Throwable failure = early;
    if (failure != null) {
      early = null;
      failed(failure);
    }
  }

  private Publisher<? extends T> source() {
    Publisher<? extends T> known = source.fixed();
    return known != null
        ? known
        : Objects.requireNonNull(
            source.ofAttempts().apply(attempt()),
            "the function returned null in place of a Publisher");
  }

  /** Most sources do not use it. All threads see the same one, and with it the same key. */
  private Attempt attempt() {
    Attempt known = attempt;
    if (known == null) {
      ATTEMPT.compareAndSet(this, null, driver.attempt(began));
      known = Objects.requireNonNull(attempt);
    }
    return known;
  }

  @Override
  public Context currentContext() {
    return downstream.currentContext().put(Attempt.class, attempt());
  }

  /** Returns the state before. */
  private int set(int bit) {
    int before = state;
    while ((before & bit) == 0 && !STATE.compareAndSet(this, before, before | bit)) {
      before = state;
    }
    return before;
  }

  /** Returns false if the subscriber has cancelled before: the call has ended with that. */
  private boolean end() {
    int before = state;
    while ((before & CANCELLED) == 0) {
      if (STATE.compareAndSet(this, before, before | ENDED)) {
        return true;
      }
      before = state;
    }
    return false;
  }

  @Override
  public void onSubscribe(Subscription subscription) {
    if (upstream != null) {
      subscription.cancel(); // a second one
      return;
    }
    upstream = subscription; // before the state is read, which a cancellation writes first
    if ((state & CANCELLED) != 0) {
      subscription.cancel();
    } else {
      subscription.request(Long.MAX_VALUE);
    }
  }

  @Override
  public void onNext(T next) {
    if (done) {
      Operators.onNextDropped(next, downstream.currentContext());
      return;
    }
    if (next == null) {
      onError(AttemptSubscriber.nullItem());
      return;
    }
    done = true;
    if (!end()) {
      Operators.onDiscard(next, downstream.currentContext());
      return;
    }
    driver.succeeded(began);
    int seen = state;
    if ((seen & REQUESTED) == 0) {
      item = next; // before the state, which the requesting thread reads
      seen = set(WAITS);
    }
    if ((seen & CANCELLED) != 0) {
      Operators.onDiscard(next, downstream.currentContext());
    } else if ((seen & REQUESTED) != 0) {
      emit(next);
    }
  }

  private void emit(T next) {
    downstream.onNext(next);
    downstream.onComplete();
  }

  @Override
  public void onComplete() {
    if (!done) {
      done = true;
      if (end()) {
        driver.succeeded(began);
        downstream.onComplete();
      }
    }
  }

  @Override
  public void onError(Throwable failure) {
    if (done) {
      Operators.onErrorDropped(failure, downstream.currentContext());
      return;
    }
    done = true;
    if (subscribing == Thread.currentThread()) {
      early = failure;
    } else {
      failed(failure);
    }
  }

  private void failed(Throwable failure) {
    if (!end()) {
      Operators.onErrorDropped(failure, downstream.currentContext());
      return;
    }
    DrivenCall<T> call = driver.failed(began, mark, failure, attempt());
    MonoCall<T> rest = new MonoCall<>(downstream, retry, source);
    remaining = rest; // before the state is read: a later request or cancellation finds it
    int seen = state;
    if ((seen & REQUESTED) != 0) {
      rest.request(1);
    }
    if ((seen & CANCELLED) != 0) {
      rest.cancel();
    }
    rest.resume(call);
  }

  @Override
  public void request(long number) {
    if (!Operators.validate(number)) {
      return;
    }
    int before = set(REQUESTED);
    MonoCall<T> rest = remaining;
    if (rest != null) {
      rest.request(number);
    } else if ((before & (WAITS | REQUESTED | CANCELLED)) == WAITS) {
      emit(Objects.requireNonNull(item));
    }
  }

  @Override
  public void cancel() {
    int before = set(CANCELLED);
    if ((before & CANCELLED) != 0) {
      return;
    }
    Subscription known = upstream;
    if (known != null) {
      Upstreams.cancel(known, downstream.currentContext());
    }
    MonoCall<T> rest = remaining;
    if (rest != null) {
      rest.cancel();
    } else if ((before & (STARTED | ENDED)) == STARTED) {
      driver.cancelled(began, mark);
    } else if ((before & (WAITS | REQUESTED)) == WAITS) {
      Operators.onDiscard(item, downstream.currentContext());
    }
  }

  @Override
  @SuppressWarnings("rawtypes") // of the overridden method
  public @Nullable Object scanUnsafe(Attr key) {
    return ScannedAttributes.ofSubscription(key, downstream, upstream, (state & CANCELLED) != 0);
  }
}
