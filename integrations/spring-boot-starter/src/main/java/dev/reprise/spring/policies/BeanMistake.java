package dev.reprise.spring.policies;

import dev.reprise.text.PrintableText;
import java.io.Serializable;
import java.util.List;

/**
 * One mistake in the annotations of beans.
 *
 * @param beans the names of the beans, sorted; never empty
 * @param place the class, or the method, with its package, on one line
 * @param reason description of the mistake, on one line
 * @serial exclude
 */
public record BeanMistake(List<String> beans, String place, String reason) implements Serializable {

  private static final int MAX_REASON_LENGTH = 1_000;

  /**
   * Creates a mistake. Each text is changed to one line of bounded length.
   *
   * @param beans copied and sorted
   * @param place the class or the method
   * @param reason description of the mistake
   */
  public BeanMistake {
    beans = beans.stream().map(PrintableText::oneLine).distinct().sorted().toList();
    place = PrintableText.oneLine(place);
    reason = PrintableText.oneLine(reason, MAX_REASON_LENGTH);
  }

  /**
   * The mistake on one line.
   *
   * @return place and reason
   */
  @Override
  public String toString() {
    return place + ": " + reason;
  }
}
