package dev.reprise.state;

import dev.reprise.budget.RetryBudget;
import dev.reprise.time.TickSource;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicInteger;

/**
 * A state for each key, at most {@value #MAX_KEYS} of them. A further key takes the place of one of
 * {@value #LOOKS} others: one that is idle and full goes first, for nothing of its budget is lost
 * with it, and one whose callers are retrying goes last; of equals, the one not selected for
 * longest. So a new key costs the same, however many there are.
 *
 * <p>For drivers. Safe for use by any thread; nothing here locks. Why it is so: {@code
 * docs/design/keys.md}.
 */
public final class StatesByKey {

  /** The most states kept. There is one more for each thread that is just adding a key. */
  public static final int MAX_KEYS = 10_000;

  static final int LOOKS = 5;

  /**
   * From one place looked at to the next: the golden section of all, which spreads those of one
   * look evenly, and without a common factor, so that all have their turn.
   */
  private static final int STRIDE = 6_181;

  /*
   * Concurrency. The map says which entry a key has, the places say which entries there are. Of the
   * threads that bring a key one puts its entry into the map. That thread then gives the entry a
   * place: a free one, while there are any, else that of another entry. It wins that place by a
   * compare-and-set, and only the winner removes the other entry from the map. So an entry in the
   * map has a place, or a thread in add() that is about to give it one, or one in replace() that
   * has taken its place and is about to remove it: the map holds at most one entry a thread more
   * than there are places. As nothing else removes an entry, no key loses its state while there
   * are free places.
   *
   * A known key is selected by one look into the map. That writes only once between two looks of
   * add() at the entry, so threads that share a key do not contend for it.
   */

  private final RetryBudget pattern;
  private final Map<Object, Entry> entries = new ConcurrentHashMap<>();
  private final Places<Entry> places = new Places<>(MAX_KEYS);
  private final AtomicInteger hand = new AtomicInteger();

  /**
   * No states yet.
   *
   * @param pattern what each key gets a {@linkplain RetryBudget#newInstance() fresh one} of
   */
  public StatesByKey(RetryBudget pattern) {
    this.pattern = GuardedBudget.of(pattern);
  }

  /**
   * Selects a state, and makes it where there is none.
   *
   * @param key names the resource; {@code equals} and {@code hashCode} must not change
   * @param ticks read only for a key without a state
   * @return the state of that key
   */
  public RetryState on(Object key, TickSource ticks) {
    Entry entry = entries.get(key);
    if (entry == null) {
      return add(key, ticks.nanos()).state;
    }
    // Another thread may just be taking its place: this call then settles with a state that is
    // forgotten with the call, and the next call of the key begins a new one.
    entry.selected();
    return entry.state;
  }

  private Entry add(Object key, long nowNanos) {
    Entry made = new Entry(key, new RetryState(pattern.newInstance()));
    // Of several threads that bring this key one adds it, and the others take that one's entry.
    Entry there = entries.putIfAbsent(key, made);
    if (there != null) {
      there.selected();
      return there;
    }
    boolean placed = places.tryAdd(made);
    while (!placed) {
      placed = takePlace(made, nowNanos);
    }
    return made;
  }

  /** Looks at the next few entries and takes the place of one; false if another thread did. */
  private boolean takePlace(Entry made, long nowNanos) {
    int turn = hand.getAndAdd(LOOKS); // each thread looks at others, until all had their turn
    int chosen = 0;
    Entry spare = null;
    long most = Long.MIN_VALUE;
    for (int look = 0; look < LOOKS; look++) {
      int place = Math.floorMod((turn + look) * (long) STRIDE, MAX_KEYS);
      Entry entry = places.get(place);
      if (entry == null) {
        continue; // a thread has taken this place and is about to set its entry
      }
      long rank = entry.lookedAt(nowNanos);
      if (rank > most) {
        most = rank;
        spare = entry;
        chosen = place;
      }
    }
    return spare != null && replace(chosen, spare, made);
  }

  private boolean replace(int place, Entry entry, Entry made) {
    // Of several threads that chose the same entry one has its place; the others look on.
    boolean won = places.replace(place, entry, made);
    if (won) {
      entries.remove(entry.key, entry);
    }
    return won;
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
     * How often add() has looked at it since it was selected last, and one more until it is
     * selected a second time. Where a look and a selection meet, one of the two may be lost.
     */
    private volatile int age = 1;

    Entry(Object key, RetryState state) {
      this.key = key;
      this.state = state;
    }

    void selected() {
      if (age != 0) { // a read alone, for nearly every call
        age = 0;
      }
    }

    /** How well it can be spared: the higher, the better. */
    long lookedAt(long nowNanos) {
      int before = age;
      age = before + 1;
      if (state.isSpare(nowNanos)) {
        return IDLE_AND_FULL + before;
      }
      return state.isIdle() ? before : RETRYING;
    }
  }
}
