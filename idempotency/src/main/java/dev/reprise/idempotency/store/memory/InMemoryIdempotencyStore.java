package dev.reprise.idempotency.store.memory;

import dev.reprise.idempotency.internal.entry.EntryTransitions;
import dev.reprise.idempotency.internal.entry.KeyEviction;
import dev.reprise.idempotency.internal.entry.OwnerShares;
import dev.reprise.idempotency.store.Claim;
import dev.reprise.idempotency.store.ClaimRequest;
import dev.reprise.idempotency.store.IdempotencyStore;
import dev.reprise.idempotency.store.StoreFullException;
import dev.reprise.idempotency.store.StoredEntry;
import dev.reprise.idempotency.store.StoredOutcome;
import dev.reprise.text.CountText;
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
 * A store in the memory of one process. Its content is lost when the process ends; an operation
 * that has run can then run again.
 *
 * <pre>{@code
 * IdempotencyStore store = new InMemoryIdempotencyStore(1_000);
 * }</pre>
 *
 * <p>The number of keys and the total size of the outcomes are bounded; each key takes about 500
 * bytes in addition to its outcome. If one of the bounds is reached, the store frees a tenth: it
 * repeatedly evicts the oldest settled key of the principal that uses most. So a principal that
 * floods the store loses its own outcomes, and no other principal does. Leases and retentions are
 * measured by a clock that does not jump. Safe for use by any thread.
 */
public final class InMemoryIdempotencyStore implements IdempotencyStore {

  /** The maximum number of keys by default: {@value}. */
  public static final int DEFAULT_MAX_ENTRIES = 10_000;

  /**
   * The maximum size of all outcomes in bytes by default: {@value}, or an eighth of the heap if
   * that is less.
   */
  public static final long DEFAULT_MAX_BYTES = 64L * 1024 * 1024;

  /** The minimum of the bound on bytes: {@value}. */
  public static final long MIN_MAX_BYTES = 1024;

  private static final int FREED_FRACTION = 10;
  private static final int MIN_OUTCOMES = 8;

  private final int maxEntries;
  private final long maxBytes;
  private final InstantSource clock;
  // Held for a few steps on the map; no code of a caller runs under it.
  private final ReentrantLock lock = new ReentrantLock();
  private final Map<String, StoredEntry> entries = new HashMap<>();
  private long bytes;
  private long lastToken;

  /** An empty store of {@value #DEFAULT_MAX_ENTRIES} keys and the default bytes. */
  public InMemoryIdempotencyStore() {
    this(DEFAULT_MAX_ENTRIES);
  }

  /**
   * An empty store.
   *
   * @param maxEntries maximum number of keys, at least 1
   * @throws IllegalArgumentException if {@code maxEntries} is below 1
   */
  public InMemoryIdempotencyStore(int maxEntries) {
    this(maxEntries, MonotonicClock.fromNow());
  }

  /**
   * An empty store.
   *
   * @param maxEntries maximum number of keys, at least 1
   * @param maxBytes maximum total size of the outcomes in bytes, at least 1,024; one outcome may
   *     take an eighth of it
   * @throws IllegalArgumentException if one of them is below its bound
   */
  public InMemoryIdempotencyStore(int maxEntries, long maxBytes) {
    this(maxEntries, maxBytes, MonotonicClock.fromNow());
  }

  /**
   * An empty store with a given clock, for tests.
   *
   * @param maxEntries maximum number of keys, at least 1
   * @param clock the clock of leases and retentions
   * @throws IllegalArgumentException if {@code maxEntries} is below 1
   */
  public InMemoryIdempotencyStore(int maxEntries, InstantSource clock) {
    this(maxEntries, Math.min(DEFAULT_MAX_BYTES, Runtime.getRuntime().maxMemory() / 8), clock);
  }

  /**
   * An empty store with a given clock, for tests.
   *
   * @param maxEntries maximum number of keys, at least 1
   * @param maxBytes maximum total size of the outcomes in bytes, at least 1,024
   * @param clock the clock of leases and retentions
   * @throws IllegalArgumentException if one of the bounds is too low
   */
  public InMemoryIdempotencyStore(int maxEntries, long maxBytes, InstantSource clock) {
    if (maxBytes < MIN_MAX_BYTES) {
      throw new IllegalArgumentException("maxBytes must be at least 1024, but was " + maxBytes);
    }
    this.maxEntries = KeyEviction.checkMaxEntries(maxEntries);
    this.maxBytes = maxBytes;
    this.clock = Objects.requireNonNull(clock, "clock");
  }

