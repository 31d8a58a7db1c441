package dev.reprise.policy;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.reprise.classify.Outcome;
import dev.reprise.decision.Decision;
import dev.reprise.decision.Latencies;
import dev.reprise.decision.Progress;
import dev.reprise.decision.StopReason;
import dev.reprise.decision.View;
import dev.reprise.hedge.Hedge;
import dev.reprise.hedge.RandomHedges;
import java.io.FileNotFoundException;
import java.io.IOException;
import java.time.Duration;
import java.util.Map;
import java.util.OptionalLong;
import java.util.SplittableRandom;
import java.util.concurrent.CancellationException;
import java.util.concurrent.TimeoutException;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** Tests of every rule and bound of {@link RetryPolicy#nextHedge}. Ticks are nanoseconds here. */
class NextHedgeTest {

  private static final OptionalLong NONE = OptionalLong.empty();
  private static final long MAX = Long.MAX_VALUE;

  /** At most ten attempts within 1,000 ticks, hedged after 50, at most 2 in flight. */
  private static RetryPolicyBuilder policy() {
    return Decisions.generous()
        .within(Duration.ofNanos(1_000))
        .idempotency(Idempotency.IDEMPOTENT)
        .maxHint(Duration.ofNanos(500))
        .hedge(after(50));
  }

  private static Hedge after(long nanos) {
    return Hedge.after(Duration.ofNanos(nanos));
  }

  /** Attempts that began at these ticks, one after another, none of them finished. */
  private static Progress begunAt(long... ticks) {
    Progress progress = Progress.startingAt(ticks[0]);
    for (long tick : ticks) {
      progress = progress.attemptStarted(tick, 0);
    }
    return progress;
  }

  private static OptionalLong ask(RetryPolicyBuilder policy, Progress progress, long now) {
    return policy.build().nextHedge(progress, View.NONE, now);
  }

  private static OptionalLong in(long nanos) {
    return OptionalLong.of(nanos);
  }

  @Test
  void none_without_a_hedge() {
    assertEquals(NONE, ask(policy().withoutHedge(), begunAt(0), 0));
  }

  @Test
  void none_while_no_attempt_is_in_flight() {
    assertEquals(NONE, ask(policy(), Progress.startingAt(0), 0));
    assertEquals(NONE, ask(policy(), begunAt(0).attemptFinished(5), 5));
  }

  @Test
  void due_when_the_last_attempt_has_run_for_the_delay() {
    assertEquals(in(50), ask(policy(), begunAt(0), 0));
    assertEquals(in(1), ask(policy(), begunAt(0), 49));
    assertEquals(in(0), ask(policy(), begunAt(0), 50));
    assertEquals(in(0), ask(policy(), begunAt(0), 400));
    assertEquals(in(0), ask(policy().hedge(after(0)), begunAt(0), 0));
  }

  @Test
  void counts_the_delay_from_the_last_start_not_the_first() {
    RetryPolicyBuilder three = policy().hedge(after(50).maxInFlight(3));
    assertEquals(in(40), ask(three, begunAt(0, 50), 60));
    Progress retried = begunAt(0).attemptFinished(30).attemptStarted(200, 0);
    assertEquals(in(50), ask(policy(), retried, 200));
  }

  @Test
  void due_at_once_after_a_failure_while_another_is_in_flight() {
    RetryPolicyBuilder four = policy().hedge(after(50).maxInFlight(4));
    Progress failed = begunAt(0, 50).attemptFinished(10).hedgeDue();
    assertEquals(in(0), ask(four, failed, 60));
    assertEquals(in(300), ask(four, failed.notBefore(300, 60), 60));
    assertEquals(in(50), ask(four, failed.attemptStarted(60, 0), 60));
    assertEquals(NONE, ask(policy(), failed.attemptStarted(60, 0), 60));
    assertEquals(NONE, ask(four.maxAttempts(2), failed, 60));
  }

  @Test
  void a_failure_does_not_start_a_hedge_before_enough_latencies_are_known() {
    RetryPolicy percentile = policy().hedge(Hedge.atPercentile(50)).build();
    Progress failed = begunAt(0, 50).attemptFinished(10).hedgeDue();
    assertEquals(NONE, percentile.nextHedge(failed, View.NONE, 60));
    assertEquals(in(0), percentile.nextHedge(failed, view(Hedge.MIN_SAMPLES), 60));
  }

  @Test
  void none_while_the_maximum_is_in_flight() {
    assertEquals(NONE, ask(policy(), begunAt(0, 50), 200));
    assertEquals(in(0), ask(policy(), begunAt(0, 50).attemptFinished(10), 200));
    RetryPolicyBuilder four = policy().hedge(after(50).maxInFlight(4));
    assertEquals(in(0), ask(four, begunAt(0, 50, 100), 150));
    assertEquals(NONE, ask(four, begunAt(0, 50, 100, 150), 200));
  }

  @Test
  void none_after_the_last_attempt() {
    assertEquals(NONE, ask(policy().maxAttempts(1), begunAt(0), 50));
    assertEquals(in(0), ask(policy().maxAttempts(2), begunAt(0), 50));
    Progress third = begunAt(0, 50).attemptFinished(10).attemptStarted(60, 0).attemptFinished(5);
    assertEquals(NONE, ask(policy().maxAttempts(3), third, 200));
    assertEquals(in(0), ask(policy().maxAttempts(4), third, 200));
  }

  @Test
  void excluded_attempts_do_not_count() {
    Progress healthy = begunAt(0).attemptFinished(90).excluding(1, 90).attemptStarted(100, 0);
    assertEquals(in(50), ask(policy().maxAttempts(2), healthy, 100));
    assertEquals(NONE, ask(policy().maxAttempts(1), healthy, 100));
  }

  @Test
  void unlimited_attempts_are_never_exhausted() {
    Progress many = new Progress(MAX_INT, MAX_INT - 1, 0, 0, 0, 0, 0, 0, 0, 0);
    assertEquals(in(0), ask(policy().unlimitedAttempts(), many, 50));
    assertEquals(NONE, ask(policy().maxAttempts(MAX_INT - 1), many, 50));
  }

  private static final int MAX_INT = Integer.MAX_VALUE;

  @Test
  void none_at_the_deadline_or_after_it() {
    assertEquals(in(50), ask(policy().within(Duration.ofNanos(51)), begunAt(0), 0));
    assertEquals(NONE, ask(policy().within(Duration.ofNanos(50)), begunAt(0), 0));
    assertEquals(in(0), ask(policy(), begunAt(0), 999));
    assertEquals(NONE, ask(policy(), begunAt(0), 1_000));
    assertEquals(NONE, ask(policy(), begunAt(0), 2_000));
    assertEquals(in(0), ask(policy().withoutTimeLimit(), begunAt(0), MAX));
  }

  @Test
  void no_sooner_than_a_server_requested() {
    Progress asked = begunAt(0, 50).attemptFinished(10).notBefore(300, 60);
    assertEquals(in(300), ask(policy(), asked, 60));
    assertEquals(in(1), ask(policy(), asked, 359));
    assertEquals(in(0), ask(policy(), asked, 360));
    assertEquals(in(50), ask(policy(), begunAt(0).notBefore(20, 0), 0));
  }

  @Test
  void none_if_a_server_requested_more_than_the_limit() {
    Progress asked = begunAt(0, 50).attemptFinished(10).notBefore(501, 60);
    assertEquals(NONE, ask(policy(), asked, 60));
    assertEquals(NONE, ask(policy(), begunAt(0).notBefore(MAX, 60), 60));
    assertEquals(in(500), ask(policy(), asked, 61));
    assertEquals(NONE, ask(policy().maxHint(Duration.ofNanos(MAX)), asked.notBefore(940, 60), 60));
  }

  @Test
  void none_before_enough_latencies_are_known() {
    RetryPolicy percentile = policy().hedge(Hedge.atPercentile(50)).build();
    View few = view(Hedge.MIN_SAMPLES - 1);
    View enough = view(Hedge.MIN_SAMPLES);
    assertEquals(NONE, percentile.nextHedge(begunAt(0), View.NONE, 0));
    assertEquals(NONE, percentile.nextHedge(begunAt(0), few, 400));
    assertEquals(in(6), percentile.nextHedge(begunAt(0), enough, 4));
    assertEquals(in(0), percentile.nextHedge(begunAt(0), enough, 400));
  }

  private static View view(int samples) {
    return new View(0, 0, Latencies.of(LongStream.rangeClosed(1, samples).toArray()));
  }

  @Test
  void does_not_overflow_at_the_last_tick() {
    long start = MAX - 20;
    assertEquals(in(20), ask(policy(), begunAt(start), start + 30));
    assertEquals(in(0), ask(policy(), begunAt(start), start + 60));
    assertEquals(NONE, ask(policy(), begunAt(start), start + 1_000));
    assertEquals(in(50), ask(policy(), begunAt(Long.MIN_VALUE), Long.MIN_VALUE));
  }

  @Test
  void handles_ticks_that_are_out_of_order_and_delays_of_centuries() {
    assertEquals(in(50), ask(policy(), begunAt(100), 90));
    assertEquals(in(MAX), ask(policy().withoutTimeLimit().hedge(after(MAX)), begunAt(0), 0));
    assertEquals(NONE, ask(policy().hedge(after(MAX)), begunAt(0), 0));
  }

  @Tag("random")
  @Test
  void is_never_negative_nor_at_the_deadline_and_respects_the_limits() {
    SplittableRandom random = new SplittableRandom(20_240_612);
    RandomPolicies policies = new RandomPolicies(random);
    int hedges = 0;
    for (int round = 0; round < 40_000; round++) {
      Hedge hedge = RandomHedges.next(random);
      RetryPolicy policy = policies.next().idempotency(Idempotency.IDEMPOTENT).hedge(hedge).build();
      int finished = random.nextInt(4);
      Progress progress =
          new Progress(finished + random.nextInt(4), finished, 0, 0, 0, 0, 0, 0, 0, 0);
      long now = random.nextLong(1_000_000_000);
      OptionalLong due = policy.nextHedge(progress, view(random.nextInt(40)), now);
      if (due.isPresent()) {
        hedges++;
        assertTrue(due.getAsLong() >= 0, policy::toString);
        assertTrue(
            !policy.hasTimeLimit() || due.getAsLong() < policy.timeLeftNanos(progress, now),
            policy::toString);
        assertTrue(progress.inFlight() > 0 && progress.inFlight() < hedge.maxInFlight());
        assertTrue(progress.started() < policy.maxAttempts(), policy::toString);
      }
    }
    assertTrue(hedges > 1_000, "hedges " + hedges);
  }

  @Test
  void a_retryable_failure_is_deferred_to_attempts_in_flight_even_if_no_attempt_remains() {
    RetryPolicy policy = policy().maxAttempts(2).build();
    Progress parallel = begunAt(0, 50).attemptFinished(10);

    Decision decision =
        Decisions.decide(policy, parallel, Outcome.threw(new IOException("reset")), 60);

    assertTrue(decision instanceof Decision.DeferredToInFlight, decision::toString);
    assertTrue(
        Decisions.decide(policy, parallel, Outcome.returned("page"), 60)
            instanceof Decision.Accept);
  }

  @Test
  void a_failure_that_is_not_retried_ends_the_call_even_with_other_attempts_in_flight() {
    RetryPolicy policy =
        policy()
            .maxAttempts(9)
            .retryOn(IOException.class)
            .abortOn(FileNotFoundException.class)
            .build();
    Progress parallel = begunAt(0, 50).attemptFinished(10);
    Map<Throwable, StopReason> fatal =
        Map.of(
            new FileNotFoundException("named"), StopReason.NOT_RETRYABLE,
            new TimeoutException("not named"), StopReason.NOT_RETRYABLE,
            new IllegalArgumentException("futile"), StopReason.NOT_RETRYABLE,
            new AssertionError("broken"), StopReason.NOT_RETRYABLE,
            new CancellationException("gone"), StopReason.CANCELLED,
            new InterruptedException("stop"), StopReason.INTERRUPTED);
    fatal.forEach(
        (failure, reason) -> {
          Decision decision = Decisions.decide(policy, parallel, Outcome.threw(failure), 60);
          assertEquals(
              reason, decision instanceof Decision.GiveUp gaveUp ? gaveUp.stopReason() : null);
        });
  }

  @Test
  void a_failure_retried_by_an_inner_call_ends_the_call_even_with_other_attempts_in_flight() {
    Progress parallel = begunAt(0, 50).attemptFinished(10);
    Outcome<?> below = Outcome.threw(Decisions.retriedBelow());

    assertEquals(
        StopReason.ALREADY_RETRIED,
        Decisions.reasonOf(Decisions.decide(policy().build(), parallel, below, 60)));
    RetryPolicy multiplying = policy().nesting(Nesting.MULTIPLY).build();
    assertTrue(
        Decisions.decide(multiplying, parallel, below, 60) instanceof Decision.DeferredToInFlight);
  }
}
