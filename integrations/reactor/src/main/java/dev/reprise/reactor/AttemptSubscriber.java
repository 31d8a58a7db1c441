package dev.reprise.reactor;

import dev.reprise.function.Attempt;
import dev.reprise.time.Delayer;
import java.util.concurrent.atomic.AtomicLongFieldUpdater;
import java.util.concurrent.atomic.AtomicReferenceFieldUpdater;
import org.jspecify.annotations.Nullable;
import org.reactivestreams.Subscription;
import reactor.core.CoreSubscriber;
import reactor.core.Scannable;
import reactor.core.publisher.Operators;
import reactor.util.context.Context;

/** The subscriber of one attempt. */
abstract class AttemptSubscriber<T> implements CoreSubscriber<T>, Scannable {

  @SuppressWarnings("rawtypes")
  private static final AtomicReferenceFieldUpdater<AttemptSubscriber, Subscription> UPSTREAM =
      AtomicReferenceFieldUpdater.newUpdater(
          AttemptSubscriber.class, Subscription.class, "upstream");

  @SuppressWarnings("rawtypes")
  private static final AtomicLongFieldUpdater<AttemptSubscriber> REQUESTED =
      AtomicLongFieldUpdater.newUpdater(AttemptSubscriber.class, "requested");

  private final SubscribedCall<T> call;
  private final Attempt attempt;
  private volatile @Nullable Subscription upstream;

  @SuppressWarnings("UnusedVariable") // by REQUESTED
  private volatile long requested;

  private Delayer.@Nullable Scheduled timeout;

  /** The thread in subscribe(), whose signals wait; read by that thread only to any effect. */
  private volatile @Nullable Thread subscribing;

  private @Nullable Runnable early;

  AttemptSubscriber(SubscribedCall<T> call, Attempt attempt) {
    this.call = call;
    this.attempt = attempt;
  }

  /** The failure of a source that emits null, which Reactive Streams forbids (rule 2.13). */
  static NullPointerException nullItem() {
    return new NullPointerException("the source has emitted null");
  }

  final Attempt attempt() {
    return attempt;
  }

  final SubscribedCall<T> call() {
    return call;
  }

  @Override
  public final Context currentContext() {
    return call.downstream().currentContext().put(Attempt.class, attempt);
  }

  final void timeout(Delayer.Scheduled scheduled) {
    timeout = scheduled;
  }

  final void endTimeout() {
    Delayer.Scheduled set = timeout;
    timeout = null;
    if (set != null) {
      set.cancel();
    }
  }

  final void beginSubscribe() {
    subscribing = Thread.currentThread();
  }

  /** Returns the change that was signalled during subscribe(). */
  final @Nullable Runnable endSubscribe() {
    subscribing = null;
    Runnable kept = early;
    early = null;
    return kept;
  }

  /** Makes a change because of a signal, but not below subscribe(). */
  final void signal(Runnable change) {
    if (subscribing != Thread.currentThread()) {
      call.change(change);
      return;
    }
    Runnable before = early;
    early =
        before == null
            ? change
            : () -> {
              before.run();
              change.run();
            };
  }

  /**
   * Stops the emission of items because of a timeout.
   *
   * @return false if a thread is emitting an item now; it repeats the timeout afterwards
   */
  boolean stopEmitting() {
    return true;
  }

  @Override
  public final void onSubscribe(Subscription subscription) {
    if (!UPSTREAM.compareAndSet(this, null, subscription)) {
      subscription.cancel(); // cancelled before, or a second one
      return;
    }
    requestFrom(subscription); // a request before the line above has left its number
  }

  /** Requests items, also before the subscription is known. */
  final void request(long number) {
    long unused = REQUESTED.accumulateAndGet(this, number, Operators::addCap);
    Subscription known = upstream;
    if (known != null) {
      requestFrom(known);
    }
  }

  private void requestFrom(Subscription subscription) {
    long number = REQUESTED.getAndSet(this, 0);
    if (number > 0) {
      subscription.request(number);
    }
  }

  final boolean isCancelled() {
    return upstream == Cancelled.INSTANCE;
  }

  final void cancel() {
    Subscription known = UPSTREAM.getAndSet(this, Cancelled.INSTANCE);
    if (known != null) {
      Upstreams.cancel(known, currentContext());
    }
  }

  @Override
  @SuppressWarnings("rawtypes") // of the overridden method
  public final @Nullable Object scanUnsafe(Attr key) {
    Subscription known = upstream;
    return ScannedAttributes.ofSubscription(
        key, call.downstream(), isCancelled() ? null : known, isCancelled());
  }

  /** In place of the subscription of a cancelled attempt. */
  private enum Cancelled implements Subscription {
    INSTANCE;

    @Override
    public void request(long number) {}

    @Override
    public void cancel() {}
  }
}
