package dev.reprise.reactor;

import dev.reprise.DrivenCall;
import dev.reprise.Retry;
import dev.reprise.RetryStep;
import dev.reprise.classify.Outcome;
import dev.reprise.context.CallContext;
import dev.reprise.decision.ResultRejectedException;
import dev.reprise.decision.StopReason;
import dev.reprise.function.Attempt;
import dev.reprise.time.Delayer;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;
import org.reactivestreams.Publisher;
import org.reactivestreams.Subscription;
import reactor.core.CoreSubscriber;
import reactor.core.Scannable;
import reactor.core.publisher.Operators;

/**
 * The call of one subscriber: subscribes to the source once per attempt, as the driven call
 * requests.
 */
// Concurrency. A driven call is used by one thread at a time, so each change of the call goes
// through SerialChanges, and code of the source and of the subscriber runs as an effect.
//
// Stack. A signal that a source sends during its own subscribe(), on the same thread, is kept until
// subscribe() has returned (AttemptSubscriber). The loop over the effects below it then finds the
// next attempt. So the stack does not grow with the number of attempts.
abstract class SubscribedCall<T> implements Subscription, Scannable {

  private final CoreSubscriber<? super T> downstream;
  private final Retry retry;
  private final Function<? super Attempt, ? extends Publisher<? extends T>> source;
  private final boolean fallsBack;
  private final SerialChanges changes;
  private volatile boolean cancelled;

  // Used by changes only.
  private final List<AttemptSubscriber<T>> inFlight = new ArrayList<>(1);
  private @Nullable DrivenCall<T> call;
  private Delayer.@Nullable Scheduled timer;
  private @Nullable Runnable shutdownHook;
  private @Nullable AttemptSubscriber<T> accepted;

  /** The last result, if it was rejected: the end of the call may still have it. */
  private @Nullable T rejected;

  private boolean over;

  SubscribedCall(CoreSubscriber<? super T> downstream, Retry retry, AttemptSource<T> source) {
    this.downstream = downstream;
    this.retry = retry;
    this.source = source.ofAttempts();
    fallsBack = source.fallsBack();
    changes = new SerialChanges(downstream::currentContext);
  }

  /** Creates the subscriber of an attempt, and requests from it what can be requested now. */
  abstract AttemptSubscriber<T> subscriber(Attempt attempt);

  /** Emits the end of the call, or its first item. Runs as an effect, in the call's context. */
  abstract void deliver(Outcome<T> outcome, @Nullable AttemptSubscriber<T> from);

  /** Returns the item; null if the call failed or has no item. */
  static <T> @Nullable T itemOf(Outcome<T> outcome) {
    return outcome instanceof Outcome.Returned<T> returned ? returned.value() : null;
  }

  /** Returns whether attempts may overlap. */
  boolean overlaps() {
    return true;
  }

  final CoreSubscriber<? super T> downstream() {
    return downstream;
  }

  @Override
  @SuppressWarnings("rawtypes") // of the overridden method
  public final @Nullable Object scanUnsafe(Attr key) {
    return ScannedAttributes.ofSubscription(key, downstream, null, cancelled);
  }

  final boolean isCancelled() {
    return cancelled;
  }

  final List<AttemptSubscriber<T>> inFlight() {
    return inFlight;
  }

  /** Begins the call. */
  final void subscribe() {
    downstream.onSubscribe(this);
    if (!cancelled) {
      change(this::start);
    }
  }

  /** Makes a change, and then runs effects. */
  final void change(Runnable change) {
    changes.make(change);
  }

  /** For changes: runs code of source or subscriber after the change. */
  final void effect(Runnable effect) {
    changes.effect(effect);
  }

  /** Continues a call whose first attempt has failed. */
  final void resume(DrivenCall<T> begun) {
    change(
        () -> {
          call = begun;
          follow(begun, cancelled ? begun.stop(StopReason.CANCELLED) : begun.next());
        });
  }

  private void start() {
    if (cancelled) {
      over = true;
      return;
    }
    DrivenCall<T> begun = retry.driver().start();
    call = begun;
    follow(begun, begun.next());
  }

