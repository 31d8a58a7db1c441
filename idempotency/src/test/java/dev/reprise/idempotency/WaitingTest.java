package dev.reprise.idempotency;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.reprise.backoff.Backoff;
import dev.reprise.idempotency.failure.OutcomePendingException;
import dev.reprise.idempotency.failure.StaleHolderException;
import dev.reprise.idempotency.outcome.GuardedResult;
import dev.reprise.idempotency.outcome.OutcomeCodec;
import dev.reprise.idempotency.store.Claim;
import dev.reprise.idempotency.store.ClaimRequest;
import dev.reprise.idempotency.store.StoredOutcome;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

/** What a duplicate does while another call holds the key. */
class WaitingTest {

  private static final String DIGEST = Desk.KEY.digest();

  private final Desk desk = new Desk();

  @AfterEach
  void all_waiting_calls_end() {
    assertThat(Thread.interrupted()).isFalse();
    assertThat(desk.time.pending()).isZero();
  }

  @Test
  void a_crashed_holder_is_taken_over_when_its_lease_ends() {
    long crashed = desk.heldByAnother();
    GuardedResult<String> result = desk.execute();
    assertThat(desk.time.elapsed()).isEqualTo(Desk.LEASE);
    assertThat(((GuardedResult.Ran<String>) result).token()).isGreaterThan(crashed);
    assertThat(desk.store.record(DIGEST, crashed, outcome("late"))).isFalse();
    assertThat(desk.call()).isEqualTo("receipt 1");
  }

  @Test
  void a_duplicate_gets_the_outcome_that_it_waited_for() {
    long token = desk.heldByAnother();
    desk.time.schedule(
        Duration.ofSeconds(3), () -> desk.store.record(DIGEST, token, outcome("theirs")));
    assertThat(desk.call()).isEqualTo("theirs");
    assertThat(desk.executions).isZero();
    assertThat(desk.time.elapsed()).isBetween(Duration.ofSeconds(3), Duration.ofMillis(3500));
  }

  @Test
  void a_duplicate_runs_when_the_holder_fails() {
    long token = desk.heldByAnother();
    desk.time.schedule(Duration.ofSeconds(3), () -> desk.store.release(DIGEST, token));
    assertThat(desk.call()).isEqualTo("receipt 1");
    assertThat(desk.time.elapsed()).isLessThan(Duration.ofSeconds(4));
  }

  @Test
  void a_renewed_lease_is_waited_for_anew() {
    long token = desk.heldByAnother();
    desk.time.schedule(Duration.ofSeconds(20), () -> desk.store.renew(DIGEST, token, Desk.LEASE));
    desk.call();
    assertThat(desk.time.elapsed()).isEqualTo(Duration.ofSeconds(50));
  }

  @Test
  void a_duplicate_fails_with_a_retry_delay_after_its_wait() {
    desk.heldByAnother();
    IdempotencyGuard<String> guard = desk.guard.waitAtMost(Duration.ofSeconds(10));
    assertThatThrownBy(() -> guard.call(Desk.KEY, Desk.REQUEST, desk::run))
        .isInstanceOfSatisfying(
            OutcomePendingException.class,
            pending -> {
              assertThat(pending.retryAfter()).isEqualTo(Duration.ofSeconds(20));
              assertThat(pending.digest()).isEqualTo(DIGEST);
              assertThat(pending).hasNoCause();
            })
        .hasMessage(Desk.KEY + ": the operation runs, its lease ends in 20 s");
    assertThat(desk.time.elapsed()).isEqualTo(Duration.ofSeconds(10));
    assertThat(desk.executions).isZero();
  }

  @Test
  void a_lease_that_ends_in_centuries_by_a_clock_set_back_is_not_waited_for() {
    Duration centuries = Duration.ofSeconds(Long.MAX_VALUE);
    IdempotencyGuard<String> guard =
        IdempotencyGuard.of(
                new ForwardingStore(desk.store) {
                  @Override
                  public Claim claim(String key, ClaimRequest request) {
                    return new Claim.Held(centuries);
                  }
                },
                OutcomeCodec.string())
            .withEnvironment(desk.time)
            .waitAtMost(Duration.ofSeconds(10));
    assertThatThrownBy(() -> guard.call(Desk.KEY, Desk.REQUEST, desk::run))
        .isInstanceOfSatisfying(
            OutcomePendingException.class,
            pending -> assertThat(pending.retryAfter()).isEqualTo(centuries));
    assertThat(desk.time.elapsed()).isEqualTo(Duration.ofSeconds(10));
  }

