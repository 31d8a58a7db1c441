package dev.reprise.idempotency.internal.entry;

import dev.reprise.idempotency.store.StoredEntry;
import dev.reprise.idempotency.store.StoredEntry.Status;
import dev.reprise.idempotency.store.StoredOutcome;
import java.time.Instant;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.Deque;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.PriorityQueue;
import java.util.function.ToLongFunction;
import org.jspecify.annotations.Nullable;

/**
 * The share of a store that each owner uses, and the eviction order that follows from it: the
 * oldest settled key of the owner with the largest share, repeated until enough is free. So an
 * owner with at most an equal share loses no key to an owner with a larger one.
 */
public final class OwnerShares {

  private final Map<String, Share> byOwner = new HashMap<>();

  /** A completed or released key. */
  private record Settled(String key, Instant since, long weight) {}

  /** The share of one owner. */
  private static final class Share {

    private long used;
    private final Deque<Settled> settled = new ArrayDeque<>();

    private Instant oldest() {
      return settled.getFirst().since();
    }
  }

  private OwnerShares(
      Map<String, StoredEntry> entries,
      Instant now,
      @Nullable String excluded,
      ToLongFunction<StoredEntry> weight) {
    List<Map.Entry<String, StoredEntry>> oldestFirst =
        entries.entrySet().stream()
            .filter(entry -> !EntryTransitions.isExpired(entry.getValue(), now))
            .sorted(Comparator.comparing(entry -> entry.getValue().since()))
            .toList();
    for (Map.Entry<String, StoredEntry> each : oldestFirst) {
      StoredEntry entry = each.getValue();
      Share share = byOwner.computeIfAbsent(entry.owner(), owner -> new Share());
      long entryWeight = weight.applyAsLong(entry);
      share.used += entryWeight;
      if (entry.status() != Status.LEASED && entryWeight > 0 && !each.getKey().equals(excluded)) {
        share.settled.add(new Settled(each.getKey(), entry.since(), entryWeight));
      }
    }
  }

  public static OwnerShares ofKeys(Map<String, StoredEntry> entries, Instant now) {
    return new OwnerShares(entries, now, null, entry -> 1);
  }

  /** Shares of the bytes of outcomes. The key that was just completed is not evicted. */
  public static OwnerShares ofBytes(
      Map<String, StoredEntry> entries, Instant now, String excluded) {
    return new OwnerShares(entries, now, excluded, OwnerShares::bytes);
  }

  public static long bytes(StoredEntry entry) {
    StoredOutcome outcome = entry.outcome();
    return outcome == null ? 0 : outcome.size();
  }

  /** Returns the keys to evict to free this weight, or all evictable keys if they weigh less. */
  public List<String> oldestOfGreatest(long wanted) {
    PriorityQueue<Share> greatest =
        new PriorityQueue<>(
            Comparator.comparingLong((Share share) -> -share.used).thenComparing(Share::oldest));
    byOwner.values().stream().filter(share -> !share.settled.isEmpty()).forEach(greatest::add);
    List<String> keys = new ArrayList<>();
    long missing = wanted;
    while (missing > 0 && !greatest.isEmpty()) {
      Share share = greatest.remove();
      Settled victim = share.settled.remove();
      keys.add(victim.key());
      share.used -= victim.weight();
      missing -= victim.weight();
      if (!share.settled.isEmpty()) {
        greatest.add(share);
      }
    }
    return keys;
  }
}
