package dev.reprise.reactor;

import static org.assertj.core.api.Assertions.assertThat;

import dev.reprise.Retry;
import dev.reprise.backoff.Backoff;
import dev.reprise.budget.RetryBudget;
import dev.reprise.decision.StopReason;
import dev.reprise.policy.RetryPolicy;
import dev.reprise.testing.RecordingListener;
import dev.reprise.testing.VirtualTime;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Consumer;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.TestFactory;
import org.reactivestreams.Publisher;
import org.reactivestreams.Subscriber;
import org.reactivestreams.Subscription;
import reactor.core.Disposable;
import reactor.core.publisher.BaseSubscriber;
import reactor.core.publisher.Flux;
import reactor.core.publisher.Hooks;
import reactor.core.publisher.Mono;
import reactor.core.scheduler.Scheduler;
import reactor.test.StepVerifier;

/**
 * Sources and subscribers that break the rules of Reactive Streams, or use all of their freedom.
 */
class MisbehavingSourcesTest {

  private static final EnumSet<World> FLUXES = EnumSet.of(World.FLUX, World.RESUBSCRIBING);

  @AfterEach
  void reset() {
    Hooks.resetOnErrorDropped();
    Hooks.resetOnNextDropped();
    Hooks.resetOnOperatorDebug();
  }

  private static Retry retry() {
    return Retry.of(
            RetryPolicy.builder()
                .maxAttempts(3)
                .retryOn(UncheckedIOException.class, IOException.class)
                .backoff(Backoff.none())
                .withoutTimeLimit()
                .build())
        .withBudget(RetryBudget.unlimited());
  }

  /** A subscription that counts. */
  private static final class Counted implements Subscription {
    final AtomicInteger cancellations = new AtomicInteger();

    @Override
    public void request(long number) {}

    @Override
    public void cancel() {
      cancellations.incrementAndGet();
    }
  }

  /** Retries a source as its subscriber sees it, without an operator in between. */
  private static Flux<String> retried(World world, Retry retry, Publisher<String> source) {
    ReactorRetry operators = ReactorRetry.of(retry);
    return switch (world) {
      case MONO -> operators.mono(Mono.fromDirect(source)).flux();
      case MONO_WITH -> operators.<String>monoWith(attempt -> Mono.fromDirect(source)).flux();
      case FLUX -> operators.fluxWith(attempt -> source);
      case RESUBSCRIBING -> operators.resubscribingAfterItems().fluxWith(attempt -> source);
      case RETRY_SPEC -> throw new IllegalArgumentException("no attempts");
    };
  }

  @TestFactory
  Stream<DynamicTest> a_source_that_throws_in_subscribe_has_failed() {
    return World.each(
        World.OPERATORS,
        world -> {
          AtomicInteger subscriptions = new AtomicInteger();
          Publisher<String> source =
              subscriber -> {
                if (subscriptions.incrementAndGet() < 3) {
                  throw new UncheckedIOException(new IOException("reset"));
                }
                Mono.just("page").subscribe(subscriber);
              };
          StepVerifier.create(retried(world, retry(), source)).expectNext("page").verifyComplete();
        });
  }

  @TestFactory
  Stream<DynamicTest> a_second_subscription_is_cancelled() {
    return World.each(
        World.OPERATORS,
        world -> {
          Counted second = new Counted();
          Publisher<String> source =
              subscriber -> {
                Counted first = new Counted();
                subscriber.onSubscribe(first);
                subscriber.onSubscribe(second);
                subscriber.onNext("page");
                subscriber.onComplete();
                assertThat(first.cancellations).hasValue(0);
              };
          StepVerifier.create(retried(world, retry(), source)).expectNext("page").verifyComplete();
          assertThat(second.cancellations).hasValue(1);
        });
  }

  @TestFactory
  Stream<DynamicTest> signals_after_the_end_are_dropped() {
    return World.each(
        World.OPERATORS,
        world -> {
          List<Object> dropped = new ArrayList<>();
          Hooks.onNextDropped(dropped::add);
          Hooks.onErrorDropped(failure -> dropped.add(failure.getMessage()));
          Publisher<String> source =
              subscriber -> {
                subscriber.onSubscribe(new Counted());
                subscriber.onNext("page");
                subscriber.onComplete();
                subscriber.onNext("late");
                subscriber.onError(new IOException("late too"));
                subscriber.onComplete();
              };
          StepVerifier.create(retried(world, retry(), source)).expectNext("page").verifyComplete();
          assertThat(dropped).containsExactly("late", "late too");
        });
  }

  @TestFactory
  Stream<DynamicTest> signals_after_a_failure_do_not_reach_the_next_attempt() {
    return World.each(
        World.OPERATORS,
        world -> {
          List<Object> dropped = new ArrayList<>();
          Hooks.onNextDropped(dropped::add);
          List<Subscriber<? super String>> subscribers = new ArrayList<>();
          Publisher<String> source =
              subscriber -> {
                subscribers.add(subscriber);
                subscriber.onSubscribe(new Counted());
                if (subscribers.size() == 1) {
                  subscriber.onError(new IOException("reset"));
                }
              };
          StepVerifier.create(retried(world, retry(), source))
              .then(() -> subscribers.get(0).onNext("late"))
              .then(() -> subscribers.get(1).onNext("page"))
              .then(() -> subscribers.get(1).onComplete())
              .expectNext("page")
              .verifyComplete();
          assertThat(dropped).containsExactly("late");
        });
  }