  @Test
  void a_duplicate_fails_at_once_if_the_wait_is_zero() {
    desk.heldByAnother();
    IdempotencyGuard<String> guard = desk.guard.waitAtMost(Duration.ZERO);
    assertThatThrownBy(() -> guard.call(Desk.KEY, Desk.REQUEST, desk::run))
        .isInstanceOfSatisfying(
            OutcomePendingException.class,
            pending -> assertThat(pending.retryAfter()).isEqualTo(Desk.LEASE));
    assertThat(desk.time.elapsed()).isZero();
  }

  @Test
  void an_interrupt_ends_the_wait_at_once() {
    desk.heldByAnother();
    Thread caller = Thread.currentThread();
    desk.time.schedule(Duration.ofSeconds(3), caller::interrupt);
    assertThatThrownBy(desk::call)
        .isInstanceOf(OutcomePendingException.class)
        .hasCauseInstanceOf(InterruptedException.class)
        .hasMessageContaining("interrupted while the operation runs");
    assertThat(Thread.interrupted()).isTrue();
    assertThat(desk.time.elapsed()).isEqualTo(Duration.ofSeconds(3));
  }

  @Test
  void an_interrupted_caller_that_need_not_wait_runs() {
    Thread.currentThread().interrupt();
    assertThat(desk.call()).isEqualTo("receipt 1");
    assertThat(Thread.interrupted()).isTrue();
  }

  @Test
  void polling_without_a_delay_polls_every_millisecond() {
    desk.heldByAnother();
    IdempotencyGuard<String> guard = desk.guard.polling(Backoff.none());
    guard.call(Desk.KEY, Desk.REQUEST, desk::run);
    assertThat(desk.time.elapsed()).isEqualTo(Desk.LEASE);
  }

  @Test
  void an_operation_that_outlives_its_lease_is_recorded_if_no_call_took_over()
      throws InterruptedException {
    String late =
        desk.call(
            holder -> {
              desk.time.pass(Desk.LEASE.multipliedBy(2));
              return "late";
            });
    assertThat(late).isEqualTo("late");
    assertThat(desk.call()).isEqualTo("late");
  }

  @Test
  @DisplayName(
      "trap 43: an operation that lost its key gets an exception, and its outcome is refused")
  void the_outcome_of_an_operation_that_lost_its_key_is_rejected() {
    assertThatThrownBy(
            () ->
                desk.call(
                    holder -> {
                      desk.time.pass(Desk.LEASE);
                      takeOver("newer");
                      return "stale";
                    }))
        .isInstanceOfSatisfying(
            StaleHolderException.class,
            stale -> {
              assertThat(stale.token()).isEqualTo(1);
              assertThat(stale.outcome().valueOrNull()).isEqualTo("stale");
            })
        .hasMessage(
            Desk.KEY + ": the holder of token 1 has lost the key, so its outcome was rejected");
    assertThat(desk.call()).isEqualTo("newer");
  }

  @Test
  void a_failure_of_a_stale_holder_frees_nothing() {
    assertThatThrownBy(
            () ->
                desk.call(
                    holder -> {
                      desk.time.pass(Desk.LEASE);
                      desk.heldByAnother();
                      throw new IllegalStateException("stale and failed");
                    }))
        .isInstanceOf(IllegalStateException.class)
        .hasNoSuppressedExceptions();
    assertThat(claim()).isInstanceOf(Claim.Held.class);
  }

  private void takeOver(String outcome) {
    long token = desk.heldByAnother();
    assertThat(desk.store.record(DIGEST, token, outcome(outcome))).isTrue();
  }

  private Claim claim() {
    return desk.store.claim(
        DIGEST, new ClaimRequest(Desk.REQUEST.digest(), Desk.LEASE, Desk.KEEP_FOR));
  }

  /** As the guard writes it. */
  private static StoredOutcome outcome(String value) {
    return StoredOutcome.of(("\1" + value).getBytes(StandardCharsets.UTF_8));
  }
}
