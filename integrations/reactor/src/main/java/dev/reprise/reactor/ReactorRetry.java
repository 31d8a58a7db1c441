package dev.reprise.reactor;

import dev.reprise.Retry;
import dev.reprise.RetryResult;
import dev.reprise.function.Attempt;
import dev.reprise.time.RetryEnvironment;
import java.util.Objects;
import java.util.concurrent.TimeUnit;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;
import org.reactivestreams.Publisher;
import reactor.core.publisher.Flux;
import reactor.core.publisher.Mono;
import reactor.core.scheduler.Scheduler;
import reactor.core.scheduler.Schedulers;

/**
 * Retries Mono and Flux with a {@link Retry}. Each subscription is one call, and each attempt
 * subscribes to the source again.
 *
 * <pre>{@code
 * ReactorRetry orders = ReactorRetry.of(Retry.of(policy).named("orders"));
 * Mono<Order> order = client.fetch(id).transform(orders::mono);
 * Flux<Order> all = client.list().transform(orders::flux);
 * }</pre>
 *
 * <p>Attempts see the Reactor Context of the subscriber, which contains the {@link Attempt} under
 * the key {@code Attempt.class}. A {@linkplain Retry#withContext context} of the retry is captured
 * on the subscribing thread and restored on the thread that subscribes to an attempt, for listeners
 * and for the end of the call.
 *
 * <p>A cancellation cancels attempts in flight and ends the call at once. A failure arrives as the
 * source has sent it, with the report as a suppressed exception. An item that the policy rejects is
 * discarded ({@code doOnDiscard}) when the next attempt begins, unless the call ends with it. No
 * thread is blocked, and the stack does not grow with the number of attempts. An attempt subscribes
 * on the thread on which the previous one has ended, or on a thread of the scheduler after a delay.
 *
 * <p>Immutable, safe for use by any thread. Arguments are not null: a null argument causes a {@link
 * NullPointerException}.
 */
public final class ReactorRetry {

  private final Retry retry;
  private final @Nullable Scheduler scheduler;
  private final boolean resubscribesAfterItems;

  /** The retry with the clock and the timer of the scheduler that was used last. */
  private volatile @Nullable Bound bound;

  private ReactorRetry(Retry retry, @Nullable Scheduler scheduler, boolean resubscribesAfterItems) {
    this.retry = retry;
    this.scheduler = scheduler;
    this.resubscribesAfterItems = resubscribesAfterItems;
  }

  /**
   * Creates operators for a retry. Delays and timeouts use {@link Schedulers#parallel()}, or the
   * timer of the retry's {@linkplain Retry#withEnvironment environment} if that is not the {@link
   * RetryEnvironment#system() system}.
   *
   * @param retry the retry
   * @return its operators
   */
  public static ReactorRetry of(Retry retry) {
    return new ReactorRetry(Objects.requireNonNull(retry, "retry"), null, false);
  }

  /**
   * Sets the scheduler for delays, hedges and timeouts. Its {@linkplain Scheduler#now clock} is
   * that of the calls: deadlines of a virtual scheduler are virtual too.
   *
   * @param scheduler a scheduler that accepts delays; if it rejects one, the call ends, whatever
   *     the scheduler throws
   * @return a copy with this scheduler, which shares the state of the retry
   */
  public ReactorRetry withScheduler(Scheduler scheduler) {
    return new ReactorRetry(
        retry, Objects.requireNonNull(scheduler, "scheduler"), resubscribesAfterItems);
  }

  /**
   * Subscribes to a Flux again even if the failed attempt has emitted items. The subscriber then
   * receives the items of all attempts, in general some of them twice. The attempt timeout limits
   * an attempt until its source has completed. Conditions on results do not apply, and attempts are
   * not hedged.
   *
   * @return a copy that subscribes again, which shares the state of the retry
   */
  public ReactorRetry resubscribingAfterItems() {
    return new ReactorRetry(retry, scheduler, true);
  }

  /**
   * Retries a Mono. Its item is the result for the policy, or null if it is empty. The operator is
   * meant for {@link Mono#transform}.
   *
   * @param source subscribed to once per attempt
   * @param <T> type of the item
   * @return a Mono that makes one call per subscription
   */
  public <T> Mono<T> mono(Mono<T> source) {
    Objects.requireNonNull(source, "source");
    return RetriedMono.of(this, AttemptSource.fixed(source));
  }

  /**
   * Retries a Mono that is created for each attempt, for example with its idempotency key.
   *
   * @param source returns the Mono of an attempt; its exceptions are failures of the attempt
   * @param <T> type of the item
   * @return a Mono that makes one call per subscription
   */
  public <T> Mono<T> monoWith(Function<? super Attempt, ? extends Mono<? extends T>> source) {
    return RetriedMono.of(this, AttemptSource.of(source));
  }

