package dev.reprise.idempotency.testing;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.reprise.idempotency.store.Claim;
import dev.reprise.idempotency.store.StoredEntry;
import dev.reprise.idempotency.store.StoredEntry.Status;
import dev.reprise.idempotency.store.StoredOutcome;
import java.time.Duration;
import java.time.Instant;
import org.junit.jupiter.api.Test;

/** Recording and replay of outcomes. */
class OutcomeScenarios extends StoreScenarios {

  OutcomeScenarios(StoreFactory factory) {
    super(factory);
  }

  @Test
  void returns_the_recorded_outcome() {
    long token = granted(KEY);
    clock.move(Duration.ofSeconds(3));
    Instant recordedAt = clock.instant();
    store.record(KEY, token, OUTCOME);
    clock.move(Duration.ofSeconds(3));
    assertEquals(new Claim.Completed(OUTCOME, recordedAt), store.claim(KEY, REQUEST));
  }

  @Test
  void records_only_one_outcome() {
    long token = granted(KEY);
    assertTrue(store.record(KEY, token, OUTCOME));
    assertFalse(store.record(KEY, token, outcome("second")));
    assertFalse(store.release(KEY, token));
    assertFalse(store.renew(KEY, token, LEASE));
    assertCompleted(KEY);
  }

  @Test
  void stores_bytes_of_every_value_and_number() {
    byte[] every = new byte[256];
    for (int value = 0; value < every.length; value++) {
      every[value] = (byte) value;
    }
    assertStored(key("none"), new byte[0]);
    assertStored(key("every"), every);
    assertStored(key("many"), new byte[70_000]);
  }

  @Test
  void finds_an_outcome() {
    complete(KEY);
    StoredEntry entry = store.find(KEY).orElseThrow();
    assertEquals(Status.COMPLETED, entry.status());
    assertEquals(OUTCOME, entry.outcome());
    assertEquals(clock.instant(), entry.since());
    assertEquals(clock.instant().plus(KEEP_FOR), entry.until());
  }

  @Test
  void works_for_an_interrupted_thread_and_preserves_its_flag() {
    Thread.currentThread().interrupt();
    try {
      complete(KEY);
      assertCompleted(KEY);
      store.release(OTHER_KEY, granted(OTHER_KEY));
      store.purge(1);
    } finally {
      assertTrue(Thread.interrupted());
    }
  }

  private void assertStored(String key, byte[] bytes) {
    assertTrue(store.record(key, granted(key), StoredOutcome.of(bytes)));
    Claim.Completed completed = assertInstanceOf(Claim.Completed.class, store.claim(key, REQUEST));
    assertArrayEquals(bytes, completed.outcome().bytes());
  }
}