  @TestFactory
  @SuppressWarnings("NullAway") // what the test is about
  Stream<DynamicTest> a_source_that_emits_null_has_failed() {
    return World.each(
        World.OPERATORS,
        world -> {
          RecordingListener events = RecordingListener.forAllEvents();
          Publisher<String> source =
              subscriber -> {
                subscriber.onSubscribe(new Counted());
                subscriber.onNext(null);
                subscriber.onComplete();
              };
          StepVerifier.create(retried(world, retry().withListener(events), source))
              .verifyErrorMessage("the source has emitted null");
          assertThat(events.stopReason()).isEqualTo(StopReason.NOT_RETRYABLE);
        });
  }

  @TestFactory
  Stream<DynamicTest> a_source_without_a_subscription_is_followed() {
    return World.each(
        World.OPERATORS,
        world -> {
          Publisher<String> source =
              subscriber -> {
                subscriber.onNext("page");
                subscriber.onComplete();
              };
          StepVerifier.create(retried(world, retry(), source)).expectNext("page").verifyComplete();
        });
  }

  private static void subscribeWithoutCancel(Subscriber<?> subscriber) {
    subscriber.onSubscribe(
        new Subscription() {
          @Override
          public void request(long number) {}

          @Override
          public void cancel() {
            throw new IllegalStateException("bug");
          }
        });
  }

  @TestFactory
  Stream<DynamicTest> a_source_that_throws_in_cancel_does_not_keep_the_call() {
    return World.each(
        World.OPERATORS,
        world -> {
          List<Object> dropped = new ArrayList<>();
          Hooks.onErrorDropped(failure -> dropped.add(failure.getMessage()));
          RecordingListener events = RecordingListener.forAllEvents();
          Publisher<String> source = MisbehavingSourcesTest::subscribeWithoutCancel;
          retried(world, retry().withListener(events), source).subscribe().dispose();
          assertThat(dropped).containsExactly("bug");
          assertThat(events.stopReason()).isEqualTo(StopReason.CANCELLED);
        });
  }

  @TestFactory
  Stream<DynamicTest> a_hook_that_throws_for_such_a_source_does_not_keep_the_call() {
    return World.each(
        World.OPERATORS,
        world -> {
          Hooks.onErrorDropped(
              failure -> {
                throw new IllegalStateException("of the hook", failure);
              });
          RecordingListener events = RecordingListener.forAllEvents();
          Publisher<String> source = MisbehavingSourcesTest::subscribeWithoutCancel;
          retried(world, retry().withListener(events), source).subscribe().dispose();
          assertThat(events.stopReason()).isEqualTo(StopReason.CANCELLED);

          AtomicInteger subscriptions = new AtomicInteger();
          Publisher<String> firstHangs =
              subscriber -> {
                if (subscriptions.incrementAndGet() == 1) {
                  subscribeWithoutCancel(subscriber);
                } else {
                  Mono.just("page").subscribe(subscriber);
                }
              };
          VirtualTime time = VirtualTime.seeded(1);
          Retry timed =
              Retry.of(
                      RetryPolicy.builder()
                          .attemptTimeout(Duration.ofSeconds(1))
                          .backoff(Backoff.none())
                          .build())
                  .withEnvironment(time);
          CompletableFuture<String> page = retried(world, timed, firstHangs).next().toFuture();
          time.advance(Duration.ofSeconds(1));
          assertThat(page).isCompletedWithValue("page");
        });
  }

  @TestFactory
  Stream<DynamicTest> a_subscriber_that_cancels_in_onSubscribe_makes_no_call() {
    return World.each(
        World.OPERATORS,
        world -> {
          RecordingListener events = RecordingListener.forAllEvents();
          AtomicInteger subscriptions = new AtomicInteger();
          Flux<String> source =
              Flux.defer(
                  () -> {
                    subscriptions.incrementAndGet();
                    return Flux.just("page");
                  });
          subscribe(retried(world, retry().withListener(events), source), Subscription::cancel);
          assertThat(subscriptions).hasValue(0);
          assertThat(events.recorded()).isEmpty();
        });
  }

  @TestFactory
  Stream<DynamicTest> a_bad_request_is_an_error_of_the_subscriber() {
    return World.each(
        World.OPERATORS,
        world -> {
          List<String> seen =
              subscribe(
                  retried(world, retry(), Flux.just("page")),
                  subscription -> subscription.request(-1));
          assertThat(seen).singleElement().asString().contains("§3.9");
        });
  }

