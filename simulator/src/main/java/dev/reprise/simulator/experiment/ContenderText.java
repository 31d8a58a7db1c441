package dev.reprise.simulator.experiment;

import dev.reprise.budget.RetryBudget;
import dev.reprise.policy.RetryPolicy;
import dev.reprise.simulator.model.Contender;
import dev.reprise.text.PrintableText;

/** The text form of a contender: {@code label: policy; budget=budget}. */
public final class ContenderText {

  private static final int MAX_LABEL = 40;
  private static final String MARKS = " ._+/%-";
  private static final String BUDGET = "budget";

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
    int colon = text.indexOf(':');
    int equals = text.indexOf('=');
    if (colon < 1 || (equals >= 0 && equals < colon)) {
      throw new IllegalArgumentException(
          "a contender must be written \"label: policy; budget=budget\", but was \""
              + PrintableText.oneLine(text)
              + "\"");
    }
    String label = text.substring(0, colon).trim();
    for (int i = text.indexOf(';', colon); i >= 0; i = text.indexOf(';', i + 1)) {
      int value = budgetAfter(text, i + 1);
      if (value > 0) {
        return of(label, text.substring(colon + 1, i).trim(), text.substring(value).trim());
      }
    }
    return of(label, text.substring(colon + 1).trim(), "standard");
  }

  /**
   * Returns the text that {@link #parse} reads.
   *
   * @param contender a contender whose label is valid and whose policy and budget have a text form
   * @return label, policy and budget
   */
  public static String format(Contender contender) {
    return contender.label() + ": " + contender.policy() + "; " + BUDGET + "=" + contender.budget();
  }

  /** Returns the index after {@code budget=} and the blanks before its parts; 0 if it differs. */
  private static int budgetAfter(String text, int from) {
    int name = afterBlanks(text, from);
    if (!text.startsWith(BUDGET, name)) {
      return 0;
    }
    int equals = afterBlanks(text, name + BUDGET.length());
    return equals < text.length() && text.charAt(equals) == '=' ? equals + 1 : 0;
  }

  private static int afterBlanks(String text, int from) {
    int i = from;
    while (i < text.length() && text.charAt(i) <= ' ') {
      i++;
    }
    return i;
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
   * @param label the label
   * @throws IllegalArgumentException if it is invalid; the message names the label
   */
  public static void checkLabel(String label) {
    if (label.length() > MAX_LABEL || !isLabel(label)) {
      throw new IllegalArgumentException(
          "a label must be letters, digits, spaces and . _ + / % -, at most "
              + MAX_LABEL
              + ", but was "
              + PrintableText.oneLine(label));
    }
  }

  private static boolean isLabel(String text) {
    return !text.isEmpty()
        && isWord(text.codePointAt(0))
        && text.codePoints().allMatch(c -> isWord(c) || MARKS.indexOf(c) >= 0);
  }

  private static boolean isWord(int c) {
    int type = Character.getType(c);
    return Character.isLetter(c)
        || Character.isDigit(c)
        || type == Character.LETTER_NUMBER
        || type == Character.OTHER_NUMBER;
  }
}
