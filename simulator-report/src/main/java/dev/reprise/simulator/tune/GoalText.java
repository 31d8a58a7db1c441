package dev.reprise.simulator.tune;

import dev.reprise.text.PrintableText;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** Parses goals. */
final class GoalText {

  private static final String NAME = "[A-Za-z][A-Za-z0-9_-]*";
  private static final Pattern GOAL =
      Pattern.compile(
          "\\s*(?:(minimi[sz]e|maximi[sz]e)\\s+)?(" + NAME + ")\\s*(?:subject\\s+to\\s+(.*))?");
  private static final Pattern BOUND =
      Pattern.compile("\\s*(?:(" + NAME + "):)?(" + NAME + ")\\s*(<=|>=|<|>)\\s*(\\S+)\\s*");

  private GoalText() {}

  static Goal parse(String text) {
    Matcher goal = GOAL.matcher(text);
    if (!goal.matches()) {
      throw new IllegalArgumentException(
          "a goal must read 'minimise work subject to p99_ms<500, recovery_s<60', but was: "
              + PrintableText.oneLine(text.trim()));
    }
    boolean maximises = goal.group(1) != null && goal.group(1).startsWith("max");
    return new Goal(maximises, goal.group(2), bounds(goal.group(3)));
  }

  private static List<Bound> bounds(@Nullable String text) {
    List<Bound> bounds = new ArrayList<>();
    if (text != null) {
      for (String part : text.split(",", -1)) {
        bounds.add(bound(part));
      }
    }
    return List.copyOf(bounds);
  }

  private static Bound bound(String text) {
    Matcher bound = BOUND.matcher(text);
    if (!bound.matches()) {
      throw new IllegalArgumentException(
          "a bound must read metric<number, with <, <=, > or >=, but was: "
              + PrintableText.oneLine(text.trim()));
    }
    String scenario = bound.group(1) == null ? "" : bound.group(1);
    return new Bound(
        scenario, bound.group(2), relation(bound.group(3)), limit(bound.group(4), text));
  }

  private static Bound.Relation relation(String sign) {
    for (Bound.Relation relation : Bound.Relation.values()) {
      if (relation.sign().equals(sign)) {
        return relation;
      }
    }
    throw new IllegalArgumentException(sign);
  }

  private static double limit(String text, String bound) {
    try {
      double limit = Double.parseDouble(text.replace("_", ""));
      if (Double.isFinite(limit)) {
        return limit;
      }
    } catch (NumberFormatException mistake) {
      throw notANumber(text, bound, mistake);
    }
    throw notANumber(text, bound, null);
  }

  private static IllegalArgumentException notANumber(
      String text, String bound, @Nullable Throwable cause) {
    return new IllegalArgumentException(
        "the limit of the bound "
            + PrintableText.oneLine(bound.trim())
            + " must be a number without a unit, but was "
            + PrintableText.oneLine(text),
        cause);
  }
}
