package dev.reprise.rewrite.internal;

import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.openrewrite.java.tree.J;
import org.openrewrite.java.tree.Space;

/** Small changes of trees. */
public final class Trees {

  private Trees() {}

  /** Returns true for the same object: OpenRewrite returns it for a tree that is not changed. */
  public static boolean isSame(@Nullable Object one, @Nullable Object other) {
    return one == other;
  }

  /** A list whose first tree has no space before it. */
  public static <T extends J> List<T> withoutFirstSpace(List<T> trees) {
    List<T> changed = new ArrayList<>(trees);
    changed.set(0, changed.get(0).withPrefix(Space.EMPTY));
    return changed;
  }
}
