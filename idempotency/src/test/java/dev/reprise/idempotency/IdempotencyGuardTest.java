package dev.reprise.idempotency;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.reprise.classify.Outcome;
import dev.reprise.idempotency.failure.KeyReusedException;
import dev.reprise.idempotency.key.Fingerprint;
import dev.reprise.idempotency.key.IdempotencyKey;
import dev.reprise.idempotency.operation.Holder;
import dev.reprise.idempotency.outcome.GuardedResult;
import dev.reprise.idempotency.outcome.OutcomeCodec;
import dev.reprise.idempotency.outcome.Replayability;
import dev.reprise.idempotency.store.StoredEntry;
import dev.reprise.idempotency.store.StoredOutcome;
import java.time.Duration;
import java.time.Instant;
import org.junit.jupiter.api.Test;

class IdempotencyGuardTest {

  private final GuardFixture fixture = new GuardFixture();

  @Test
  void runs_once_and_replays_to_duplicates() {
    assertThat(fixture.call()).isEqualTo("receipt 1");
    assertThat(fixture.call()).isEqualTo("receipt 1");
    assertThat(fixture.executions).isEqualTo(1);
  }

  @Test
  void reports_whether_it_ran_or_replayed() throws InterruptedException {
    Instant recordedAt = fixture.time.wallClock().instant();
    assertThat(fixture.execute())
        .isEqualTo(
            new GuardedResult.Ran<>(Outcome.returned("receipt 1"), Replayability.REPLAYABLE, 1));
    fixture.time.pass(Duration.ofSeconds(1));
    GuardedResult<String> second = fixture.execute();
    assertThat(second)
        .isEqualTo(new GuardedResult.Replayed<>(Outcome.returned("receipt 1"), recordedAt));
    assertThat(second.isReplayed()).isTrue();
  }

  @Test
  void runs_again_after_the_outcome_has_expired() throws InterruptedException {
    fixture.call();
    fixture.time.pass(GuardFixture.KEEP_FOR.minusNanos(1));
    assertThat(fixture.call()).isEqualTo("receipt 1");
    fixture.time.pass(Duration.ofNanos(1));
    assertThat(fixture.call()).isEqualTo("receipt 2");
  }

  @Test
  void replays_null() {
    IdempotencyGuard<Void> guard = IdempotencyGuard.of(fixture.store, OutcomeCodec.none());
    guard.call(GuardFixture.KEY, GuardFixture.REQUEST, this::nothing);
    guard.call(GuardFixture.KEY, GuardFixture.REQUEST, this::nothing);
    assertThat(fixture.executions).isEqualTo(1);
  }

  private Void nothing(Holder<Void> holder) {
    fixture.executions++;
    return null;
  }

  @Test
  void rejects_a_different_fingerprint_with_the_same_key() {
    fixture.call();
    assertThatThrownBy(
            () -> fixture.guard.call(GuardFixture.KEY, Fingerprint.of("11 EUR"), fixture::run))
        .isInstanceOf(KeyReusedException.class)
        .hasMessage(GuardFixture.KEY + ": the key was used before with a different fingerprint");
    assertThat(fixture.executions).isEqualTo(1);
  }

  @Test
  void rejects_a_different_fingerprint_at_once_while_the_first_call_runs() {
    fixture.heldByAnother();
    assertThatThrownBy(() -> fixture.guard.call(GuardFixture.KEY, Fingerprint.none(), fixture::run))
        .isInstanceOf(KeyReusedException.class);
    assertThat(fixture.time.elapsed()).isZero();
  }

  @Test
  void distinguishes_principals_operations_and_keys() {
    fixture.call();
    for (IdempotencyKey other :
        new IdempotencyKey[] {
          IdempotencyKey.of("bob", "pay", "k-1"),
          IdempotencyKey.of("ann", "refund", "k-1"),
          IdempotencyKey.of("ann", "pay", "k-2")
        }) {
      assertThat(fixture.guard.execute(other, GuardFixture.REQUEST, fixture::run).isReplayed())
          .isFalse();
    }
  }

  @Test
  void returns_the_recorded_outcome_without_a_run() {
    assertThat(fixture.guard.recorded(GuardFixture.KEY)).isEmpty();
    fixture.heldByAnother();
    assertThat(fixture.guard.recorded(GuardFixture.KEY)).isEmpty();
    fixture.store.release(GuardFixture.KEY.digest(), 1);
    fixture.call();
    assertThat(fixture.guard.recorded(GuardFixture.KEY))
        .map(GuardedResult.Replayed::outcome)
        .contains(Outcome.returned("receipt 1"));
  }

  @Test
  void the_store_receives_neither_principal_nor_key_nor_request() {
    fixture.call();
    StoredEntry entry = fixture.store.find(GuardFixture.KEY.digest()).orElseThrow();
    assertThat(entry.toString())
        .doesNotContain("ann", "k-1", "10 EUR", "receipt 1")
        .contains("10 bytes");
  }

  @Test
  void gives_each_holder_a_greater_token_than_the_last_one() {
    long first =
        fixture
            .guard
            .call(GuardFixture.KEY, GuardFixture.REQUEST, holder -> "" + holder.token())
            .length();
    assertThat(first).isEqualTo(1);
    long crashed =
        ((GuardedResult.Ran<String>)
                fixture.guard.execute(
                    IdempotencyKey.of("ann", "pay", "k-2"), GuardFixture.REQUEST, fixture::run))
            .token();
    assertThat(crashed).isEqualTo(2);
  }

  @Test
  void rejects_invalid_settings() {
    assertThatThrownBy(() -> fixture.guard.lease(Duration.ZERO))
        .hasMessage("lease must be more than zero, but was 0 s");
    assertThatThrownBy(() -> fixture.guard.lease(Duration.ofDays(10_001)))
        .hasMessage("lease must be at most 10000 days, but was 10001 d");
    assertThatThrownBy(() -> fixture.guard.keepFor(Duration.ofSeconds(-1)))
        .hasMessage("keepFor must be more than zero, but was -1 s");
    assertThatThrownBy(() -> fixture.guard.waitAtMost(Duration.ofSeconds(-1)))
        .hasMessage("waitAtMost must be at least 0, but was -1 s");
    assertThatThrownBy(() -> fixture.guard.waitAtMost(Duration.ofDays(10_001)))
        .hasMessage("waitAtMost must be at most 10000 days, but was 10001 d");
    assertThatThrownBy(() -> fixture.guard.maxOutcomeBytes(-1))
        .hasMessage("maxOutcomeBytes must be at least 0, but was -1");
  }

  @Test
  void prints_its_settings() {
    assertThat(fixture.guard)
        .hasToString(
            "guard(lease=PT30S, waitAtMost=PT1M, keepFor=PT1H, maxOutcomeBytes=65536,"
                + " store="
                + fixture.store
                + ")");
  }

  @Test
  void a_stored_outcome_is_a_value() {
    byte[] bytes = {1};
    StoredOutcome outcome = StoredOutcome.of(bytes);
    bytes[0] = 2;
    outcome.bytes()[0] = 3;
    assertThat(outcome).isEqualTo(StoredOutcome.of(new byte[] {1}));
    assertThat(outcome).hasSameHashCodeAs(StoredOutcome.of(new byte[] {1}));
    assertThat(outcome).hasToString("1 bytes");
  }
}
