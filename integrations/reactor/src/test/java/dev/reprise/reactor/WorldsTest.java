package dev.reprise.reactor;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import dev.reprise.Retry;
import dev.reprise.backoff.Backoff;
import dev.reprise.budget.RetryBudget;
import dev.reprise.classify.AttemptTimeoutException;
import dev.reprise.context.CallContext;
import dev.reprise.decision.StopReason;
import dev.reprise.event.RetryListener;
import dev.reprise.hedge.Hedge;
import dev.reprise.policy.Idempotency;
import dev.reprise.policy.RetryPolicy;
import dev.reprise.policy.RetryPolicyBuilder;
import dev.reprise.report.RetryReport;
import dev.reprise.testing.RecordingListener;
import java.io.IOException;
import java.time.Duration;
import java.util.EnumSet;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Consumer;
import java.util.stream.Stream;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.TestFactory;
import reactor.core.publisher.Flux;
import reactor.test.StepVerifier;

/** The cells of the table in the guide: what a call can do, through each operator. */
class WorldsTest {

  private static final Duration DELAY = Duration.ofMillis(100);
  private static final EnumSet<World> ALL = EnumSet.allOf(World.class);

  /** One call, with a source that counts. */
  private static final class Call {

    final RecordingListener events = RecordingListener.forAllEvents();
    final AtomicInteger subscriptions = new AtomicInteger();
    final AtomicInteger cancellations = new AtomicInteger();

    Retry retry(Consumer<RetryPolicyBuilder> settings) {
      RetryPolicyBuilder policy =
          RetryPolicy.builder().maxAttempts(3).backoff(Backoff.fixed(DELAY)).withoutTimeLimit();
      settings.accept(policy);
      return Retry.of(policy.build())
          .withBudget(RetryBudget.unlimited())
          .named("orders")
          .withListener(events);
    }

    /** Fails a number of subscriptions, and then emits an item. */
    Flux<String> failing(int times) {
      return Flux.defer(
          () ->
              subscriptions.incrementAndGet() > times
                  ? Flux.just("page")
                  : Flux.error(new IOException("reset " + subscriptions.get())));
    }

    /** Does not answer for a number of subscriptions, and then emits an item. */
    Flux<String> silent(int times) {
      return Flux.defer(
          () ->
              subscriptions.incrementAndGet() > times
                  ? Flux.just("page")
                  : Flux.<String>never().doOnCancel(cancellations::incrementAndGet));
    }
  }

  @TestFactory
  Stream<DynamicTest> a_cancellation_cancels_the_attempt_and_ends_the_call() {
    return World.each(
        ALL,
        world -> {
          Call call = new Call();
          world.retried(call.retry(p -> {}), call.silent(9)).subscribe().dispose();
          assertThat(call.cancellations).hasValue(1);
          // To the companion, Reactor reports this in the same way as the end of the source.
          assertThat(call.events.stopReason())
              .isEqualTo(world == World.RETRY_SPEC ? StopReason.SUCCEEDED : StopReason.CANCELLED);
        });
  }

  @TestFactory
  Stream<DynamicTest> a_cancellation_during_the_wait_makes_no_further_attempt() {
    return World.each(
        ALL,
        world -> {
          Call call = new Call();
          StepVerifier.withVirtualTime(() -> world.retried(call.retry(p -> {}), call.failing(9)))
              .expectSubscription()
              .expectNoEvent(Duration.ofMillis(50))
              .thenCancel()
              .verify();
          assertThat(call.subscriptions).hasValue(1);
          assertThat(call.events.stopReason()).isEqualTo(StopReason.CANCELLED);
        });
  }

  @TestFactory
  Stream<DynamicTest> an_attempt_that_exceeds_its_timeout_is_cancelled_and_retried() {
    return World.each(
        World.OPERATORS,
        world -> {
          Call call = new Call();
          Retry retry = call.retry(p -> p.attemptTimeout(Duration.ofSeconds(1)));
          StepVerifier.withVirtualTime(() -> world.retried(retry, call.silent(1)))
              .expectSubscription()
              .expectNoEvent(Duration.ofMillis(1_099))
              .thenAwait(Duration.ofMillis(1))
              .expectNext("page")
              .verifyComplete();
          assertThat(call.cancellations).hasValue(1);
          assertThat(call.events.recorded().toString())
              .contains(AttemptTimeoutException.class.getSimpleName());
        });
  }

  @TestFactory
  Stream<DynamicTest> a_timeout_that_cannot_be_applied_is_refused() {
    return World.each(
        EnumSet.of(World.RETRY_SPEC),
        world -> {
          Call call = new Call();
          Retry retry = call.retry(p -> p.attemptTimeout(Duration.ofSeconds(1)));
          assertThatIllegalArgumentException()
              .isThrownBy(() -> world.retried(retry, call.failing(0)));
        });
  }

  @TestFactory
  Stream<DynamicTest> the_context_of_the_subscriber_reaches_each_attempt() {
    return World.each(
        ALL,
        world -> {
          Call call = new Call();
          List<String> seen = new CopyOnWriteArrayList<>();
          Flux<String> source =
              Flux.deferContextual(
                      context -> {
                        seen.add(context.get("user") + " " + context.get("own"));
                        return call.failing(2);
                      })
                  .contextWrite(context -> context.put("own", "of the source"));
          StepVerifier.withVirtualTime(
                  () ->
                      world
                          .retried(call.retry(p -> {}), source)
                          .flatMap(
                              page ->
                                  Flux.deferContextual(
                                      below -> Flux.just(page + " " + below.hasKey("own"))))
                          .contextWrite(context -> context.put("user", "ann")))
              .thenAwait(Duration.ofSeconds(1))
              .expectNext("page false")
              .verifyComplete();
          assertThat(seen).hasSize(3).containsOnly("ann of the source");
        });
  }

