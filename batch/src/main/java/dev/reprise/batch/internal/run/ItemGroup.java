package dev.reprise.batch.internal.run;

import org.jspecify.annotations.Nullable;

/**
 * The group of an item. Other than that of the user, it can be compared with any group at any time:
 * groups are compared again whenever an item returns to the queue, and an exception there would
 * break the run. Groups that cannot be compared are different ones.
 */
final class ItemGroup {

  private final Object group;
  private final int hash;

  private ItemGroup(Object group) {
    this.group = group;
    hash = group.hashCode();
  }

  /** Returns the group; null for null. Throws what the hash code of the group throws. */
  static @Nullable ItemGroup of(@Nullable Object group) {
    return group == null ? null : new ItemGroup(group);
  }

  @Override
  public boolean equals(@Nullable Object other) {
    if (!(other instanceof ItemGroup that) || hash != that.hash) {
      return false;
    }
    try {
      return group.equals(that.group);
    } catch (Throwable incomparable) {
      return false;
    }
  }

  @Override
  public int hashCode() {
    return hash;
  }
}