  /**
   * Retries a Mono, and subscribes to another one if the call gives up. In contrast to {@link
   * Mono#onErrorResume}, a rejected result and an empty Mono that the policy rejects have a
   * fallback too, a shutdown and an {@code Error} have none, and the fallback is counted and has
   * the failure of the call in its own exception, as {@link Retry#callOrElse} defines.
   *
   * @param source returns the Mono of an attempt; its exceptions are failures of the attempt
   * @param fallback receives the failed call, and returns the Mono in its place
   * @param <T> type of the item
   * @return a Mono that makes one call per subscription
   */
  public <T> Mono<T> monoOrElse(
      Function<? super Attempt, ? extends Mono<? extends T>> source,
      Function<? super RetryResult<T>, ? extends Mono<? extends T>> fallback) {
    Objects.requireNonNull(fallback, "fallback");
    AttemptSource<T> attempts = AttemptSource.of(source);
    return CallFallback.answer(RetriedMono.of(this, attempts.withFallback()), fallback);
  }

  /**
   * Retries a Flux until its first item. With it the call has succeeded, and the following signals
   * arrive unchanged: a failure after an item is not retried and has no report. So the attempt
   * timeout limits the time to the first item, and the first item is the result for the policy, or
   * null if the Flux is empty. With a hedge, the attempt that emits first wins. An attempt is asked
   * for one item first, when the subscriber has requested one. Attempt timeout and deadline count
   * also while it has not.
   *
   * <p>The operator is meant for {@link Flux#transform}. See {@link #resubscribingAfterItems()} to
   * retry after items too.
   *
   * @param source subscribed to once per attempt
   * @param <T> type of the items
   * @return a Flux that makes one call per subscription
   */
  public <T> Flux<T> flux(Flux<T> source) {
    Objects.requireNonNull(source, "source");
    return RetriedFlux.of(this, AttemptSource.fixed(source));
  }

  /**
   * Retries a Flux that is created for each attempt. Otherwise like {@link #flux}.
   *
   * @param source returns the source of an attempt; its exceptions are failures of the attempt
   * @param <T> type of the items
   * @return a Flux that makes one call per subscription
   */
  public <T> Flux<T> fluxWith(Function<? super Attempt, ? extends Publisher<? extends T>> source) {
    return RetriedFlux.of(this, AttemptSource.of(source));
  }

  /**
   * Retries a Flux, and subscribes to another source if the call gives up, as {@link #monoOrElse}.
   *
   * @param source returns the source of an attempt; its exceptions are failures of the attempt
   * @param fallback receives the failed call, and returns the source in its place
   * @param <T> type of the items
   * @return a Flux that makes one call per subscription
   */
  public <T> Flux<T> fluxOrElse(
      Function<? super Attempt, ? extends Publisher<? extends T>> source,
      Function<? super RetryResult<T>, ? extends Publisher<? extends T>> fallback) {
    Objects.requireNonNull(fallback, "fallback");
    AttemptSource<T> attempts = AttemptSource.of(source);
    return CallFallback.answer(RetriedFlux.of(this, attempts.withFallback()), fallback);
  }

  /**
   * Returns the retry for {@link Mono#retryWhen} and {@link Flux#retryWhen}. Prefer {@link #mono}
   * and {@link #flux}, because Reactor reports only failures to it. So it does not see results, it
   * does not hedge, it subscribes to a Flux again after items, and it counts a cancellation during
   * an attempt as a success. A pause before the first attempt is not made. The failure arrives as
   * the source has sent it, not in {@code RetryExhaustedException}.
   *
   * @return the companion
   * @throws IllegalArgumentException if the policy has an attempt timeout, which it cannot apply
   */
  public reactor.util.retry.Retry retrySpec() {
    if (retry.policy().hasAttemptTimeout()) {
      throw new IllegalArgumentException(
          "retrySpec() cannot apply the attempt timeout of "
              + retry.name()
              + "; use transform with mono or flux of ReactorRetry");
    }
    return new Companions(this);
  }

  /** Returns the retry for a call that begins now. */
  Retry bound() {
    Scheduler chosen = scheduler;
    if (chosen == null) {
      if (retry.environment() != RetryEnvironment.system()) {
        return retry;
      }
      chosen = Schedulers.parallel(); // not kept: tests replace it
    }
    Bound known = bound;
    if (known == null || known.scheduler != chosen) {
      known = new Bound(retry.withEnvironment(on(chosen, retry.environment())), chosen);
      bound = known;
    }
    return known.retry;
  }

  /** A retry whose clock and timer are those of a scheduler. */
  private record Bound(Retry retry, Scheduler scheduler) {}

  /**
   * Returns an environment with the clock and the timer of a scheduler. Its clock is {@link
   * System#nanoTime()} unless it has its own, as the virtual one of reactor-test.
   */
  private static RetryEnvironment on(Scheduler scheduler, RetryEnvironment other) {
    return other
        .withTicks(() -> scheduler.now(TimeUnit.NANOSECONDS))
        .withDelayer(
            (task, delayNanos) ->
                scheduler.schedule(task, Math.max(0, delayNanos), TimeUnit.NANOSECONDS)::dispose);
  }

  boolean resubscribesAfterItems() {
    return resubscribesAfterItems;
  }

  /**
   * The name of the retry.
   *
   * @return one line
   */
  @Override
  public String toString() {
    return "reactor operators of " + retry.name();
  }

  /** The companion for retryWhen. */
  private static final class Companions extends reactor.util.retry.Retry {

    private final ReactorRetry settings;

    Companions(ReactorRetry settings) {
      this.settings = settings;
    }

    @Override
    public Publisher<?> generateCompanion(Flux<RetrySignal> signals) {
      return RetrySpecCompanion.of(settings, signals);
    }
  }
}