  @TestFactory
  Stream<DynamicTest> a_context_of_the_thread_reaches_listeners_and_attempts() {
    return World.each(
        ALL,
        world -> {
          Call call = new Call();
          ThreadLocal<String> user = new ThreadLocal<>();
          List<String> attempts = new CopyOnWriteArrayList<>();
          List<String> listeners = new CopyOnWriteArrayList<>();
          Retry retry =
              call.retry(p -> p.backoff(Backoff.fixed(Duration.ofMillis(1))))
                  .withContext(CallContext.of(user::get, user::set, user::remove))
                  .withListener(
                      RetryListener.forAllEvents(event -> listeners.add("" + user.get())));
          user.set("ann");
          Flux<String> source =
              Flux.defer(
                  () -> {
                    attempts.add("" + user.get());
                    return call.failing(2);
                  });
          assertThat(world.retried(retry, source).blockLast()).isEqualTo("page");
          user.remove();
          assertThat(listeners).isNotEmpty().containsOnly("ann");
          assertThat(attempts).hasSize(3);
          if (world != World.RETRY_SPEC) { // whose attempts Reactor makes
            assertThat(attempts).containsOnly("ann");
          }
        });
  }

  @TestFactory
  Stream<DynamicTest> a_hint_of_the_server_lengthens_the_wait() {
    return World.each(
        ALL,
        world -> {
          Call call = new Call();
          Retry retry =
              call.retry(
                  p ->
                      p.hintJitter(0)
                          .hintFrom("after", IOException.class, f -> Duration.ofSeconds(7)));
          StepVerifier.withVirtualTime(() -> world.retried(retry, call.failing(1)))
              .expectSubscription()
              .expectNoEvent(Duration.ofMillis(6_999))
              .thenAwait(Duration.ofMillis(1))
              .expectNext("page")
              .verifyComplete();
        });
  }

  @TestFactory
  Stream<DynamicTest> a_budget_refuses_retries() {
    return World.each(
        ALL,
        world -> {
          Call call = new Call();
          Retry retry = call.retry(p -> {}).withBudget(RetryBudget.none());
          StepVerifier.create(world.retried(retry, call.failing(1))).verifyErrorMessage("reset 1");
          assertThat(call.events.stopReason()).isEqualTo(StopReason.BUDGET);
        });
  }

  private static void hedge(RetryPolicyBuilder policy) {
    policy.idempotency(Idempotency.IDEMPOTENT).hedge(Hedge.after(Duration.ofMillis(50)));
  }

  @TestFactory
  Stream<DynamicTest> the_attempt_that_emits_first_wins_and_the_other_is_cancelled() {
    return World.each(
        EnumSet.of(World.MONO, World.MONO_WITH, World.FLUX),
        world -> {
          Call call = new Call();
          StepVerifier.withVirtualTime(
                  () -> world.retried(call.retry(WorldsTest::hedge), call.silent(1)))
              .expectSubscription()
              .expectNoEvent(Duration.ofMillis(49))
              .thenAwait(Duration.ofMillis(1))
              .expectNext("page")
              .verifyComplete();
          assertThat(call.subscriptions).hasValue(2);
          assertThat(call.cancellations).hasValue(1);
        });
  }

  @TestFactory
  Stream<DynamicTest> attempts_that_cannot_overlap_are_not_hedged() {
    return World.each(
        EnumSet.of(World.RESUBSCRIBING, World.RETRY_SPEC),
        world -> {
          Call call = new Call();
          StepVerifier.withVirtualTime(
                  () -> world.retried(call.retry(WorldsTest::hedge), call.silent(1)))
              .expectSubscription()
              .expectNoEvent(Duration.ofHours(1))
              .thenCancel()
              .verify();
          assertThat(call.subscriptions).hasValue(1);
        });
  }

  @TestFactory
  Stream<DynamicTest> the_failure_arrives_as_it_was_sent_with_the_report() {
    return World.each(
        ALL,
        world -> {
          Call call = new Call();
          IOException reset = new IOException("reset");
          StepVerifier.withVirtualTime(() -> world.retried(call.retry(p -> {}), Flux.error(reset)))
              .thenAwait(Duration.ofSeconds(1))
              .verifyErrorSatisfies(failure -> assertThat(failure).isSameAs(reset));
          assertThat(RetryReport.of(reset)).map(RetryReport::attempts).hasValue(3);
        });
  }

  @TestFactory
  Stream<DynamicTest> a_shutdown_ends_the_wait_with_the_last_failure() {
    return World.each(
        ALL,
        world -> {
          Call call = new Call();
          Retry retry = call.retry(p -> {});
          StepVerifier.withVirtualTime(() -> world.retried(retry, call.failing(9)))
              .expectSubscription()
              .expectNoEvent(Duration.ofMillis(50))
              .then(retry::shutdown)
              .thenAwait(Duration.ofNanos(1))
              .verifyErrorMessage("reset 1");
          assertThat(call.events.stopReason()).isEqualTo(StopReason.SHUT_DOWN);
        });
  }

  @TestFactory
  Stream<DynamicTest> an_empty_source_stays_empty() {
    return World.each(
        ALL,
        world -> {
          Call call = new Call();
          StepVerifier.create(world.retried(call.retry(p -> {}), Flux.empty())).verifyComplete();
          assertThat(call.events.stopReason()).isEqualTo(StopReason.SUCCEEDED);
        });
  }
}
