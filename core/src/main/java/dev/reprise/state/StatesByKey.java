package dev.reprise.state;

import dev.reprise.budget.RetryBudget;
import dev.reprise.time.TickSource;
import java.util.Map;
import java.util.OptionalDouble;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicInteger;

/**
 * A state for each key, at most {@value #MAX_KEYS} of them. A further key replaces one of {@value
 * #CANDIDATES} candidates. A candidate that is idle with a full budget is replaced first, since no
 * information of its budget is lost; one with calls that are retrying is replaced last; of equal
 * candidates, the one not selected for the longest time. So the cost of a new key does not depend
 * on the number of keys.
 *
 * <p>For drivers. Safe for use by any thread, without locks. The design is explained in {@code
 * docs/design/keys.md}.
 */
public final class StatesByKey {

  /**
   * Maximum number of states. While a thread adds a key, there may be one more for each such
   * thread.
   */
  public static final int MAX_KEYS = 10_000;

  static final int CANDIDATES = 5;

  /**
   * Distance from one candidate slot to the next: the golden section of all slots, which
   * distributes the candidates evenly. It has no common factor with the number of slots, so that
   * every slot becomes a candidate.
   */
  private static final int STRIDE = 6_181;

  /*
   * Concurrency. The map holds the entry of each key, and the slots hold all entries. If several
   * threads add the same key, one of them puts its entry into the map. That thread then gives the
   * entry a slot: a free one if there is one, else the slot of an older entry. It takes that
   * slot by a compare-and-set, and only the thread that succeeds removes the older entry.
   * So each entry in the map has a slot, or a thread in add() that is about to give it one, or a
   * thread in replace() that has taken its slot and is about to remove it: the map exceeds the
   * number of slots by at most one entry for each thread. As no other code removes an entry, no
   * key loses its state while there are free slots.
   *
   * A known key needs one lookup in the map. It writes to the entry only once between two checks of
   * add(), so threads that share a key do not contend for it.
   */

  private final RetryBudget pattern;
  private final Map<Object, Entry> entries = new ConcurrentHashMap<>();
  private final StateSlots<Entry> slots = new StateSlots<>(MAX_KEYS);
  private final AtomicInteger hand = new AtomicInteger();

  /**
   * Creates a map without states.
   *
   * @param pattern budget of which each key gets a {@linkplain RetryBudget#newInstance() new
   *     instance}
   */
  public StatesByKey(RetryBudget pattern) {
    this.pattern = GuardedBudget.of(pattern);
  }

  /**
   * Returns the state of a key, and creates it if there is none.
   *
   * @param key identifies the resource; {@code equals} and {@code hashCode} must not change
   * @param ticks read only for a key without a state
   * @return the state of that key
   */
  public RetryState on(Object key, TickSource ticks) {
    Entry entry = entries.get(key);
    if (entry == null) {
      return add(key, ticks.nanos()).state;
    }
    // A different thread may replace this entry now: this call then uses a state that is
    // discarded after the call, and the next call of the key creates a new one.
    entry.selected();
    return entry.state;
  }

  private Entry add(Object key, long nowNanos) {
    Entry made = new Entry(key, new RetryState(pattern.newInstance()));
    // If several threads add this key, one of them succeeds and the others use its entry.
    Entry there = entries.putIfAbsent(key, made);
    if (there != null) {
      there.selected();
      return there;
    }
    boolean added = slots.tryAdd(made);
    while (!added) {
      added = takeSlot(made, nowNanos);
    }
    return made;
  }

  /** Replaces one of the next few entries; returns false if a different thread was faster. */
  private boolean takeSlot(Entry made, long nowNanos) {
    int turn = hand.getAndAdd(CANDIDATES); // each thread checks different slots
    int chosen = 0;
    Entry spare = null;
    long most = Long.MIN_VALUE;
    for (int step = 0; step < CANDIDATES; step++) {
      int slot = Math.floorMod((turn + step) * (long) STRIDE, MAX_KEYS);
      Entry entry = slots.get(slot);
      if (entry == null) {
        continue; // a thread has taken this slot and is about to set its entry
      }
      long rank = entry.rankAfterCheck(nowNanos);
      if (rank > most) {
        most = rank;
        spare = entry;
        chosen = slot;
      }
    }
    return spare != null && replace(chosen, spare, made);
  }

  private boolean replace(int slot, Entry entry, Entry made) {
    // If several threads chose the same entry, one replaces it; the others try further entries.
    boolean won = slots.replace(slot, entry, made);
    if (won) {
      entries.remove(entry.key, entry);
    }
    return won;
  }

  /**
   * The lowest level of the budgets of all keys.
   *
   * @param nowNanos the current tick
   * @return from 0 to 1; empty if there is no key, or the budgets do not know their level
   */
  public OptionalDouble lowestLevel(long nowNanos) {
    return entries.values().stream()
        .map(entry -> entry.state.budgetLevel(nowNanos))
        .flatMapToDouble(OptionalDouble::stream)
        .min();
  }

  int size() {
    return entries.size();
  }

  private static final class Entry {

    private static final long RETRYING = -1;
    private static final long IDLE_AND_FULL = 1L << Integer.SIZE; // above any age

    final Object key;
    final RetryState state;

    /**
     * Number of times that add() has checked this entry since it was last selected, plus one until
     * it is selected a second time. If a check and a selection happen at the same time, one of the
     * two may be lost.
     */
    private volatile int age = 1;

    Entry(Object key, RetryState state) {
      this.key = key;
      this.state = state;
    }

    void selected() {
      if (age != 0) { // nearly every call only reads
        age = 0;
      }
    }

    /** Rank for replacement: the entry with the highest rank is replaced. */
    long rankAfterCheck(long nowNanos) {
      int before = age;
      age = before + 1;
      if (state.isReplaceable(nowNanos)) {
        return IDLE_AND_FULL + before;
      }
      return state.isIdle() ? before : RETRYING;
    }
  }
}
