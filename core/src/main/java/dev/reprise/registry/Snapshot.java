package dev.reprise.registry;

import dev.reprise.Retry;
import dev.reprise.internal.text.Suggestion;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.SortedSet;
import java.util.TreeSet;
import java.util.function.BiFunction;

/** Snapshot of all names with their retries. Immutable. */
final class Snapshot {

  static final Snapshot EMPTY = new Snapshot(Map.of());

  /**
   * Maximum number of names in a message. Names have at most 100 characters, so the message is
   * bounded.
   */
  private static final int MAX_LISTED = 50;

  private final Map<String, Entry> entries;

  private Snapshot(Map<String, Entry> entries) {
    this.entries = entries;
  }

  /** A retry, with the result of a lookup, so that a lookup allocates nothing. */
  private record Entry(Definition definition, Retry retry, Optional<Retry> found) {

    Entry(Definition definition, Retry retry) {
      this(definition, retry, Optional.of(retry));
    }
  }

  Retry retry(String name) {
    Entry entry = entries.get(name);
    if (entry == null) {
      throw new IllegalArgumentException(unknown(name));
    }
    return entry.retry;
  }

  Optional<Retry> find(String name) {
    Entry entry = entries.get(name);
    return entry == null ? Optional.empty() : entry.found;
  }

  private String unknown(String name) {
    SortedSet<String> known = names();
    String there = known.size() <= MAX_LISTED ? "one of " + known : "another of " + known.size();
    return "there is no policy named "
        + Suggestion.shown(name)
        + Suggestion.behind(
            name,
            known,
            known.isEmpty()
                ? "none, because no property begins with " + RegistryProperties.ROOT
                : there);
  }

  SortedSet<String> names() {
    return Collections.unmodifiableSortedSet(new TreeSet<>(entries.keySet()));
  }

  List<Retry> retries() {
    return entries.values().stream().map(Entry::retry).toList();
  }

  /** Creates the next snapshot; unchanged names keep their entry. */
  Snapshot turnedInto(
      Map<String, Definition> wanted, BiFunction<String, Definition, Retry> newRetry) {
    Map<String, Entry> next = new HashMap<>();
    wanted.forEach(
        (name, definition) -> {
          Entry before = entries.get(name);
          if (before == null) {
            next.put(name, new Entry(definition, newRetry.apply(name, definition)));
          } else {
            Retry retry = definition.changed(before.retry, before.definition);
            next.put(name, retry == before.retry ? before : new Entry(definition, retry));
          }
        });
    return new Snapshot(next);
  }

  RegistryChange changeSince(Snapshot before) {
    SortedSet<String> added = new TreeSet<>(entries.keySet());
    added.removeAll(before.entries.keySet());
    SortedSet<String> removed = new TreeSet<>(before.entries.keySet());
    removed.removeAll(entries.keySet());
    SortedSet<String> changed = new TreeSet<>(entries.keySet());
    changed.removeIf(
        name ->
            added.contains(name) || Objects.equals(entries.get(name), before.entries.get(name)));
    return new RegistryChange(added, changed, removed);
  }
}
