package dev.reprise.spring.policies;

import java.util.List;
import java.util.stream.Collectors;

/**
 * Thrown at the start, or by a reload, when the properties of policies contain mistakes. The
 * message lists all mistakes, one on each line.
 *
 * @serial exclude
 */
public final class InvalidPoliciesException extends IllegalArgumentException {

  private static final long serialVersionUID = 1;

  @SuppressWarnings("serial") // what List.copyOf returns is serializable
  private final List<PropertyMistake> mistakes;

  InvalidPoliciesException(List<PropertyMistake> mistakes) {
    super(
        mistakes.stream()
            .map(mistake -> "\n  " + mistake)
            .collect(Collectors.joining("", headline(mistakes.size()), "")));
    this.mistakes = List.copyOf(mistakes);
  }

  static String headline(int mistakes) {
    String counted = mistakes == 1 ? "a mistake" : mistakes + " mistakes";
    return "The properties of the retry policies have " + counted + ":";
  }

  /**
   * The mistakes.
   *
   * @return all mistakes, at least one, in the order of their policies
   */
  public List<PropertyMistake> mistakes() {
    return mistakes;
  }
}
