package dev.reprise.spring.policies;

import dev.reprise.text.PrintableText;
import java.io.Serializable;
import java.util.List;

/**
 * One mistake in the properties of policies.
 *
 * @param property the property, as written in its source; the common prefix of the properties of a
 *     policy if they contradict each other
 * @param value its value as written, on one line of at most about 300 characters
 * @param reason description of the mistake and of the expected value, on one line
 * @param origins where the property is set, such as {@code application.yaml:12:9} or {@code
 *     environment variable REPRISE_POLICIES_ORDERS_WITHIN}; several if properties contradict each
 *     other; never empty
 * @serial exclude
 */
public record PropertyMistake(String property, String value, String reason, List<String> origins)
    implements Serializable {

  private static final int MAX_REASON_LENGTH = 1_000;

  /**
   * Creates a mistake. Each text is changed to one line of bounded length.
   *
   * @param property the property
   * @param value its value
   * @param reason description of the mistake
   * @param origins copied
   */
  public PropertyMistake {
    property = PrintableText.oneLine(property);
    value = PrintableText.oneLine(value);
    reason = PrintableText.oneLine(reason, MAX_REASON_LENGTH);
    origins = origins.stream().map(PrintableText::oneLine).toList();
  }

  /**
   * The mistake on one line.
   *
   * @return property, value, reason and origins
   */
  @Override
  public String toString() {
    return property + "=" + value + ": " + reason + " (" + String.join(", ", origins) + ")";
  }
}
