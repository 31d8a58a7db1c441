package dev.reprise.idempotency.testing;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.reprise.idempotency.store.Claim;
import org.junit.jupiter.api.Test;

/** The retention of keys. */
class ExpiryScenarios extends StoreScenarios {

  ExpiryScenarios(StoreFactory factory) {
    super(factory);
  }

  @Test
  void deletes_an_outcome_at_the_end_of_its_retention_and_not_before() {
    complete(KEY);
    clock.move(KEEP_FOR.minus(MOMENT));
    assertCompleted(KEY);
    clock.move(MOMENT);
    assertTrue(store.find(KEY).isEmpty());
    granted(store.claim(KEY, request("another request")));
  }

  @Test
  void deletes_a_released_key_at_the_end_of_its_retention() {
    store.release(KEY, granted(KEY));
    clock.move(KEEP_FOR);
    granted(store.claim(KEY, request("another request")));
  }

  @Test
  void deletes_a_crashed_holder_after_its_lease_and_retention() {
    long token = granted(KEY);
    clock.move(LEASE.plus(KEEP_FOR).minus(MOMENT));
    assertInstanceOf(Claim.Mismatched.class, store.claim(KEY, request("another request")));
    clock.move(MOMENT);
    assertFalse(store.record(KEY, token, OUTCOME));
    granted(store.claim(KEY, request("another request")));
  }

  @Test
  void purges_only_expired_keys() {
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
  void purges_at_most_the_given_number_of_keys() {
    for (int number = 0; number < 5; number++) {
      complete(key("key " + number));
    }
    clock.move(KEEP_FOR);
    assertEquals(3, store.purge(3));
    assertEquals(2, store.purge(3));
    assertThrows(IllegalArgumentException.class, () -> store.purge(0));
  }
}
