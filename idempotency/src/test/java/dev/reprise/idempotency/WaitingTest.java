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

/** Tests the behaviour of a duplicate while another call holds the key. */
class WaitingTest {

  private static final String DIGEST = GuardFixture.KEY.digest();

  private final GuardFixture fixture = new GuardFixture();

  @AfterEach
  void all_waiting_calls_end() {
    assertThat(Thread.interrupted()).isFalse();
    assertThat(fixture.time.pending()).isZero();
  }

  @Test
  void a_duplicate_claims_the_key_of_a_crashed_holder_when_its_lease_ends() {
    long crashed = fixture.heldByAnother();
    GuardedResult<String> result = fixture.execute();
    assertThat(fixture.time.elapsed()).isEqualTo(GuardFixture.LEASE);
    assertThat(((GuardedResult.Ran<String>) result).token()).isGreaterThan(crashed);
    assertThat(fixture.store.record(DIGEST, crashed, outcome("late"))).isFalse();
    assertThat(fixture.call()).isEqualTo("receipt 1");
  }

  @Test
  void a_duplicate_gets_the_outcome_that_it_waited_for() {
    long token = fixture.heldByAnother();
    fixture.time.schedule(
        Duration.ofSeconds(3), () -> fixture.store.record(DIGEST, token, outcome("theirs")));
    assertThat(fixture.call()).isEqualTo("theirs");
    assertThat(fixture.executions).isZero();
    assertThat(fixture.time.elapsed()).isBetween(Duration.ofSeconds(3), Duration.ofMillis(3500));
  }

  @Test
  void a_duplicate_runs_when_the_holder_fails() {
    long token = fixture.heldByAnother();
    fixture.time.schedule(Duration.ofSeconds(3), () -> fixture.store.release(DIGEST, token));
    assertThat(fixture.call()).isEqualTo("receipt 1");
    assertThat(fixture.time.elapsed()).isLessThan(Duration.ofSeconds(4));
  }

  @Test
  void waits_until_the_new_end_of_a_renewed_lease() {
    long token = fixture.heldByAnother();
    fixture.time.schedule(
        Duration.ofSeconds(20), () -> fixture.store.renew(DIGEST, token, GuardFixture.LEASE));
    fixture.call();
    assertThat(fixture.time.elapsed()).isEqualTo(Duration.ofSeconds(50));
  }

  @Test
  void a_duplicate_fails_with_a_retry_delay_after_its_wait() {
    fixture.heldByAnother();
    IdempotencyGuard<String> guard = fixture.guard.waitAtMost(Duration.ofSeconds(10));
    assertThatThrownBy(() -> guard.call(GuardFixture.KEY, GuardFixture.REQUEST, fixture::run))
        .isInstanceOfSatisfying(
            OutcomePendingException.class,
            pending -> {
              assertThat(pending.retryAfter()).isEqualTo(Duration.ofSeconds(20));
              assertThat(pending.digest()).isEqualTo(DIGEST);
              assertThat(pending).hasNoCause();
            })
        .hasMessage(GuardFixture.KEY + ": the operation runs, its lease ends in 20 s");
    assertThat(fixture.time.elapsed()).isEqualTo(Duration.ofSeconds(10));
    assertThat(fixture.executions).isZero();
  }

  @Test
  void does_not_wait_for_a_lease_that_ends_in_centuries_because_a_clock_was_set_back() {
    Duration centuries = Duration.ofSeconds(Long.MAX_VALUE);
    IdempotencyGuard<String> guard =
        IdempotencyGuard.of(
                new ForwardingStore(fixture.store) {
                  @Override
                  public Claim claim(String key, ClaimRequest request) {
                    return new Claim.Held(centuries);
                  }
                },
                OutcomeCodec.string())
            .withEnvironment(fixture.time)
            .waitAtMost(Duration.ofSeconds(10));
    assertThatThrownBy(() -> guard.call(GuardFixture.KEY, GuardFixture.REQUEST, fixture::run))
        .isInstanceOfSatisfying(
            OutcomePendingException.class,
            pending -> assertThat(pending.retryAfter()).isEqualTo(centuries));
    assertThat(fixture.time.elapsed()).isEqualTo(Duration.ofSeconds(10));
  }

