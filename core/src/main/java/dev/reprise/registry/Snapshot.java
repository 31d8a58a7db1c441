package dev.reprise.registry;

import dev.reprise.Retry;
import java.util.Collections;
import java.util.HashMap;
import java.util.Map;
import java.util.Objects;
import java.util.SortedSet;
import java.util.TreeSet;
import java.util.function.BiFunction;

/** All names at one time, each with its retry. Immutable. */
final class Snapshot {

  static final Snapshot EMPTY = new Snapshot(Map.of());

  private final Map<String, Entry> entries;

  private Snapshot(Map<String, Entry> entries) {
    this.entries = entries;
  }

  private record Entry(Definition definition, Retry retry) {}

  Retry retry(String name) {
    Entry entry = entries.get(name);
    if (entry == null) {
      throw new IllegalArgumentException(
          "there is no policy named " + name + ", expected one of " + names());
    }
    return entry.retry;
  }

  SortedSet<String> names() {
    return Collections.unmodifiableSortedSet(new TreeSet<>(entries.keySet()));
  }

  /** The next snapshot: what has not changed keeps its entry. */
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
