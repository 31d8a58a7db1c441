package dev.reprise.idempotency;

import dev.reprise.idempotency.store.Claim;
import dev.reprise.idempotency.store.ClaimRequest;
import dev.reprise.idempotency.store.IdempotencyStore;
import dev.reprise.idempotency.store.StoredEntry;
import dev.reprise.idempotency.store.StoredOutcome;
import java.time.Duration;
import java.util.Optional;

/** A store that forwards every call to another one. Subclasses change single calls. */
public class ForwardingStore implements IdempotencyStore {

  private final IdempotencyStore store;

  public ForwardingStore(IdempotencyStore store) {
    this.store = store;
  }

  @Override
  public Claim claim(String key, ClaimRequest request) {
    return store.claim(key, request);
  }

  @Override
  public boolean renew(String key, long token, Duration lease) {
    return store.renew(key, token, lease);
  }

  @Override
  public boolean record(String key, long token, StoredOutcome outcome) {
    return store.record(key, token, outcome);
  }

  @Override
  public boolean release(String key, long token) {
    return store.release(key, token);
  }

  @Override
  public Optional<StoredEntry> find(String key) {
    return store.find(key);
  }

  @Override
  public int purge(int atMost) {
    return store.purge(atMost);
  }
}
