package dev.reprise.idempotency.store;

import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.BiFunction;

/**
 * A store in the memory of this process: for one process alone, and gone with it. Then an operation
 * can run again although it has run before.
 *
 * <p>It holds a bounded number of keys, and at most that many times the guard's {@code
 * maxOutcomeBytes} of outcomes. When it is full it frees a tenth of its places at once. Leases and
 * ages follow a clock that does not jump.
 */
public final class InMemoryIdempotencyStore implements IdempotencyStore {

  /** How many keys are held by default: {@value}. */
  public static final int DEFAULT_MAX_ENTRIES = 10_000;

  private final int maxEntries;
  private final InstantSource clock;
  // Held for a few steps on the map; no code of others runs under it.
  private final ReentrantLock lock = new ReentrantLock();
  private final Map<String, StoredEntry> entries = new HashMap<>();
  private long lastToken;

  /** An empty store of {@value #DEFAULT_MAX_ENTRIES} keys. */
  public InMemoryIdempotencyStore() {
    this(DEFAULT_MAX_ENTRIES);
  }

  /**
   * An empty store.
   *
   * @param maxEntries how many keys it holds, at least 1
   * @throws IllegalArgumentException if {@code maxEntries} is below 1
   */
  public InMemoryIdempotencyStore(int maxEntries) {
    this(maxEntries, SteadyClock.fromNow());
  }

  /**
   * An empty store with a clock of the caller's, for tests.
   *
   * @param maxEntries how many keys it holds, at least 1
   * @param clock what leases and ages are measured with
   * @throws IllegalArgumentException if {@code maxEntries} is below 1
   */
  public InMemoryIdempotencyStore(int maxEntries, InstantSource clock) {
    this.maxEntries = Places.checkMaxEntries(maxEntries);
    this.clock = Objects.requireNonNull(clock, "clock");
  }

  @Override
  public Claim claim(String key, ClaimRequest request) {
    Objects.requireNonNull(key, "key");
    Instant now = clock.instant();
    lock.lock();
    try {
      StoredEntry entry = entries.get(key);
      Claim answer = Entries.answer(entry, request, now);
      if (answer != null) {
        return answer;
      }
      if (entry == null && entries.size() >= maxEntries) {
        makeRoom(now);
      }
      lastToken++;
      entries.put(key, Entries.leased(request, lastToken, now));
      return new Claim.Granted(lastToken);
    } finally {
      lock.unlock();
    }
  }

  @Override
  public boolean renew(String key, long token, Duration lease) {
    ClaimRequest.checkSpan("lease", lease);
    return change(key, token, (entry, now) -> Entries.renewed(entry, lease, now));
  }

  @Override
  public boolean record(String key, long token, StoredOutcome outcome) {
    Objects.requireNonNull(outcome, "outcome");
    return change(key, token, (entry, now) -> Entries.settled(entry, outcome, now));
  }

  @Override
  public boolean release(String key, long token) {
    return change(key, token, (entry, now) -> Entries.settled(entry, null, now));
  }

  @Override
  public Optional<StoredEntry> find(String key) {
    Objects.requireNonNull(key, "key");
    Instant now = clock.instant();
    lock.lock();
    try {
      return Optional.ofNullable(entries.get(key)).filter(entry -> !Entries.isAged(entry, now));
    } finally {
      lock.unlock();
    }
  }

  @Override
  public int purge(int atMost) {
    Places.checkAtMost(atMost);
    Instant now = clock.instant();
    lock.lock();
    try {
      return forget(Places.aged(entries, atMost, now));
    } finally {
      lock.unlock();
    }
  }

  private boolean change(
      String key, long token, BiFunction<StoredEntry, Instant, StoredEntry> change) {
    Objects.requireNonNull(key, "key");
    Instant now = clock.instant();
    lock.lock();
    try {
      StoredEntry entry = entries.get(key);
      if (entry == null || !Entries.isHeldBy(entry, token, now)) {
        return false;
      }
      entries.put(key, change.apply(entry, now));
      return true;
    } finally {
      lock.unlock();
    }
  }

  private void makeRoom(Instant now) {
    if (forget(Places.toFree(entries, maxEntries, now)) == 0) {
      throw new StoreFullException(maxEntries);
    }
  }

  private int forget(List<String> victims) {
    victims.forEach(entries::remove);
    return victims.size();
  }

  /**
   * How many keys it holds at most.
   *
   * @return one line
   */
  @Override
  public String toString() {
    return "in memory, at most " + maxEntries + " keys";
  }
}
