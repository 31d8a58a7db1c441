package dev.reprise.batch.internal.queue;

import java.util.HashMap;
import java.util.Map;
import java.util.function.Function;
import java.util.function.ObjLongConsumer;
import org.jspecify.annotations.Nullable;

/**
 * Preserves the order of items with equal keys: only the first item of a key may be sent until it
 * is settled.
 *
 * <p>An item that a later one has replaced is kept until the later one is settled: if the service
 * refuses the later one, the kept item takes its place. See docs/design/same-key.md.
 */
public final class KeyOrder<I> {

  private final @Nullable Function<? super I, ?> keyOf;
  private final boolean laterReplaces;
  private final long mostKept;
  private final ObjLongConsumer<I> onSuperseded;
  private final Map<Object, KeyQueue<I>> lines = new HashMap<>();
  private final Place<I> free = new Place.Free<>();
  private final Place<I> behind = new Place.Behind<>();
  private long kept;

  /**
   * Creates an order without items.
   *
   * @param keyOf returns the key of an item; null for no order
   * @param laterReplaces whether a later item replaces an earlier one that is not in flight
   * @param mostKept the maximum number of replaced items to keep
   * @param onSuperseded receives each replaced item that is not sent any more, with its position
   */
  public KeyOrder(
      @Nullable Function<? super I, ?> keyOf,
      boolean laterReplaces,
      long mostKept,
      ObjLongConsumer<I> onSuperseded) {
    this.keyOf = keyOf;
    this.laterReplaces = laterReplaces;
    this.mostKept = mostKept;
    this.onSuperseded = onSuperseded;
  }

  /** The result of admitting an entry. */
  public sealed interface Place<I> {

    /** It may be sent. */
    record Free<I>() implements Place<I> {}

    /** It waits behind another entry of its key. */
    record Behind<I>() implements Place<I> {}

    /** An earlier entry now holds its item, with a different weight. */
    record Replaced<I>(Entry<I> holder, long moreWeight) implements Place<I> {}
  }

  /**
   * Admits an entry.
   *
   * @throws RuntimeException an exception of the key function, or for a null key
   */
  public Place<I> admit(Entry<I> entry) {
    if (keyOf == null) {
      return free;
    }
    Object key = keyOf.apply(entry.item());
    if (key == null) {
      throw new NullPointerException("the key is null");
    }
    KeyQueue<I> line = lines.get(key);
    if (line == null) {
      line = new KeyQueue<>(key, entry);
      lines.put(key, line);
      entry.standsIn(line);
      return free;
    }
    return laterReplaces ? replace(line, entry) : append(line, entry);
  }

  private Place<I> append(KeyQueue<I> line, Entry<I> entry) {
    entry.standsIn(line);
    line.append(entry);
    return behind;
  }

  private Place<I> replace(KeyQueue<I> line, Entry<I> entry) {
    Entry<I> holder = line.last();
    if (holder == null || !holder.isOfGroup(entry)) {
      return append(line, entry);
    }
    long moreWeight = entry.weight() - holder.weight();
    replace(holder, entry);
    return new Place.Replaced<>(holder, moreWeight);
  }

  private void replace(Entry<I> holder, Entry<I> later) {
    holder.replaceWith(later);
    kept++;
    if (kept > mostKept) {
      supersedeOldest(holder);
    }
  }

  private boolean supersedeOldest(Entry<I> entry) {
    Entry<I> oldest = entry.supersedeOldest();
    if (oldest == null) {
      return false;
    }
    kept--;
    onSuperseded.accept(oldest.item(), oldest.position());
    return true;
  }

  /** Supersedes the items that an entry has replaced, before the entry is settled. */
  public void settle(Entry<I> entry) {
    boolean more = true;
    while (more) {
      more = supersedeOldest(entry);
    }
  }

  /**
   * Restores the item that a refused one has replaced, unless an earlier attempt of the refused one
   * may have been accepted. Returns an entry with the refused item; null if no item is restored.
   */
  public @Nullable Entry<I> restore(Entry<I> entry) {
    Entry<I> refused = entry.mayBeDone() ? null : entry.takeBack();
    kept -= refused == null ? 0 : 1;
    return refused;
  }

  public void inFlight(Entry<I> entry, boolean inFlight) {
    KeyQueue<I> line = entry.line();
    if (line != null) {
      line.inFlight = inFlight;
    }
  }

  /**
   * Replaces the item of an unprocessed entry by the next item of its key, if that is allowed;
   * returns whether it was replaced.
   */
  public boolean supersede(Entry<I> entry) {
    KeyQueue<I> line = entry.line();
    Entry<I> later = line == null || !laterReplaces ? null : line.second();
    if (line == null || later == null || !later.isOfGroup(entry)) {
      return false;
    }
    line.takeSecond();
    replace(entry, later);
    return true;
  }

  /** Removes a settled entry; returns the next entry of its key, which may now be sent. */
  public @Nullable Entry<I> release(Entry<I> entry) {
    KeyQueue<I> line = entry.line();
    if (line == null) {
      return null;
    }
    line.inFlight = false;
    Entry<I> next = line.takeSecond();
    if (next == null) {
      lines.remove(line.key);
    } else {
      line.first = next;
    }
    return next;
  }
}