  @TestFactory
  Stream<DynamicTest> a_scheduler_that_throws_an_error_rejects_the_wait() {
    return World.each(
        EnumSet.allOf(World.class),
        world -> {
          RecordingListener events = RecordingListener.forAllEvents();
          IOException reset = new IOException("reset");
          Retry waiting =
              Retry.of(
                      RetryPolicy.builder()
                          .maxAttempts(3)
                          .backoff(Backoff.fixed(Duration.ofMillis(1)))
                          .withoutTimeLimit()
                          .build())
                  .withBudget(RetryBudget.unlimited())
                  .withListener(events);
          ReactorRetry operators = ReactorRetry.of(waiting).withScheduler(new BrokenScheduler());
          StepVerifier.create(world.retried(operators, Flux.error(reset)))
              .verifyErrorSatisfies(failure -> assertThat(failure).isSameAs(reset));
          assertThat(events.stopReason()).isEqualTo(StopReason.EXECUTOR_REJECTED);
        });
  }

  @TestFactory
  Stream<DynamicTest> a_scheduler_that_throws_an_error_rejects_the_timeout_of_an_attempt() {
    return World.each(
        World.OPERATORS,
        world -> {
          Retry timed =
              Retry.of(
                      RetryPolicy.builder()
                          .maxAttempts(1)
                          .attemptTimeout(Duration.ofHours(1))
                          .withoutTimeLimit()
                          .build())
                  .withBudget(RetryBudget.unlimited());
          ReactorRetry operators = ReactorRetry.of(timed).withScheduler(new BrokenScheduler());
          StepVerifier.create(world.retried(operators, Flux.never()))
              .verifyErrorSatisfies(
                  failure -> assertThat(failure).isInstanceOf(OutOfMemoryError.class));
        });
  }

  /** Throws what a pool throws that cannot create a thread. */
  private static final class BrokenScheduler implements Scheduler {

    @Override
    public Disposable schedule(Runnable task) {
      throw new OutOfMemoryError("unable to create native thread");
    }

    @Override
    public Disposable schedule(Runnable task, long delay, TimeUnit unit) {
      return schedule(task);
    }

    @Override
    public Worker createWorker() {
      throw new UnsupportedOperationException("the operators need no worker");
    }
  }

  private static List<String> subscribe(Flux<String> flux, Consumer<Subscription> first) {
    List<String> seen = new ArrayList<>();
    flux.subscribe(
        new Subscriber<>() {
          @Override
          public void onSubscribe(Subscription subscription) {
            first.accept(subscription);
          }

          @Override
          public void onNext(String item) {
            seen.add(item);
          }

          @Override
          public void onError(Throwable failure) {
            seen.add("" + failure);
          }

          @Override
          public void onComplete() {
            seen.add("end");
          }
        });
    return seen;
  }

  @TestFactory
  Stream<DynamicTest> a_million_items_arrive_with_each_kind_of_request() {
    return World.each(
        FLUXES,
        world -> {
          for (int batch : new int[] {1, 7, 256, Integer.MAX_VALUE}) {
            AtomicInteger seen = new AtomicInteger();
            world
                .retried(retry(), Flux.range(1, batch == 1 ? 10_000 : 1_000_000))
                .subscribe(
                    new BaseSubscriber<>() {
                      @Override
                      protected void hookOnSubscribe(Subscription subscription) {
                        request(batch);
                      }

                      @Override
                      protected void hookOnNext(Integer item) {
                        if (seen.incrementAndGet() % batch == 0) {
                          request(batch);
                        }
                      }
                    });
            assertThat(seen).hasValue(batch == 1 ? 10_000 : 1_000_000);
          }
        });
  }

  @TestFactory
  Stream<DynamicTest> operators_around_it_work_as_usual() {
    return World.each(
        EnumSet.allOf(World.class),
        world -> {
          Hooks.onOperatorDebug();
          AtomicInteger subscriptions = new AtomicInteger();
          Flux<String> flaky =
              Flux.<String>defer(
                      () ->
                          subscriptions.incrementAndGet() % 2 == 0
                              ? Flux.just("page")
                              : Flux.error(new IOException("reset")))
                  .checkpoint("orders");
          Flux<String> call = world.retried(retry(), flaky);
          StepVerifier.create(call.repeat(2)).expectNextCount(3).verifyComplete();
          StepVerifier.create(
                  Flux.range(0, 1_000)
                      .groupBy(number -> number % 4)
                      .flatMap(group -> group.flatMap(number -> call))
                      .count())
              .expectNext(1_000L)
              .verifyComplete();
        });
  }

  @TestFactory
  Stream<DynamicTest> a_resource_is_released_after_each_attempt_and_before_the_next() {
    return World.each(
        EnumSet.allOf(World.class),
        world -> {
          List<String> seen = new ArrayList<>();
          AtomicInteger opened = new AtomicInteger();
          Flux<String> source =
              Flux.usingWhen(
                  Mono.fromSupplier(
                      () -> {
                        seen.add("open");
                        return opened.incrementAndGet();
                      }),
                  number -> number < 3 ? Mono.error(new IOException("reset")) : Mono.just("page"),
                  number -> Mono.fromRunnable(() -> seen.add("close")));
          StepVerifier.create(world.retried(retry(), source)).expectNext("page").verifyComplete();
          assertThat(seen).containsExactly("open", "close", "open", "close", "open", "close");
        });
  }
}
