package dev.reprise.idempotency.testing;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.reprise.idempotency.store.Claim;
import org.junit.jupiter.api.Test;

/** The time for which a key is remembered. */
class ExpiryScenarios extends StoreScenarios {

  ExpiryScenarios(Opening opening) {
    super(opening);
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
}
