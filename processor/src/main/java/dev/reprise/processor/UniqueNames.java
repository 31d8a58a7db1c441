package dev.reprise.processor;

import java.util.HashSet;
import java.util.List;
import java.util.Set;

/** Chooses names that are not used yet. */
final class UniqueNames {

  /** Simple names of types that a generated decorator uses. */
  static final Set<String> USED_TYPES =
      Set.of(
          "ClassLoader",
          "Decorated",
          "Generated",
          "List",
          "Map",
          "Override",
          "PlainCall",
          "Retry",
          "RetryMethod",
          "RetryReport",
          "RetrySource",
          "SuppressWarnings",
          "Throwable");

  private final Set<String> used;

  UniqueNames(List<String> used) {
    this.used = new HashSet<>(used);
  }

  /** Returns the name if it is unused, otherwise the name with underscores appended. */
  String choose(String wanted) {
    String name = wanted;
    while (!used.add(name)) {
      name += "_";
    }
    return name;
  }
}
