package dev.reprise.idempotency.testing;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.reprise.idempotency.store.ClaimRequest;
import dev.reprise.idempotency.store.IdempotencyStore;
import dev.reprise.idempotency.store.StoreFullException;
import dev.reprise.idempotency.store.StoredEntry.Status;
import org.junit.jupiter.api.Test;

/** The maximum number of keys, and the keys that a full store evicts. */
class CapacityScenarios extends StoreScenarios {

  CapacityScenarios(StoreFactory factory) {
    super(factory);
  }

  @Test
  void evicts_the_oldest_outcomes_when_full() throws Exception {
    store = open(3);
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
  void evicts_expired_keys_first() throws Exception {
    store = open(2);
    complete(key("long"));
    clock.move(LEASE);
    long token = granted(store.claim(key("short"), shortLived()));
    store.record(key("short"), token, OUTCOME);
    clock.move(MOMENT);
    granted(key("new"));
    assertCompleted(key("long"));
  }

  @Test
  void never_evicts_a_key_with_a_running_lease() throws Exception {
    IdempotencyStore small = open(2);
    granted(small.claim(KEY, REQUEST));
    long token = granted(small.claim(OTHER_KEY, REQUEST));
    assertThrows(StoreFullException.class, () -> small.claim(key("three"), REQUEST));
    small.record(OTHER_KEY, token, OUTCOME);
    granted(small.claim(key("three"), REQUEST));
    assertEquals(Status.LEASED, small.find(KEY).orElseThrow().status());
    assertTrue(small.find(OTHER_KEY).isEmpty());
  }

  @Test
  void evicts_a_crashed_holder_if_no_other_key_can_be_evicted() throws Exception {
    IdempotencyStore small = open(2);
    long crashed = granted(small.claim(KEY, REQUEST));
    clock.move(MOMENT);
    granted(small.claim(OTHER_KEY, REQUEST));
    clock.move(LEASE.minus(MOMENT));
    granted(small.claim(key("three"), REQUEST));
    assertFalse(small.record(KEY, crashed, OUTCOME));
    assertEquals(Status.LEASED, small.find(OTHER_KEY).orElseThrow().status());
  }

  private static ClaimRequest shortLived() {
    return new ClaimRequest(REQUEST.fingerprint(), LEASE, MOMENT);
  }
}
