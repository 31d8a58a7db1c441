package dev.reprise.simulator.form;

import dev.reprise.time.TimeText;
import java.util.List;

/** Converts the text form of budgets to Java. */
final class BudgetJava {

  private static final List<String> WORDS = List.of("standard", "unlimited", "none");
  private static final String CALL = "RetryBudget.";
  private static final String RATIO = "ratio(";
  private static final String IN_FLIGHT = "inFlight(";

  private BudgetJava() {}

  static String of(String text) {
    if (WORDS.contains(text)) {
      return CALL + text + "()";
    }
    if (text.startsWith("bucket(") || text.startsWith("grpc(")) {
      return CALL + text;
    }
    if (text.startsWith(IN_FLIGHT)) {
      return CALL + text.replace("%, min=", ", ");
    }
    int ttl = text.indexOf("/s, ttl=");
    if (text.startsWith(RATIO) && ttl > 0) {
      String time = text.substring(text.indexOf('=') + 1, text.length() - 1);
      String head = text.substring(0, ttl).replace("%, ", ", ");
      return CALL + head + ", " + JavaForm.duration(TimeText.parse(time)) + ")";
    }
    return CALL + "parse(\"" + text + "\")";
  }
}