  private void follow(DrivenCall<T> current, RetryStep step) {
    if (step instanceof RetryStep.Await) {
      return;
    }
    stopTimer();
    if (step instanceof RetryStep.End) {
      finish(current);
    } else if (step instanceof RetryStep.AttemptNow) {
      begin(current, step);
    } else if (overlaps() || !(step instanceof RetryStep.HedgeAfter)) {
      await(current, step);
    }
  }

  private void await(DrivenCall<T> current, RetryStep step) {
    try {
      timer = schedule(() -> begin(current, step), step.delay());
    } catch (Throwable rejection) {
      follow(current, current.rejected(rejection));
      return;
    }
    if (shutdownHook == null && step instanceof RetryStep.AttemptAfter) {
      shutdownHook = retry.onShutdown(this::shutDownLater);
    }
  }

  /** A scheduler may throw anything, such as an Error if no thread can be created: it rejects. */
  private Delayer.Scheduled schedule(Runnable change, Duration delay) {
    return Delayer.guarded(retry.environment().delayer())
        .schedule(() -> change(change), delay.toNanos());
  }

  /** The thread that shuts down does not run the subscriber, unless the scheduler is disposed. */
  private void shutDownLater() {
    try {
      Delayer.Scheduled unused = schedule(this::shutDown, Duration.ZERO);
    } catch (Throwable rejection) {
      change(this::shutDown);
    }
  }

  private void shutDown() {
    DrivenCall<T> current = call;
    if (!over && current != null) {
      follow(current, current.stop(StopReason.SHUT_DOWN));
    }
  }

  private void begin(DrivenCall<T> current, RetryStep step) {
    if (over) {
      return;
    }
    Attempt attempt = current.begin(step);
    RetryStep next = current.next();
    if (attempt != null) {
      discardRejected();
      AttemptSubscriber<T> subscriber = subscriber(attempt);
      inFlight.add(subscriber);
      effect(() -> subscribe(current, subscriber));
    }
    follow(current, next);
  }

  /** Starts the timeout of an attempt that has not ended; one whose timeout is rejected fails. */
  private void watch(DrivenCall<T> current, AttemptSubscriber<T> subscriber) {
    Duration limit =
        inFlight.contains(subscriber) ? current.timeout(subscriber.attempt()).orElse(null) : null;
    if (limit == null) {
      return;
    }
    try {
      subscriber.timeout(schedule(() -> timedOut(subscriber), limit));
    } catch (Throwable rejection) {
      subscriber.cancel();
      failed(subscriber, rejection);
    }
  }

  private void subscribe(DrivenCall<T> current, AttemptSubscriber<T> subscriber) {
    if (subscriber.isCancelled()) {
      return;
    }
    Runnable early;
    subscriber.beginSubscribe();
    try (CallContext.Scope scope = current.enter(subscriber.attempt())) {
      Publisher<? extends T> publisher =
          Objects.requireNonNull(
              source.apply(subscriber.attempt()),
              "the function returned null in place of a Publisher");
      publisher.subscribe(subscriber);
    } catch (Throwable failure) {
      subscriber.onError(failure);
    } finally {
      early = subscriber.endSubscribe();
    }
    Runnable change = early == null ? () -> watch(current, subscriber) : early;
    changes.makeWithoutEffects(change); // the loop below this method runs the effects
  }

  /** A change: the attempt has its result. */
  final void returned(AttemptSubscriber<T> subscriber, T result) {
    DrivenCall<T> current = Objects.requireNonNull(call);
    boolean known = leaves(subscriber);
    RetryStep step = current.returned(subscriber.attempt(), result);
    if (!known) { // too late: closed by the call if the policy hedges
      discard(result);
      return;
    }
    discardRejected(); // of an attempt that overlapped with this one
    if (step instanceof RetryStep.End && itemOf(current.outcome()) == result) {
      accepted = subscriber;
    } else {
      rejected = result;
      subscriber.cancel();
    }
    follow(current, step);
  }

