package dev.reprise.idempotency.internal.entry;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.reprise.idempotency.key.Fingerprint;
import dev.reprise.idempotency.key.IdempotencyKey;
import dev.reprise.idempotency.store.Claim;
import dev.reprise.idempotency.store.ClaimRequest;
import dev.reprise.idempotency.store.IdempotencyStore;
import dev.reprise.idempotency.store.StoredOutcome;
import dev.reprise.idempotency.store.file.FileIdempotencyStore;
import dev.reprise.idempotency.store.memory.InMemoryIdempotencyStore;
import dev.reprise.idempotency.testing.SettableClock;
import java.nio.file.Path;
import java.time.Duration;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Tests the share of one principal in a store that all principals use. */
class OwnerSharesTest {

  private static final StoredOutcome OUTCOME = StoredOutcome.of(new byte[100]);

  private final SettableClock clock = new SettableClock();

  @TempDir private Path folder;

  /** The stores that limit shares by owner. */
  private enum Kind {
    MEMORY,
    FILES
  }

  private IdempotencyStore open(Kind kind, int maxEntries) {
    return kind == Kind.MEMORY
        ? new InMemoryIdempotencyStore(maxEntries, clock)
        : FileIdempotencyStore.open(folder).maxEntries(maxEntries).withClock(clock).withoutSync();
  }

  private static IdempotencyKey key(String principal, int number) {
    return IdempotencyKey.of(principal, "pay", "key " + number);
  }

  private Claim claim(IdempotencyStore store, IdempotencyKey key) {
    clock.move(Duration.ofMillis(1));
    return store.claim(
        key.digest(),
        new ClaimRequest(
            Fingerprint.none().digest(), Duration.ofMinutes(1), Duration.ofDays(1), key.owner()));
  }

  private void pay(IdempotencyStore store, IdempotencyKey key, StoredOutcome outcome) {
    Claim claim = claim(store, key);
    assertThat(claim).isInstanceOf(Claim.Granted.class);
    assertThat(store.record(key.digest(), ((Claim.Granted) claim).token(), outcome)).isTrue();
  }

  private static long held(IdempotencyStore store, String principal, int keys) {
    return IntStream.range(0, keys)
        .filter(number -> store.find(key(principal, number).digest()).isPresent())
        .count();
  }

  @ParameterizedTest
  @EnumSource(Kind.class)
  void a_flood_of_one_principal_evicts_no_outcome_of_another_one(Kind kind) {
    IdempotencyStore store = open(kind, 50);
    for (int number = 0; number < 10; number++) {
      pay(store, key("victim", number), OUTCOME);
    }
    for (int number = 0; number < 500; number++) {
      pay(store, key("flood", number), OUTCOME);
    }
    assertThat(held(store, "victim", 10)).isEqualTo(10);
    assertThat(claim(store, key("victim", 0))).isInstanceOf(Claim.Completed.class);
    assertThat(claim(store, key("flood", 499))).isInstanceOf(Claim.Completed.class);
  }

  @ParameterizedTest
  @EnumSource(Kind.class)
  void evicts_from_the_largest_shares_until_all_are_equal(Kind kind) {
    IdempotencyStore store = open(kind, 30);
    for (int number = 0; number < 20; number++) {
      pay(store, key("large", number), OUTCOME);
    }
    for (int number = 0; number < 10; number++) {
      pay(store, key("middle", number), OUTCOME);
    }
    for (int number = 0; number < 10; number++) {
      pay(store, key("new", number), OUTCOME);
    }
    assertThat(held(store, "large", 20)).isBetween(8L, 10L);
    assertThat(held(store, "middle", 10)).isBetween(9L, 10L);
    assertThat(held(store, "new", 10)).isBetween(9L, 10L);
    assertThat(store.find(key("large", 19).digest())).isPresent();
  }

  @ParameterizedTest
  @EnumSource(Kind.class)
  void an_owner_survives_renewal_and_release(Kind kind) {
    IdempotencyStore store = open(kind, 10);
    IdempotencyKey key = key("ann", 0);
    long token = ((Claim.Granted) claim(store, key)).token();
    assertThat(store.renew(key.digest(), token, Duration.ofMinutes(2))).isTrue();
    assertThat(store.find(key.digest()).orElseThrow().owner()).isEqualTo(key.owner());
    assertThat(store.release(key.digest(), token)).isTrue();
    assertThat(store.find(key.digest()).orElseThrow().owner()).isEqualTo(key.owner());
  }

  @Test
  void a_store_in_memory_keeps_its_bound_on_bytes() {
    IdempotencyStore store = new InMemoryIdempotencyStore(1_000, 10_000, clock);
    pay(store, key("victim", 0), StoredOutcome.of(new byte[1_000]));
    for (int number = 0; number < 500; number++) {
      pay(store, key("flood", number), StoredOutcome.of(new byte[1_000 + number % 7]));
      long bytes = 1_000 * held(store, "victim", 1) + 1_000 * held(store, "flood", number + 1);
      assertThat(bytes).isLessThanOrEqualTo(10_000);
    }
    assertThat(held(store, "victim", 1)).isEqualTo(1);
    assertThat(held(store, "flood", 500)).isBetween(6L, 9L);
    assertThat(store.find(key("flood", 499).digest())).isPresent();
  }

  @Test
  void does_not_evict_a_key_without_an_outcome() {
    IdempotencyStore store = new InMemoryIdempotencyStore(1_000, 10_000, clock);
    IdempotencyKey running = key("ann", 1_000);
    assertThat(claim(store, running)).isInstanceOf(Claim.Granted.class);
    for (int number = 0; number < 50; number++) {
      pay(store, key("ann", number), StoredOutcome.of(new byte[1_000]));
    }
    assertThat(store.find(running.digest())).isPresent();
  }

  @Test
  void a_store_in_memory_rejects_an_outcome_that_would_evict_all_others() {
    IdempotencyStore store = new InMemoryIdempotencyStore(10, 8_000, clock);
    assertThat(store.maxOutcomeBytes()).isEqualTo(1_000);
    IdempotencyKey key = key("ann", 0);
    long token = ((Claim.Granted) claim(store, key)).token();
    assertThatThrownBy(() -> store.record(key.digest(), token, StoredOutcome.of(new byte[1_001])))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessage("outcome must be at most 1000 bytes, but was 1001");
    assertThat(store.record(key.digest(), token, StoredOutcome.of(new byte[1_000]))).isTrue();
    assertThatThrownBy(() -> new InMemoryIdempotencyStore(10, 1_023L))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessage("maxBytes must be at least 1024, but was 1023");
  }
}
