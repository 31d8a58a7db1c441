package dev.reprise.reactor;

import static org.assertj.core.api.Assertions.assertThat;

import dev.reprise.Retry;
import dev.reprise.backoff.Backoff;
import dev.reprise.budget.RetryBudget;
import dev.reprise.decision.StopReason;
import dev.reprise.policy.RetryPolicy;
import dev.reprise.policy.RetryPolicyBuilder;
import dev.reprise.testing.RecordingListener;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CyclicBarrier;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Consumer;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.reactivestreams.Subscription;
import reactor.core.publisher.BaseSubscriber;
import reactor.core.publisher.Flux;
import reactor.core.publisher.FluxSink;
import reactor.core.publisher.Mono;
import reactor.core.publisher.MonoSink;
import reactor.core.publisher.Sinks;
import reactor.test.scheduler.VirtualTimeScheduler;
import reactor.util.context.Context;

/** Two signals at the same time, in many rounds. */
class RacesTest {

  private static final int ROUNDS = 3_000;

  private final ExecutorService other = Executors.newSingleThreadExecutor();
  private final CyclicBarrier start = new CyclicBarrier(2);

  @AfterEach
  void stop() {
    other.shutdownNow();
  }

  private void race(Runnable one, Runnable two) throws Exception {
    Future<?> there =
        other.submit(
            () -> {
              start.await(1, TimeUnit.MINUTES);
              two.run();
              return null;
            });
    start.await(1, TimeUnit.MINUTES);
    one.run();
    there.get(1, TimeUnit.MINUTES);
  }

  private static Retry retry(Consumer<RetryPolicyBuilder> settings) {
    RetryPolicyBuilder policy =
        RetryPolicy.builder().maxAttempts(3).backoff(Backoff.none()).withoutTimeLimit();
    settings.accept(policy);
    return Retry.of(policy.build()).withBudget(RetryBudget.unlimited());
  }

  @Test
  void an_item_is_delivered_or_discarded_when_the_subscriber_cancels() throws Exception {
    AtomicInteger delivered = new AtomicInteger();
    AtomicInteger discarded = new AtomicInteger();
    AtomicInteger notSent = new AtomicInteger(); // a MonoSink drops an item during its own cancel()
    Consumer<Object> dropped = item -> notSent.incrementAndGet();
    for (int round = 1; round <= ROUNDS; round++) {
      RecordingListener events = RecordingListener.forAllEvents();
      AtomicReference<MonoSink<String>> source = new AtomicReference<>();
      BaseSubscriber<String> subscriber =
          new BaseSubscriber<>() {
            @Override
            protected void hookOnNext(String item) {
              delivered.incrementAndGet();
            }
          };
      Mono.<String>create(source::set)
          .transform(ReactorRetry.of(retry(policy -> {}).withListener(events))::mono)
          .doOnDiscard(String.class, item -> discarded.incrementAndGet())
          .contextWrite(Context.of("reactor.onNextDropped.local", dropped))
          .subscribe(subscriber);

      race(() -> source.get().success("page"), subscriber::cancel);

      assertThat(delivered.get() + discarded.get() + notSent.get()).isEqualTo(round);
      assertThat(events.stopReason()).isIn(StopReason.SUCCEEDED, StopReason.CANCELLED);
    }
  }

  @Test
  void no_request_is_lost_beside_the_first_item() throws Exception {
    List<Integer> all = IntStream.rangeClosed(1, 100).boxed().toList();
    for (int round = 0; round < ROUNDS; round++) {
      Sinks.One<String> begin = Sinks.one();
      List<Integer> seen = new ArrayList<>();
      AtomicInteger completed = new AtomicInteger();
      BaseSubscriber<Integer> subscriber =
          new BaseSubscriber<>() {
            @Override
            protected void hookOnSubscribe(Subscription subscription) {
              subscription.request(1);
            }

            @Override
            protected void hookOnNext(Integer item) {
              seen.add(item);
            }

            @Override
            protected void hookOnComplete() {
              completed.incrementAndGet();
            }
          };
      begin
          .asMono()
          .flatMapMany(go -> Flux.fromIterable(all))
          .transform(ReactorRetry.of(retry(policy -> {}))::flux)
          .subscribe(subscriber);

      race(() -> begin.tryEmitValue("go"), () -> subscriber.request(99));

      assertThat(seen).isEqualTo(all);
      assertThat(completed).hasValue(1);
    }
  }

  @Test
  void items_of_an_attempt_that_timed_out_never_overlap_with_those_of_the_next() throws Exception {
    for (int round = 0; round < ROUNDS; round++) {
      VirtualTimeScheduler time = VirtualTimeScheduler.create();
      AtomicReference<FluxSink<Integer>> source = new AtomicReference<>();
      AtomicInteger inside = new AtomicInteger();
      List<Integer> seen = new ArrayList<>();
      AtomicInteger completed = new AtomicInteger();
      ReactorRetry.of(retry(policy -> policy.attemptTimeout(Duration.ofSeconds(1))))
          .withScheduler(time)
          .resubscribingAfterItems()
          .<Integer>fluxWith(
              attempt -> attempt.number() == 1 ? Flux.create(source::set) : Flux.just(7, 8))
          .subscribe(
              item -> {
                assertThat(inside.incrementAndGet()).isOne();
                seen.add(item);
                inside.decrementAndGet();
              },
              failure -> {
                throw new AssertionError(failure);
              },
              completed::incrementAndGet);

      race(() -> source.get().next(1).next(2), () -> time.advanceTimeBy(Duration.ofSeconds(1)));

      assertThat(seen).isIn(List.of(7, 8), List.of(1, 7, 8), List.of(1, 2, 7, 8));
      assertThat(completed).hasValue(1);
      time.dispose();
    }
  }
}