  /** A change: the attempt has succeeded, and its items have been emitted. */
  final void succeeded(AttemptSubscriber<T> subscriber) {
    if (leaves(subscriber)) {
      DrivenCall<T> current = Objects.requireNonNull(call);
      follow(current, current.succeeded(subscriber.attempt()));
    }
  }

  /** A change: the attempt has failed. */
  final void failed(AttemptSubscriber<T> subscriber, Throwable failure) {
    if (leaves(subscriber)) {
      DrivenCall<T> current = Objects.requireNonNull(call);
      discardRejected();
      follow(current, current.failed(subscriber.attempt(), failure));
    } else {
      effect(() -> Operators.onErrorDropped(failure, downstream.currentContext()));
    }
  }

  /** A change: the time of the attempt is over. */
  final void timedOut(AttemptSubscriber<T> subscriber) {
    if (inFlight.contains(subscriber) && subscriber.stopEmitting() && leaves(subscriber)) {
      subscriber.cancel();
      DrivenCall<T> current = Objects.requireNonNull(call);
      discardRejected();
      follow(current, current.timedOut(subscriber.attempt()));
    }
  }

  private boolean leaves(AttemptSubscriber<T> subscriber) {
    subscriber.endTimeout();
    return inFlight.remove(subscriber);
  }

  /** For changes: nobody receives the item. */
  private void discard(@Nullable T item) {
    if (item != null) {
      effect(() -> Operators.onDiscard(item, downstream.currentContext()));
    }
  }

  /** For changes: an attempt has begun or ended after the one whose result was rejected. */
  private void discardRejected() {
    T item = rejected;
    rejected = null;
    discard(item);
  }

  private void stopTimer() {
    Delayer.Scheduled set = timer;
    timer = null;
    if (set != null) {
      set.cancel();
    }
  }

  private void finish(DrivenCall<T> current) {
    over = true;
    stopTimer();
    Runnable hook = shutdownHook;
    if (hook != null) {
      hook.run();
    }
    if (!inFlight.isEmpty()) {
      leaveOthersBehind();
    }
    Outcome<T> outcome = current.outcome();
    T item = itemWithin(outcome);
    if (item != rejected) {
      discardRejected();
    }
    effect(() -> deliver(current, outcome, item, accepted));
  }

  /** Returns the item of a call, also of one that fails because it was rejected; null for none. */
  private @Nullable T itemWithin(Outcome<T> outcome) {
    boolean failed =
        outcome.failureOrNull() instanceof ResultRejectedException failure
            && failure.result() == rejected;
    return failed ? rejected : itemOf(outcome);
  }

  private void leaveOthersBehind() {
    List<AttemptSubscriber<T>> losers = List.copyOf(inFlight);
    inFlight.clear();
    for (AttemptSubscriber<T> loser : losers) {
      loser.endTimeout();
      loser.cancel();
    }
  }

  private void deliver(
      DrivenCall<T> current,
      Outcome<T> outcome,
      @Nullable T item,
      @Nullable AttemptSubscriber<T> from) {
    if (cancelled) {
      if (item != null) {
        Operators.onDiscard(item, downstream.currentContext());
      }
      if (from != null) {
        from.cancel();
      }
      return;
    }
    try (CallContext.Scope scope = current.enter()) {
      if (fallsBack && current.wantsFallback()) {
        downstream.onError(new CallFallback(current));
      } else {
        deliver(outcome, from);
      }
    }
  }

  @Override
  public final void cancel() {
    if (!cancelled) {
      cancelled = true; // before the change: the start sees it, or the change sees the call
      change(this::leave);
    }
  }

  private void leave() {
    AttemptSubscriber<T> winner = accepted;
    if (winner != null) {
      winner.cancel();
    }
    DrivenCall<T> current = call;
    if (!over && current != null) {
      List.copyOf(inFlight).forEach(AttemptSubscriber::cancel); // before listeners are notified
      follow(current, current.stop(StopReason.CANCELLED));
    }
    over = true;
  }
}