  @Test
  void a_duplicate_fails_at_once_if_the_wait_is_zero() {
    fixture.heldByAnother();
    IdempotencyGuard<String> guard = fixture.guard.waitAtMost(Duration.ZERO);
    assertThatThrownBy(() -> guard.call(GuardFixture.KEY, GuardFixture.REQUEST, fixture::run))
        .isInstanceOfSatisfying(
            OutcomePendingException.class,
            pending -> assertThat(pending.retryAfter()).isEqualTo(GuardFixture.LEASE));
    assertThat(fixture.time.elapsed()).isZero();
  }

  @Test
  void an_interrupt_ends_the_wait_at_once() {
    fixture.heldByAnother();
    Thread caller = Thread.currentThread();
    fixture.time.schedule(Duration.ofSeconds(3), caller::interrupt);
    assertThatThrownBy(fixture::call)
        .isInstanceOf(OutcomePendingException.class)
        .hasCauseInstanceOf(InterruptedException.class)
        .hasMessageContaining("interrupted while the operation runs");
    assertThat(Thread.interrupted()).isTrue();
    assertThat(fixture.time.elapsed()).isEqualTo(Duration.ofSeconds(3));
  }

  @Test
  void an_interrupted_caller_runs_if_it_need_not_wait() {
    Thread.currentThread().interrupt();
    assertThat(fixture.call()).isEqualTo("receipt 1");
    assertThat(Thread.interrupted()).isTrue();
  }

  @Test
  void polling_without_a_delay_polls_every_millisecond() {
    fixture.heldByAnother();
    IdempotencyGuard<String> guard = fixture.guard.polling(Backoff.none());
    guard.call(GuardFixture.KEY, GuardFixture.REQUEST, fixture::run);
    assertThat(fixture.time.elapsed()).isEqualTo(GuardFixture.LEASE);
  }

  @Test
  void records_an_operation_that_ends_after_its_lease_if_no_other_call_claimed_the_key()
      throws InterruptedException {
    String late =
        fixture.call(
            holder -> {
              fixture.time.pass(GuardFixture.LEASE.multipliedBy(2));
              return "late";
            });
    assertThat(late).isEqualTo("late");
    assertThat(fixture.call()).isEqualTo("late");
  }

  @Test
  @DisplayName(
      "trap 43: an operation that lost its key gets an exception, and its outcome is refused")
  void the_outcome_of_an_operation_that_lost_its_key_is_rejected() {
    assertThatThrownBy(
            () ->
                fixture.call(
                    holder -> {
                      fixture.time.pass(GuardFixture.LEASE);
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
            GuardFixture.KEY
                + ": the holder of token 1 has lost the key, so its outcome was rejected");
    assertThat(fixture.call()).isEqualTo("newer");
  }

  @Test
  void a_failure_of_a_stale_holder_does_not_release_the_key() {
    assertThatThrownBy(
            () ->
                fixture.call(
                    holder -> {
                      fixture.time.pass(GuardFixture.LEASE);
                      fixture.heldByAnother();
                      throw new IllegalStateException("stale and failed");
                    }))
        .isInstanceOf(IllegalStateException.class)
        .hasNoSuppressedExceptions();
    assertThat(claim()).isInstanceOf(Claim.Held.class);
  }

  private void takeOver(String outcome) {
    long token = fixture.heldByAnother();
    assertThat(fixture.store.record(DIGEST, token, outcome(outcome))).isTrue();
  }

  private Claim claim() {
    return fixture.store.claim(
        DIGEST,
        new ClaimRequest(GuardFixture.REQUEST.digest(), GuardFixture.LEASE, GuardFixture.KEEP_FOR));
  }

  /** The same message as that of the guard. */
  private static StoredOutcome outcome(String value) {
    return StoredOutcome.of(("\1" + value).getBytes(StandardCharsets.UTF_8));
  }
}
