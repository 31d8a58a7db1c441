package dev.reprise.state;

import dev.reprise.budget.RetryBudget;
import java.util.Comparator;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;

/**
 * A state for each key, at most 1,000 of them. When there are more, those that are idle and full go
 * first, for nothing is lost with them; then those not used for longest. For drivers.
 */
public final class StatesByKey {

  static final int MOST = 1_000;
  private static final int LEAVE = MOST - MOST / 16;

  private final RetryBudget pattern;
  private final Map<Object, Entry> entries = new ConcurrentHashMap<>();

  /**
   * No states yet.
   *
   * @param pattern what each key gets a {@linkplain RetryBudget#fresh() fresh one} of
   */
  public StatesByKey(RetryBudget pattern) {
    this.pattern = GuardedBudget.of(pattern);
  }

  /**
   * Selects a state, and makes it where there is none.
   *
   * @param key names the resource
   * @param nowNanos the current tick
   * @return the state of that key
   */
  public RetryState on(Object key, long nowNanos) {
    Entry entry = entries.get(key);
    if (entry == null) {
      Entry made = new Entry(new RetryState(pattern.fresh()));
      Entry there = entries.putIfAbsent(key, made);
      entry = there == null ? made : there;
    }
    // Another thread may just be removing it as spare or old: this call then settles with a state
    // that is forgotten with the call, and the next call of the key begins a new one.
    entry.usedNanos = nowNanos;
    if (entries.size() > MOST) {
      shrink(key, nowNanos);
    }
    return entry.state;
  }

  int size() {
    return entries.size();
  }

  private void shrink(Object keep, long nowNanos) {
    entries
        .entrySet()
        .removeIf(
            entry ->
                entries.size() > LEAVE
                    && !entry.getKey().equals(keep)
                    && entry.getValue().isSpare(nowNanos));
    int surplus = entries.size() - MOST;
    if (surplus <= 0) {
      return;
    }
    entries.entrySet().stream()
        .filter(entry -> !entry.getKey().equals(keep))
        .map(entry -> new Age(entry.getKey(), nowNanos - entry.getValue().usedNanos))
        .sorted(Comparator.comparingLong(Age::idleNanos).reversed())
        .limit(surplus + (long) MOST - LEAVE)
        .forEach(age -> entries.remove(age.key()));
  }

  /** Read once, for a sort must not see the times change. */
  private record Age(Object key, long idleNanos) {}

  private static final class Entry {

    final RetryState state;
    volatile long usedNanos;

    Entry(RetryState state) {
      this.state = state;
    }

    boolean isSpare(long nowNanos) {
      return state.isIdle() && state.permits().isFull(nowNanos);
    }
  }
}
