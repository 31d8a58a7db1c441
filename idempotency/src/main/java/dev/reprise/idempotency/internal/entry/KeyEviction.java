package dev.reprise.idempotency.internal.entry;

import dev.reprise.idempotency.store.StoredEntry;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;

/** Selects the keys that a full store evicts. */
public final class KeyEviction {

  /** A full store evicts a tenth of its entries at a time, so that it rarely scans all of them. */
  private static final int EVICTED_FRACTION = 10;

  private KeyEviction() {}

  public static int checkMaxEntries(int maxEntries) {
    if (maxEntries < 1) {
      throw new IllegalArgumentException("maxEntries must be at least 1, but was " + maxEntries);
    }
    return maxEntries;
  }

  public static int checkAtMost(int atMost) {
    if (atMost < 1) {
      throw new IllegalArgumentException("atMost must be at least 1, but was " + atMost);
    }
    return atMost;
  }

  /** Returns the keys to evict for a new key; none if all keys have running leases. */
  public static List<String> selectVictims(
      Map<String, StoredEntry> entries, int maxEntries, Instant now) {
    int kept = maxEntries - Math.max(1, maxEntries / EVICTED_FRACTION);
    List<String> victims = new ArrayList<>(expired(entries, Integer.MAX_VALUE, now));
    int missing = entries.size() - victims.size() - kept;
    if (missing > 0) {
      victims.addAll(OwnerShares.ofKeys(entries, now).oldestOfGreatest(missing));
    }
    if (victims.isEmpty()) {
      victims.addAll(earliestEndedLease(entries, now));
    }
    return victims;
  }

  public static List<String> expired(Map<String, StoredEntry> entries, int atMost, Instant now) {
    return entries.entrySet().stream()
        .filter(entry -> EntryTransitions.isExpired(entry.getValue(), now))
        .limit(atMost)
        .map(Map.Entry::getKey)
        .toList();
  }

  private static List<String> earliestEndedLease(Map<String, StoredEntry> entries, Instant now) {
    return entries.entrySet().stream()
        .filter(entry -> !EntryTransitions.isLive(entry.getValue(), now))
        .sorted(Comparator.comparing(entry -> entry.getValue().until()))
        .limit(1)
        .map(Map.Entry::getKey)
        .toList();
  }
}
