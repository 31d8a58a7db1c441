package dev.reprise.registry;

import java.util.Collections;
import java.util.Set;
import java.util.SortedSet;
import java.util.TreeSet;

/**
 * What a {@linkplain RetryRegistry#reload reload} changed. Immutable.
 *
 * @param added names that were not there before
 * @param changed names whose policy or budget is another one now
 * @param removed names that are not there any more
 */
public record RegistryChange(Set<String> added, Set<String> changed, Set<String> removed) {

  /**
   * A change.
   *
   * @param added copied, and put in order
   * @param changed copied, and put in order
   * @param removed copied, and put in order
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
   * Whether everything is as it was.
   *
   * @return true if nothing was added, changed or removed
   */
  public boolean isEmpty() {
    return added.isEmpty() && changed.isEmpty() && removed.isEmpty();
  }
}
