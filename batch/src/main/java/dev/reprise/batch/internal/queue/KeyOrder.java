package dev.reprise.batch.internal.queue;

import java.util.HashMap;
import java.util.Map;
import java.util.Objects;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * Preserves the order of items with equal keys: only the first item of a key may be sent until it
 * is settled.
 */
public final class KeyOrder<I> {

  private final @Nullable Function<? super I, ?> keyOf;
  private final boolean laterReplaces;
  private final Map<Object, KeyQueue<I>> lines = new HashMap<>();
  private final Place<I> free = new Place.Free<>();
  private final Place<I> behind = new Place.Behind<>();

  public KeyOrder(@Nullable Function<? super I, ?> keyOf, boolean laterReplaces) {
    this.keyOf = keyOf;
    this.laterReplaces = laterReplaces;
  }

  /** The result of admitting an entry. */
  public sealed interface Place<I> {

    /** It may be sent. */
    record Free<I>() implements Place<I> {}

    /** It waits behind another entry of its key. */
    record Behind<I>() implements Place<I> {}

    /**
     * An earlier entry now holds its item, with a different weight; the item of the earlier entry,
     * at that position, was replaced.
     */
    record Replaced<I>(I earlier, long position, Entry<I> holder, long moreWeight)
        implements Place<I> {}
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
    long position = holder.position();
    return new Place.Replaced<>(holder.replaceWith(entry), position, holder, moreWeight);
  }

  public void inFlight(Entry<I> entry, boolean inFlight) {
    KeyQueue<I> line = entry.line();
    if (line != null) {
      line.inFlight = inFlight;
    }
  }

  /**
   * Replaces the item of an unprocessed entry by the next item of its key, if that is allowed;
   * returns the replaced item.
   */
  public @Nullable I supersede(Entry<I> entry) {
    KeyQueue<I> line = entry.line();
    if (line == null || !laterReplaces) {
      return null;
    }
    Entry<I> later = line.second();
    return later == null || !later.isOfGroup(entry) ? null : entry.replaceWith(taken(line));
  }

  private static <I> Entry<I> taken(KeyQueue<I> line) {
    return Objects.requireNonNull(line.takeSecond());
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
