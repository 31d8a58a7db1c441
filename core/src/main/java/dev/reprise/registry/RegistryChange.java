package dev.reprise.registry;

import java.util.Collections;
import java.util.Set;
import java.util.SortedSet;
import java.util.TreeSet;

/**
 * Result of a {@linkplain RetryRegistry#reload reload}. Immutable.
 *
 * @param added new names
 * @param changed names whose policy or budget has changed
 * @param removed names that no longer exist
 */
public record RegistryChange(Set<String> added, Set<String> changed, Set<String> removed) {

  /**
   * Creates the result of a reload.
   *
   * @param added copied and sorted
   * @param changed copied and sorted
   * @param removed copied and sorted
   */
  public RegistryChange {
    added = inOrder(added);
    changed = inOrder(changed);
    removed = inOrder(removed);
  }

  private static SortedSet<String> inOrder(Set<String> names) {
    return Collections.unmodifiableSortedSet(new TreeSet<>(names));
  }

  /**
   * Returns true if the reload changed nothing.
   *
   * @return true if nothing was added, changed or removed
   */
  public boolean isEmpty() {
    return added.isEmpty() && changed.isEmpty() && removed.isEmpty();
  }
}
