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

/** Which outcome is recorded, and what duplicates get to see of it. */
class OutcomeScenarios extends StoreScenarios {

  OutcomeScenarios(Opening opening) {
    super(opening);
  }

  @Test
  void answers_with_the_recorded_outcome() {
    long token = granted(KEY);
    clock.move(Duration.ofSeconds(3));
    Instant recordedAt = clock.instant();
    store.record(KEY, token, OUTCOME);
    clock.move(Duration.ofSeconds(3));
    assertEquals(new Claim.Completed(OUTCOME, recordedAt), store.claim(KEY, REQUEST));
  }

  @Test
  void records_one_outcome_alone() {
    long token = granted(KEY);
    assertTrue(store.record(KEY, token, OUTCOME));
    assertFalse(store.record(KEY, token, outcome("second")));
    assertFalse(store.release(KEY, token));
    assertFalse(store.renew(KEY, token, LEASE));
    assertCompleted(KEY);
  }

  @Test
  void keeps_bytes_of_any_value_and_number() {
    byte[] every = new byte[256];
    for (int value = 0; value < every.length; value++) {
      every[value] = (byte) value;
    }
    assertKept(key("none"), new byte[0]);
    assertKept(key("every"), every);
    assertKept(key("many"), new byte[70_000]);
  }

  @Test
  void shows_an_outcome() {
    complete(KEY);
    StoredEntry entry = store.find(KEY).orElseThrow();
    assertEquals(Status.COMPLETED, entry.status());
    assertEquals(OUTCOME, entry.outcome());
    assertEquals(clock.instant(), entry.since());
    assertEquals(clock.instant().plus(KEEP_FOR), entry.until());
  }

  @Test
  void works_for_an_interrupted_thread_and_leaves_its_flag() {
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

  private void assertKept(String key, byte[] bytes) {
    assertTrue(store.record(key, granted(key), StoredOutcome.of(bytes)));
    Claim.Completed completed = assertInstanceOf(Claim.Completed.class, store.claim(key, REQUEST));
    assertArrayEquals(bytes, completed.outcome().bytes());
  }
}
