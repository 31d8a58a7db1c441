package dev.reprise.simulator.file;

import dev.reprise.budget.RetryBudget;
import dev.reprise.policy.RetryPolicy;
import dev.reprise.simulator.model.Contender;
import dev.reprise.text.PrintableText;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** A contender as text: {@code label: policy; budget=budget}. */
public final class ContenderText {

  private static final int MAX_LABEL = 40;
  private static final Pattern LABEL = Pattern.compile("[\\p{L}\\p{N}][\\p{L}\\p{N} ._+/%-]*");
  private static final Pattern WHOLE =
      Pattern.compile("(?s)([^:=]+):(.*?)(?:;\\s*budget\\s*=(.*))?");

  private ContenderText() {}

  /**
   * Reads a contender.
   *
   * @param text label, policy and, if it is not the standard one, budget
   * @return the contender
   * @throws IllegalArgumentException if it is something else
   */
  public static Contender parse(String text) {
    Matcher whole = WHOLE.matcher(text);
    if (!whole.matches()) {
      throw new IllegalArgumentException(
          "a policy is written \"label: policy; budget=budget\", but was \""
              + PrintableText.oneLine(text)
              + "\"");
    }
    String budget = whole.group(3);
    return of(
        whole.group(1).trim(), whole.group(2).trim(), budget == null ? "standard" : budget.trim());
  }

  /**
   * Reads the parts of a contender.
   *
   * @param label what it is called: letters, digits, blanks and {@code . _ + / % -}, at most 40
   * @param policy text of its policy
   * @param budget text of its budget
   * @return the contender
   * @throws IllegalArgumentException if one of them is something else; the message names the label
   */
  public static Contender of(String label, String policy, String budget) {
    if (label.length() > MAX_LABEL || !LABEL.matcher(label).matches()) {
      throw new IllegalArgumentException(
          "a label must be letters, digits, blanks and . _ + / % -, at most "
              + MAX_LABEL
              + ", but was "
              + PrintableText.oneLine(label));
    }
    try {
      return new Contender(label, RetryPolicy.parse(policy), RetryBudget.parse(budget));
    } catch (IllegalArgumentException mistake) {
      throw new IllegalArgumentException(label + ": " + mistake.getMessage(), mistake);
    }
  }
}
