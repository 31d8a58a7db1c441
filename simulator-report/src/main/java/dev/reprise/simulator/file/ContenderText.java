package dev.reprise.simulator.file;

import dev.reprise.budget.RetryBudget;
import dev.reprise.policy.RetryPolicy;
import dev.reprise.simulator.model.Contender;
import dev.reprise.text.PrintableText;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** The text form of a contender: {@code label: policy; budget=budget}. */
public final class ContenderText {

  private static final int MAX_LABEL = 40;
  private static final Pattern LABEL = Pattern.compile("[\\p{L}\\p{N}][\\p{L}\\p{N} ._+/%-]*");
  private static final Pattern WHOLE =
      Pattern.compile("(?s)([^:=]+):(.*?)(?:;\\s*budget\\s*=(.*))?");

  private ContenderText() {}

  /**
   * Parses a contender.
   *
   * @param text label and policy, and the budget unless it is the standard one
   * @return the contender
   * @throws IllegalArgumentException if the text has another form, or the policy or budget is
   *     invalid
   */
  public static Contender parse(String text) {
    Matcher whole = WHOLE.matcher(text);
    if (!whole.matches()) {
      throw new IllegalArgumentException(
          "a contender must be written \"label: policy; budget=budget\", but was \""
              + PrintableText.oneLine(text)
              + "\"");
    }
    String budget = whole.group(3);
    return of(
        whole.group(1).trim(), whole.group(2).trim(), budget == null ? "standard" : budget.trim());
  }

  /**
   * Creates a contender from the texts of its parts.
   *
   * @param label the label: 1 to 40 letters, digits, spaces and {@code . _ + / % -}
   * @param policy text of the policy
   * @param budget text of the budget
   * @return the contender
   * @throws IllegalArgumentException if one of them is invalid; the message names the label
   */
  public static Contender of(String label, String policy, String budget) {
    checkLabel(label);
    try {
      return new Contender(label, RetryPolicy.parse(policy), RetryBudget.parse(budget));
    } catch (IllegalArgumentException mistake) {
      throw new IllegalArgumentException(label + ": " + mistake.getMessage(), mistake);
    }
  }

  /**
   * Checks a label.
   *
   * @throws IllegalArgumentException if it is invalid; the message names the label
   */
  static void checkLabel(String label) {
    if (label.length() > MAX_LABEL || !LABEL.matcher(label).matches()) {
      throw new IllegalArgumentException(
          "a label must be letters, digits, spaces and . _ + / % -, at most "
              + MAX_LABEL
              + ", but was "
              + PrintableText.oneLine(label));
    }
  }
}
