package dev.reprise.idempotency.testing;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.reprise.idempotency.key.Fingerprint;
import dev.reprise.idempotency.key.IdempotencyKey;
import dev.reprise.idempotency.store.Claim;
import dev.reprise.idempotency.store.ClaimRequest;
import dev.reprise.idempotency.store.IdempotencyStore;
import dev.reprise.idempotency.store.StoredOutcome;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.InstantSource;
import org.junit.jupiter.api.BeforeEach;

/** A store with its clock, and the common steps of the scenarios. */
abstract class StoreScenarios {

  /** Opens the store under test. */
  @FunctionalInterface
  interface StoreFactory {
    IdempotencyStore open(int maxEntries, InstantSource clock) throws Exception;
  }

  static final Duration LEASE = Duration.ofSeconds(30);
  static final Duration KEEP_FOR = Duration.ofHours(1);
  static final Duration MOMENT = Duration.ofMillis(1);
  static final int MAX_ENTRIES = 100;
  static final String KEY = key("one");
  static final String OTHER_KEY = key("two");
  static final ClaimRequest REQUEST = request("request");
  static final StoredOutcome OUTCOME = outcome("done");

  private final StoreFactory factory;

  SettableClock clock = new SettableClock();
  IdempotencyStore store;

  StoreScenarios(StoreFactory factory) {
    this.factory = factory;
  }

  @BeforeEach
  void openStore() throws Exception {
    clock = new SettableClock();
    store = open(MAX_ENTRIES);
  }

  /** Opens an empty store with the clock of the scenarios. */
  IdempotencyStore open(int maxEntries) throws Exception {
    return factory.open(maxEntries, clock);
  }

  static String key(String text) {
    return IdempotencyKey.of("principal", "operation", text).digest();
  }

  static ClaimRequest request(String text) {
    return new ClaimRequest(Fingerprint.of(text).digest(), LEASE, KEEP_FOR);
  }

  static StoredOutcome outcome(String text) {
    return StoredOutcome.of(text.getBytes(StandardCharsets.UTF_8));
  }

  long granted(String key) {
    return granted(store.claim(key, REQUEST));
  }

  static long granted(Claim claim) {
    return assertInstanceOf(Claim.Granted.class, claim).token();
  }

  void complete(String key) {
    assertTrue(store.record(key, granted(key), OUTCOME));
  }

  void assertHeld(Duration leaseLeft) {
    Claim.Held held = assertInstanceOf(Claim.Held.class, store.claim(KEY, REQUEST));
    assertEquals(leaseLeft, held.leaseLeft());
  }

  void assertCompleted(String key) {
    Claim.Completed completed = assertInstanceOf(Claim.Completed.class, store.claim(key, REQUEST));
    assertEquals(OUTCOME, completed.outcome());
  }
}
