package dev.reprise.reactor;

import static org.assertj.core.api.Assertions.assertThat;

import dev.reprise.Retry;
import dev.reprise.backoff.Backoff;
import dev.reprise.budget.RetryBudget;
import dev.reprise.hedge.Hedge;
import dev.reprise.policy.Idempotency;
import dev.reprise.policy.RetryPolicy;
import dev.reprise.policy.RetryPolicyBuilder;
import dev.reprise.testing.RecordingListener;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.TestFactory;
import org.reactivestreams.Publisher;
import org.reactivestreams.Subscriber;
import org.reactivestreams.Subscription;
import reactor.core.publisher.BaseSubscriber;
import reactor.core.publisher.Flux;
import reactor.core.publisher.Mono;
import reactor.test.scheduler.VirtualTimeScheduler;

/**
 * Calls with random attempts, policies, requests, cancellations and shutdowns, in virtual time:
 * each call ends once, no source is left running, and each item is delivered or discarded.
 */
class RandomCallsTest {

  private static final int ROUNDS = 2_000;

  private VirtualTimeScheduler time;

  @BeforeEach
  void useVirtualTime() {
    time = VirtualTimeScheduler.getOrSet();
  }

  @AfterEach
  void useRealTime() {
    VirtualTimeScheduler.reset();
  }

  /** One call and its results. */
  private final class Call {

    final Random random;
    final RecordingListener events = RecordingListener.forAllEvents();
    final List<String> sent = new ArrayList<>();
    final List<String> received = new ArrayList<>();
    int running;
    int ends;
    boolean cancelled;

    Call(long seed) {
      random = new Random(seed);
    }

    int upTo(int bound) {
      return random.nextInt(bound + 1);
    }

    Retry retry(boolean mayOverlap) {
      RetryPolicyBuilder policy =
          RetryPolicy.builder()
              .maxAttempts(1 + upTo(3))
              .backoff(random.nextBoolean() ? Backoff.none() : Backoff.fixed(millis(1 + upTo(9))))
              .idempotency(Idempotency.IDEMPOTENT)
              .withoutTimeLimit();
      if (mayOverlap && random.nextInt(3) == 0) {
        policy.attemptTimeout(millis(1 + upTo(10)));
      }
      if (mayOverlap && random.nextInt(3) == 0) {
        policy.hedge(Hedge.after(millis(1 + upTo(10))));
      }
      return Retry.of(policy.build()).withBudget(RetryBudget.unlimited()).withListener(events);
    }

    /** Sends its only signal at once or later; a cancellation may come too late for it. */
    Publisher<String> source() {
      return subscriber -> new Source(this, subscriber).begin();
    }
  }

  private static Duration millis(long number) {
    return Duration.ofMillis(number);
  }

  /** One subscription of the source. */
  private final class Source implements Subscription {

    private final Call call;
    private final Subscriber<? super String> subscriber;
    private final boolean late;
    private final boolean fails;
    private final boolean empty;
    private boolean ended;

    Source(Call call, Subscriber<? super String> subscriber) {
      this.call = call;
      this.subscriber = subscriber;
      late = call.random.nextInt(4) == 0;
      fails = call.random.nextBoolean();
      empty = call.random.nextInt(5) == 0;
    }

    void begin() {
      call.running++;
      subscriber.onSubscribe(this);
      int delay = call.random.nextBoolean() ? 0 : call.upTo(12);
      if (delay == 0) {
        signal();
      } else if (delay < 12) {
        time.schedule(this::signal, delay, TimeUnit.MILLISECONDS);
      }
    }

    private void signal() {
      boolean cancelledBefore = ended;
      if (cancelledBefore && !late) {
        return;
      }
      end();
      if (fails) {
        if (!cancelledBefore) {
          subscriber.onError(new IOException("reset"));
        }
        return;
      }
      if (!empty) {
        String item = "item " + call.sent.size();
        call.sent.add(item);
        subscriber.onNext(item);
      }
      subscriber.onComplete();
    }

    private void end() {
      if (!ended) {
        ended = true;
        call.running--;
      }
    }

    @Override
    public void request(long number) {}

    @Override
    public void cancel() {
      end();
    }
  }

  private static Flux<String> retried(World world, Retry retry, Publisher<String> source) {
    ReactorRetry operators = ReactorRetry.of(retry);
    return switch (world) {
      case MONO -> operators.mono(Mono.fromDirect(source)).flux();
      case MONO_WITH -> operators.<String>monoWith(attempt -> Mono.fromDirect(source)).flux();
      case FLUX -> operators.flux(Flux.from(source));
      case RESUBSCRIBING -> operators.resubscribingAfterItems().flux(Flux.from(source));
      case RETRY_SPEC -> Flux.from(source).retryWhen(operators.retrySpec());
    };
  }

  private void play(World world, long seed) {
    Call call = new Call(seed);
    Retry retry = call.retry(world != World.RETRY_SPEC);
    BaseSubscriber<String> subscriber =
        new BaseSubscriber<>() {
          @Override
          protected void hookOnSubscribe(Subscription subscription) {
            requestUnbounded();
          }

          @Override
          protected void hookOnNext(String item) {
            call.received.add(item);
          }

          @Override
          protected void hookOnError(Throwable failure) {
            call.ends++;
          }

          @Override
          protected void hookOnComplete() {
            call.ends++;
          }
        };
    retried(world, retry, call.source())
        .doOnDiscard(String.class, call.received::add)
        .subscribe(subscriber);
    int cancelAt = call.upTo(60);
    int shutDownAt = call.upTo(60);
    for (int now = 0; now < 200; now++) {
      if (now == cancelAt && call.ends == 0) {
        call.cancelled = true;
        subscriber.cancel();
      }
      if (now == shutDownAt && call.random.nextBoolean()) {
        retry.shutdown();
      }
      time.advanceTimeBy(millis(1));
    }
    if (call.ends == 0 && !call.cancelled) { // an attempt that never ends
      call.cancelled = true;
      subscriber.cancel();
    }
    assertThat(call.ends).isEqualTo(call.cancelled ? 0 : 1);
    assertThat(call.running).as("sources that run").isZero();
    call.events.assertGrammar();
    assertThat(call.events.stopReason()).isNotNull();
    if (world != World.RETRY_SPEC) { // Reactor drops items after a cancellation
      assertThat(call.received).containsExactlyInAnyOrderElementsOf(call.sent);
    }
  }

  @TestFactory
  Stream<DynamicTest> each_call_ends_once_and_leaves_nothing_behind() {
    return World.each(
        List.of(World.values()),
        world -> {
          long first = System.nanoTime();
          for (long seed = first; seed < first + ROUNDS; seed++) {
            try {
              play(world, seed);
            } catch (Throwable failure) {
              throw new AssertionError("seed " + seed + ": " + failure.getMessage(), failure);
            }
          }
        });
  }
}
