package dev.reprise.idempotency.testing;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.reprise.idempotency.store.Claim;
import dev.reprise.idempotency.store.ClaimRequest;
import dev.reprise.idempotency.store.IdempotencyStore;
import dev.reprise.idempotency.store.StoreFullException;
import dev.reprise.idempotency.store.StoredEntry;
import dev.reprise.idempotency.store.StoredEntry.Status;
import dev.reprise.idempotency.store.StoredOutcome;
import java.time.Duration;
import java.time.Instant;
import org.junit.jupiter.api.Test;

/** What is recorded, how long it is kept, and how much of it. */
abstract class OutcomeScenarios extends LeaseScenarios {

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
  void forgets_an_outcome_at_its_age_and_not_before() {
    complete(KEY);
    clock.move(KEEP_FOR.minus(MOMENT));
    assertCompleted(KEY);
    clock.move(MOMENT);
    assertTrue(store.find(KEY).isEmpty());
    granted(store.claim(KEY, request("another request")));
  }

  @Test
  void forgets_a_released_key_at_its_age() {
    store.release(KEY, granted(KEY));
    clock.move(KEEP_FOR);
    granted(store.claim(KEY, request("another request")));
  }

  @Test
  void forgets_a_crashed_holder_at_its_age_after_its_lease() {
    long token = granted(KEY);
    clock.move(LEASE.plus(KEEP_FOR).minus(MOMENT));
    assertInstanceOf(Claim.Mismatched.class, store.claim(KEY, request("another request")));
    clock.move(MOMENT);
    assertFalse(store.record(KEY, token, OUTCOME));
    granted(store.claim(KEY, request("another request")));
  }

  @Test
  void purges_what_is_too_old_and_nothing_else() {
    complete(key("completed"));
    store.release(key("released"), granted(key("released")));
    granted(key("crashed"));
    clock.move(KEEP_FOR);
    complete(key("young"));
    assertEquals(2, store.purge(MAX_ENTRIES));
    clock.move(LEASE);
    assertEquals(1, store.purge(MAX_ENTRIES));
    assertEquals(0, store.purge(MAX_ENTRIES));
    assertCompleted(key("young"));
  }

  @Test
  void purges_no_more_than_it_is_told() {
    for (int number = 0; number < 5; number++) {
      complete(key("key " + number));
    }
    clock.move(KEEP_FOR);
    assertEquals(3, store.purge(3));
    assertEquals(2, store.purge(3));
    assertThrows(IllegalArgumentException.class, () -> store.purge(0));
  }

  @Test
  void forgets_the_oldest_outcomes_when_it_is_full() throws Exception {
    assumeTrue(isBounded());
    store = open(3, clock);
    for (int number = 0; number < 4; number++) {
      clock.move(MOMENT);
      complete(key("key " + number));
    }
    assertTrue(store.find(key("key 0")).isEmpty());
    assertCompleted(key("key 1"));
    assertCompleted(key("key 2"));
    assertCompleted(key("key 3"));
  }

  @Test
  void forgets_what_is_too_old_before_what_is_not() throws Exception {
    assumeTrue(isBounded());
    store = open(2, clock);
    complete(key("long"));
    clock.move(LEASE);
    long token = granted(store.claim(key("short"), shortLived()));
    store.record(key("short"), token, OUTCOME);
    clock.move(MOMENT);
    granted(key("new"));
    assertCompleted(key("long"));
  }

  @Test
  void never_forgets_a_lease_that_runs() throws Exception {
    assumeTrue(isBounded());
    IdempotencyStore small = open(2, clock);
    granted(small.claim(KEY, REQUEST));
    long token = granted(small.claim(OTHER_KEY, REQUEST));
    assertThrows(StoreFullException.class, () -> small.claim(key("three"), REQUEST));
    small.record(OTHER_KEY, token, OUTCOME);
    granted(small.claim(key("three"), REQUEST));
    assertEquals(Status.LEASED, small.find(KEY).orElseThrow().status());
    assertTrue(small.find(OTHER_KEY).isEmpty());
  }

  @Test
  void forgets_a_crashed_holder_if_it_must() throws Exception {
    assumeTrue(isBounded());
    IdempotencyStore small = open(2, clock);
    long crashed = granted(small.claim(KEY, REQUEST));
    clock.move(MOMENT);
    granted(small.claim(OTHER_KEY, REQUEST));
    clock.move(LEASE.minus(MOMENT));
    granted(small.claim(key("three"), REQUEST));
    assertFalse(small.record(KEY, crashed, OUTCOME));
    assertEquals(Status.LEASED, small.find(OTHER_KEY).orElseThrow().status());
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

  private static ClaimRequest shortLived() {
    return new ClaimRequest(REQUEST.fingerprint(), LEASE, MOMENT);
  }

  private void assertKept(String key, byte[] bytes) {
    assertTrue(store.record(key, granted(key), StoredOutcome.of(bytes)));
    Claim.Completed completed = assertInstanceOf(Claim.Completed.class, store.claim(key, REQUEST));
    assertArrayEquals(bytes, completed.outcome().bytes());
  }
}
