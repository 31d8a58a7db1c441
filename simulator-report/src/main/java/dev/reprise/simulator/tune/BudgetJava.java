package dev.reprise.simulator.tune;

import dev.reprise.time.TimeText;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Converts the text form of budgets to Java. */
final class BudgetJava {

  private static final Pattern WORD = Pattern.compile("standard|unlimited|none");
  private static final Pattern PLAIN = Pattern.compile("(?:bucket|grpc)\\(.*\\)");
  private static final Pattern RATIO = Pattern.compile("ratio\\((.*)%, (.*)/s, ttl=(.*)\\)");
  private static final Pattern IN_FLIGHT = Pattern.compile("inFlight\\((.*)%, min=(.*)\\)");

  private BudgetJava() {}

  static String of(String text) {
    Matcher ratio = RATIO.matcher(text);
    if (ratio.matches()) {
      String ttl = JavaForm.duration(TimeText.parse(ratio.group(3)));
      return "RetryBudget.ratio(" + ratio.group(1) + ", " + ratio.group(2) + ", " + ttl + ")";
    }
    Matcher inFlight = IN_FLIGHT.matcher(text);
    if (inFlight.matches()) {
      return "RetryBudget.inFlight(" + inFlight.group(1) + ", " + inFlight.group(2) + ")";
    }
    if (PLAIN.matcher(text).matches()) {
      return "RetryBudget." + text;
    }
    boolean isWord = WORD.matcher(text).matches();
    return isWord ? "RetryBudget." + text + "()" : "RetryBudget.parse(\"" + text + "\")";
  }
}
