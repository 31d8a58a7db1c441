package dev.reprise.idempotency.testing;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.reprise.idempotency.store.Claim;
import dev.reprise.idempotency.store.StoredEntry;
import dev.reprise.idempotency.store.StoredEntry.Status;
import java.time.Duration;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

/** The holders of keys and their rights. */
class LeaseScenarios extends StoreScenarios {

  LeaseScenarios(StoreFactory factory) {
    super(factory);
  }

  @Test
  void grants_a_new_key() {
    granted(KEY);
  }

  @Test
  void reports_the_remaining_lease_of_a_held_key() {
    granted(KEY);
    clock.move(Duration.ofSeconds(10));
    assertHeld(Duration.ofSeconds(20));
  }

  @Test
  void does_not_mix_up_keys() {
    complete(KEY);
    long token = granted(OTHER_KEY);
    assertFalse(store.record(KEY, token, OUTCOME));
    assertTrue(store.record(OTHER_KEY, token, OUTCOME));
  }

  @Test
  void grants_a_held_key_when_its_lease_ends_and_not_before() {
    long crashed = granted(KEY);
    clock.move(LEASE.minus(MOMENT));
    assertHeld(MOMENT);
    clock.move(MOMENT);
    assertTrue(granted(KEY) > crashed);
  }

  @Test
  @DisplayName(
      "trap 43: a holder whose key was claimed by a different call cannot record an outcome")
  void rejects_every_call_of_a_stale_holder() {
    long stale = granted(KEY);
    clock.move(LEASE);
    long newer = granted(KEY);
    assertFalse(store.record(KEY, stale, outcome("stale")));
    assertFalse(store.renew(KEY, stale, LEASE));
    assertFalse(store.release(KEY, stale));
    assertTrue(store.record(KEY, newer, OUTCOME));
    assertFalse(store.record(KEY, stale, outcome("stale")));
    assertFalse(store.release(KEY, stale));
    assertCompleted(KEY);
  }

  @Test
  void accepts_the_outcome_of_a_holder_whose_lease_ended_if_the_key_was_not_claimed() {
    long late = granted(KEY);
    clock.move(LEASE.multipliedBy(2));
    assertTrue(store.record(KEY, late, OUTCOME));
    assertCompleted(KEY);
  }

  @Test
  void renews_a_lease_from_now() {
    long token = granted(KEY);
    clock.move(Duration.ofSeconds(20));
    assertTrue(store.renew(KEY, token, LEASE));
    assertHeld(LEASE);
  }

  @Test
  void renews_an_ended_lease_if_the_key_was_not_claimed() {
    long token = granted(KEY);
    clock.move(LEASE.multipliedBy(2));
    assertTrue(store.renew(KEY, token, Duration.ofSeconds(5)));
    assertHeld(Duration.ofSeconds(5));
  }

  @Test
  void grants_a_released_key_at_once() {
    long first = granted(KEY);
    assertTrue(store.release(KEY, first));
    assertTrue(granted(KEY) > first);
  }

  @Test
  void rejects_calls_of_a_holder_that_has_released() {
    long token = granted(KEY);
    store.release(KEY, token);
    assertFalse(store.record(KEY, token, OUTCOME));
    assertFalse(store.renew(KEY, token, LEASE));
    assertFalse(store.release(KEY, token));
  }

  @Test
  void rejects_calls_for_an_unknown_key() {
    assertFalse(store.record(KEY, 1, OUTCOME));
    assertFalse(store.renew(KEY, 1, LEASE));
    assertFalse(store.release(KEY, 1));
    assertTrue(store.find(KEY).isEmpty());
  }

  @Test
  void rejects_calls_with_an_unknown_token() {
    long token = granted(KEY);
    assertFalse(store.record(KEY, token + 1, OUTCOME));
    assertFalse(store.renew(KEY, token + 1, LEASE));
    assertFalse(store.release(KEY, token + 1));
    assertHeld(LEASE);
  }

  @Test
  void never_grants_a_token_twice() {
    long first = granted(KEY);
    store.release(KEY, first);
    long second = granted(KEY);
    clock.move(LEASE);
    long third = granted(KEY);
    store.record(KEY, third, OUTCOME);
    clock.move(KEEP_FOR);
    store.purge(MAX_ENTRIES);
    long fourth = granted(KEY);
    assertTrue(first < second && second < third && third < fourth);
  }

  @Test
  void rejects_a_different_fingerprint_in_every_state() {
    long token = granted(KEY);
    assertMismatch();
    clock.move(LEASE);
    assertMismatch();
    store.release(KEY, token);
    assertMismatch();
    complete(KEY);
    assertMismatch();
  }

  @Test
  void finds_a_lease() {
    long token = granted(KEY);
    StoredEntry entry = store.find(KEY).orElseThrow();
    assertEquals(Status.LEASED, entry.status());
    assertEquals(token, entry.token());
    assertEquals(REQUEST.fingerprint(), entry.fingerprint());
    assertEquals(clock.instant().plus(LEASE), entry.until());
  }

  @Test
  void rejects_a_lease_of_zero() {
    long token = granted(KEY);
    assertThrows(IllegalArgumentException.class, () -> store.renew(KEY, token, Duration.ZERO));
  }

  private void assertMismatch() {
    assertInstanceOf(Claim.Mismatched.class, store.claim(KEY, request("another request")));
  }
}
