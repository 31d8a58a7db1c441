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

  private final Desk desk = new Desk();

  @Test
  void runs_once_and_replays_to_duplicates() {
    assertThat(desk.call()).isEqualTo("receipt 1");
    assertThat(desk.call()).isEqualTo("receipt 1");
    assertThat(desk.executions).isEqualTo(1);
  }

  @Test
  void reports_whether_it_ran_or_replayed() throws InterruptedException {
    Instant recordedAt = desk.time.wallClock().instant();
    assertThat(desk.execute())
        .isEqualTo(
            new GuardedResult.Ran<>(Outcome.returned("receipt 1"), Replayability.REPLAYABLE, 1));
    desk.time.pass(Duration.ofSeconds(1));
    GuardedResult<String> second = desk.execute();
    assertThat(second)
        .isEqualTo(new GuardedResult.Replayed<>(Outcome.returned("receipt 1"), recordedAt));
    assertThat(second.isReplayed()).isTrue();
  }

  @Test
  void runs_again_once_the_outcome_is_too_old() throws InterruptedException {
    desk.call();
    desk.time.pass(Desk.KEEP_FOR.minusNanos(1));
    assertThat(desk.call()).isEqualTo("receipt 1");
    desk.time.pass(Duration.ofNanos(1));
    assertThat(desk.call()).isEqualTo("receipt 2");
  }

  @Test
  void replays_null() {
    IdempotencyGuard<Void> guard = IdempotencyGuard.of(desk.store, OutcomeCodec.none());
    guard.call(Desk.KEY, Desk.REQUEST, this::nothing);
    guard.call(Desk.KEY, Desk.REQUEST, this::nothing);
    assertThat(desk.executions).isEqualTo(1);
  }

  private Void nothing(Holder<Void> holder) {
    desk.executions++;
    return null;
  }

  @Test
  void rejects_a_different_fingerprint_with_the_same_key() {
    desk.call();
    assertThatThrownBy(() -> desk.guard.call(Desk.KEY, Fingerprint.of("11 EUR"), desk::run))
        .isInstanceOf(KeyReusedException.class)
        .hasMessage(Desk.KEY + ": the key was used before with a different fingerprint");
    assertThat(desk.executions).isEqualTo(1);
  }

  @Test
  void rejects_a_different_fingerprint_at_once_while_the_first_call_runs() {
    desk.heldByAnother();
    assertThatThrownBy(() -> desk.guard.call(Desk.KEY, Fingerprint.none(), desk::run))
        .isInstanceOf(KeyReusedException.class);
    assertThat(desk.time.elapsed()).isZero();
  }

  @Test
  void keeps_principals_operations_and_keys_apart() {
    desk.call();
    for (IdempotencyKey other :
        new IdempotencyKey[] {
          IdempotencyKey.of("bob", "pay", "k-1"),
          IdempotencyKey.of("ann", "refund", "k-1"),
          IdempotencyKey.of("ann", "pay", "k-2")
        }) {
      assertThat(desk.guard.execute(other, Desk.REQUEST, desk::run).isReplayed()).isFalse();
    }
  }

  @Test
  void returns_the_recorded_outcome_without_a_run() {
    assertThat(desk.guard.recorded(Desk.KEY)).isEmpty();
    desk.heldByAnother();
    assertThat(desk.guard.recorded(Desk.KEY)).isEmpty();
    desk.store.release(Desk.KEY.digest(), 1);
    desk.call();
    assertThat(desk.guard.recorded(Desk.KEY))
        .map(GuardedResult.Replayed::outcome)
        .contains(Outcome.returned("receipt 1"));
  }

  @Test
  void the_store_learns_neither_principal_nor_key_nor_request() {
    desk.call();
    StoredEntry entry = desk.store.find(Desk.KEY.digest()).orElseThrow();
    assertThat(entry.toString())
        .doesNotContain("ann", "k-1", "10 EUR", "receipt 1")
        .contains("10 bytes");
  }

  @Test
  void gives_each_holder_a_token_above_the_last() {
    long first = desk.guard.call(Desk.KEY, Desk.REQUEST, holder -> "" + holder.token()).length();
    assertThat(first).isEqualTo(1);
    long crashed =
        ((GuardedResult.Ran<String>)
                desk.guard.execute(IdempotencyKey.of("ann", "pay", "k-2"), Desk.REQUEST, desk::run))
            .token();
    assertThat(crashed).isEqualTo(2);
  }

  @Test
  void rejects_invalid_settings() {
    assertThatThrownBy(() -> desk.guard.lease(Duration.ZERO))
        .hasMessage("lease must be more than zero, but was 0 s");
    assertThatThrownBy(() -> desk.guard.lease(Duration.ofDays(10_001)))
        .hasMessage("lease must be at most 10000 days, but was 10001 d");
    assertThatThrownBy(() -> desk.guard.keepFor(Duration.ofSeconds(-1)))
        .hasMessage("keepFor must be more than zero, but was -1 s");
    assertThatThrownBy(() -> desk.guard.waitAtMost(Duration.ofSeconds(-1)))
        .hasMessage("waitAtMost must be at least 0, but was -1 s");
    assertThatThrownBy(() -> desk.guard.waitAtMost(Duration.ofDays(10_001)))
        .hasMessage("waitAtMost must be at most 10000 days, but was 10001 d");
    assertThatThrownBy(() -> desk.guard.maxOutcomeBytes(-1))
        .hasMessage("maxOutcomeBytes must be at least 0, but was -1");
  }

  @Test
  void prints_its_settings() {
    assertThat(desk.guard)
        .hasToString(
            "guard(lease=PT30S, waitAtMost=PT1M, keepFor=PT1H, maxOutcomeBytes=65536,"
                + " store="
                + desk.store
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
