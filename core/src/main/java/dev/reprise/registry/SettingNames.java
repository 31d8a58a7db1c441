package dev.reprise.registry;

import dev.reprise.RetryPolicy;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** The settings that a policy has in properties, and what may have been meant by others. */
final class SettingNames {

  static final String BUDGET = "budget";

  static final List<String> KNOWN =
      Stream.concat(RetryPolicy.settingNames().stream(), Stream.of(BUDGET)).sorted().toList();

  private static final Set<String> CODE =
      Set.of("retryIf", "abortIf", "retryOnResult", "classifyWith", "hintFrom", "hintFromResult");

  private SettingNames() {}

  /** Why there is no such setting; null if there is. */
  static @Nullable String mistakeIn(String name) {
    if (KNOWN.contains(name)) {
      return null;
    }
    if (CODE.contains(name)) {
      return name + " is code and has no text form; RetryRegistry.builder() takes it";
    }
    for (String known : KNOWN) {
      if (bare(known).equals(bare(name))) {
        return "unknown setting " + name + ", the one spelling is " + known;
      }
    }
    String dots = name.contains(".") ? "; neither a name nor a setting has dots" : "";
    return "unknown setting " + name + dots + ", expected one of " + nearestFirst(name);
  }

  /** All spellings that other tools take for the same. */
  private static String bare(String name) {
    return name.replaceAll("[-_\\s]", "").toLowerCase(Locale.ROOT);
  }

  private static String nearestFirst(String name) {
    return KNOWN.stream()
        .sorted(Comparator.comparingInt(known -> distance(bare(name), bare(known))))
        .collect(Collectors.joining(", "));
  }

  /** Levenshtein's: letters to insert, remove or replace. */
  private static int distance(String from, String to) {
    int[] row = new int[to.length() + 1];
    for (int column = 0; column < row.length; column++) {
      row[column] = column;
    }
    for (int line = 1; line <= from.length(); line++) {
      int diagonal = row[0];
      row[0] = line;
      for (int column = 1; column < row.length; column++) {
        boolean same = from.charAt(line - 1) == to.charAt(column - 1);
        int replaced = diagonal + (same ? 0 : 1);
        diagonal = row[column];
        row[column] = Math.min(replaced, 1 + Math.min(row[column - 1], row[column]));
      }
    }
    return row[to.length()];
  }
}
