package dev.reprise.processor;

import java.util.HashSet;
import java.util.List;
import java.util.Set;

/** Names that are not taken yet. */
final class Names {

  /** What a decorator calls by simple name. */
  static final Set<String> OF_DECORATORS =
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

  private final Set<String> taken;

  Names(List<String> taken) {
    this.taken = new HashSet<>(taken);
  }

  /** The name itself if it is free, else the first that is with low lines behind it. */
  String free(String wanted) {
    String name = wanted;
    while (!taken.add(name)) {
      name += "_";
    }
    return name;
  }
}