  @Override
  public int maxOutcomeBytes() {
    return (int) Math.min(Integer.MAX_VALUE, maxBytes / MIN_OUTCOMES);
  }

  @Override
  public Claim claim(String key, ClaimRequest request) {
    Objects.requireNonNull(key, "key");
    Instant now = clock.instant();
    lock.lock();
    try {
      StoredEntry entry = entries.get(key);
      Claim refusal = EntryTransitions.refusal(entry, request, now);
      if (refusal != null) {
        return refusal;
      }
      if (entry == null && entries.size() >= maxEntries) {
        makeRoom(now);
      }
      lastToken++;
      put(key, EntryTransitions.leased(request, lastToken, now));
      return new Claim.Granted(lastToken);
    } finally {
      lock.unlock();
    }
  }

  @Override
  public boolean renew(String key, long token, Duration lease) {
    ClaimRequest.checkDuration("lease", lease);
    return change(key, token, (entry, now) -> EntryTransitions.renewed(entry, lease, now));
  }

  @Override
  public boolean record(String key, long token, StoredOutcome outcome) {
    Objects.requireNonNull(outcome, "outcome");
    if (outcome.size() > maxOutcomeBytes()) {
      throw new IllegalArgumentException(
          "outcome must be at most " + maxOutcomeBytes() + " bytes, but was " + outcome.size());
    }
    return change(key, token, (entry, now) -> EntryTransitions.settled(entry, outcome, now));
  }

  @Override
  public boolean release(String key, long token) {
    return change(key, token, (entry, now) -> EntryTransitions.settled(entry, null, now));
  }

  @Override
  public Optional<StoredEntry> find(String key) {
    Objects.requireNonNull(key, "key");
    Instant now = clock.instant();
    lock.lock();
    try {
      return Optional.ofNullable(entries.get(key))
          .filter(entry -> !EntryTransitions.isExpired(entry, now));
    } finally {
      lock.unlock();
    }
  }

  @Override
  public int purge(int atMost) {
    KeyEviction.checkAtMost(atMost);
    Instant now = clock.instant();
    lock.lock();
    try {
      return evict(KeyEviction.expired(entries, atMost, now));
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
      if (entry == null || !EntryTransitions.isHeldBy(entry, token, now)) {
        return false;
      }
      put(key, change.apply(entry, now));
      shrink(key, now);
      return true;
    } finally {
      lock.unlock();
    }
  }

  private void put(String key, StoredEntry entry) {
    StoredEntry before = entries.put(key, entry);
    bytes += OwnerShares.bytes(entry) - (before == null ? 0 : OwnerShares.bytes(before));
  }

  /**
   * If the outcomes are too large, evicts outcomes except the newest one until a tenth of the bytes
   * is free.
   */
  private void shrink(String newest, Instant now) {
    if (bytes <= maxBytes) {
      return;
    }
    evict(KeyEviction.expired(entries, Integer.MAX_VALUE, now));
    long excess = bytes - (maxBytes - maxBytes / FREED_FRACTION);
    if (excess > 0) {
      List<String> victims = OwnerShares.ofBytes(entries, now, newest).oldestOfGreatest(excess);
      evict(victims);
    }
  }

  private void makeRoom(Instant now) {
    if (evict(KeyEviction.selectVictims(entries, maxEntries, now)) == 0) {
      throw new StoreFullException(maxEntries);
    }
  }

  private int evict(List<String> victims) {
    for (String victim : victims) {
      StoredEntry entry = entries.remove(victim);
      bytes -= entry == null ? 0 : OwnerShares.bytes(entry);
    }
    return victims.size();
  }

  /**
   * The maximum number of keys and bytes.
   *
   * @return one line
   */
  @Override
  public String toString() {
    return "in memory, at most "
        + CountText.of(maxEntries, "key")
        + " and "
        + CountText.of(maxBytes, "byte")
        + " of outcomes";
  }
}
