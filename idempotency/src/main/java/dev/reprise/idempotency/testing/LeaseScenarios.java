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

/** The holders of a key and their rights. */
class LeaseScenarios extends StoreScenarios {

  LeaseScenarios(Opening opening) {
    super(opening);
  }

  @Test
  void grants_a_new_key() {
    granted(KEY);
  }

  @Test
  void says_how_long_a_held_key_is_leased() {
    granted(KEY);
    clock.move(Duration.ofSeconds(10));
    assertHeld(Duration.ofSeconds(20));
  }

  @Test
  void keeps_keys_apart() {
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
  @DisplayName("trap 43: a holder that was taken over can record no outcome")
  void refuses_a_stale_holder_everything() {
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
  void takes_the_outcome_of_a_holder_whose_lease_ended_if_no_call_took_over() {
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
  void renews_a_lease_that_ended_if_no_call_took_over() {
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
  void takes_nothing_from_a_holder_that_has_released() {
    long token = granted(KEY);
    store.release(KEY, token);
    assertFalse(store.record(KEY, token, OUTCOME));
    assertFalse(store.renew(KEY, token, LEASE));
    assertFalse(store.release(KEY, token));
  }

  @Test
  void takes_nothing_for_a_key_that_it_does_not_know() {
    assertFalse(store.record(KEY, 1, OUTCOME));
    assertFalse(store.renew(KEY, 1, LEASE));
    assertFalse(store.release(KEY, 1));
    assertTrue(store.find(KEY).isEmpty());
  }

  @Test
  void takes_nothing_for_a_token_that_it_did_not_grant() {
    long token = granted(KEY);
    assertFalse(store.record(KEY, token + 1, OUTCOME));
    assertFalse(store.renew(KEY, token + 1, LEASE));
    assertFalse(store.release(KEY, token + 1));
    assertHeld(LEASE);
  }

  @Test
  void never_grants_a_token_again() {
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
  void refuses_another_fingerprint_whatever_became_of_the_first() {
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
  void shows_a_lease() {
    long token = granted(KEY);
    StoredEntry entry = store.find(KEY).orElseThrow();
    assertEquals(Status.LEASED, entry.status());
    assertEquals(token, entry.token());
    assertEquals(REQUEST.fingerprint(), entry.fingerprint());
    assertEquals(clock.instant().plus(LEASE), entry.until());
  }

  @Test
  void refuses_a_lease_without_length() {
    long token = granted(KEY);
    assertThrows(IllegalArgumentException.class, () -> store.renew(KEY, token, Duration.ZERO));
  }

  private void assertMismatch() {
    assertInstanceOf(Claim.Mismatched.class, store.claim(KEY, request("another request")));
  }
}
