package dev.reprise.simulator.report;

import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** Assigns a style to each contender; well-known contenders look the same in every figure. */
final class ContenderStyles {

  private static final List<String> KNOWN =
      List.of(
          "full",
          "none",
          "exponential",
          "equal",
          "decorrelated",
          "elapsed",
          "contention",
          "fixed",
          "linear",
          "fibonacci");

  private final Map<String, Integer> styles = new HashMap<>();

  /** Assigns styles to contenders in this order. */
  ContenderStyles(List<String> labels) {
    boolean known = labels.stream().anyMatch(KNOWN::contains);
    for (String label : labels) {
      int index = known ? KNOWN.indexOf(label) : -1;
      styles.putIfAbsent(label, index >= 0 ? index : (known ? KNOWN.size() : 0) + styles.size());
    }
  }

  int of(String label) {
    return styles.getOrDefault(label, 0);
  }
}
