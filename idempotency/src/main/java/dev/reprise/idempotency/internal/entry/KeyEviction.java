package dev.reprise.idempotency.internal.entry;

import dev.reprise.idempotency.store.StoredEntry;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;

/** Selects the keys that a full store evicts. */
public final class KeyEviction {

  /** A full store evicts a tenth of its entries at once, so that it seldom scans all of them. */
  private static final int PART = 10;

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

  /** The keys to forget so that there is room for one more; none if every lease runs. */
  public static List<String> toFree(Map<String, StoredEntry> entries, int maxEntries, Instant now) {
    int kept = maxEntries - Math.max(1, maxEntries / PART);
    List<String> victims = new ArrayList<>(aged(entries, Integer.MAX_VALUE, now));
    int missing = entries.size() - victims.size() - kept;
    if (missing > 0) {
      victims.addAll(OwnerShares.ofKeys(entries, now).oldestOfGreatest(missing));
    }
    if (victims.isEmpty()) {
      victims.addAll(endedLongestAgo(entries, now));
    }
    return victims;
  }

  public static List<String> aged(Map<String, StoredEntry> entries, int atMost, Instant now) {
    return entries.entrySet().stream()
        .filter(entry -> EntryTransitions.isAged(entry.getValue(), now))
        .limit(atMost)
        .map(Map.Entry::getKey)
        .toList();
  }

  private static List<String> endedLongestAgo(Map<String, StoredEntry> entries, Instant now) {
    return entries.entrySet().stream()
        .filter(entry -> !EntryTransitions.isLive(entry.getValue(), now))
        .sorted(Comparator.comparing(entry -> entry.getValue().until()))
        .limit(1)
        .map(Map.Entry::getKey)
        .toList();
  }
}
