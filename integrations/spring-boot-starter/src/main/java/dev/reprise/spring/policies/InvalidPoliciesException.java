package dev.reprise.spring.policies;

import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * Thrown at the start, or by a reload, when settings of retries contain mistakes: properties, or
 * annotations of beans. The failure analysis of Spring Boot lists all of them.
 *
 * @serial exclude
 */
public final class InvalidPoliciesException extends IllegalArgumentException {

  private static final long serialVersionUID = 1;

  @SuppressWarnings("serial") // what List.copyOf returns is serializable
  private final List<PropertyMistake> mistakes;

  @SuppressWarnings("serial") // what List.copyOf returns is serializable
  private final List<BeanMistake> beanMistakes;

  private InvalidPoliciesException(
      String message, List<PropertyMistake> mistakes, List<BeanMistake> beanMistakes) {
    super(message);
    this.mistakes = List.copyOf(mistakes);
    this.beanMistakes = List.copyOf(beanMistakes);
  }

  /** At the start, where the analysis lists the mistakes: the message has the first one only. */
  static InvalidPoliciesException atStart(
      List<PropertyMistake> mistakes, List<BeanMistake> beanMistakes) {
    Object first = mistakes.isEmpty() ? beanMistakes.get(0) : mistakes.get(0);
    int others = mistakes.size() + beanMistakes.size() - 1;
    String more =
        switch (others) {
          case 0 -> "";
          case 1 -> ", and another mistake";
          default -> ", and " + others + " other mistakes";
        };
    return new InvalidPoliciesException(first + more, mistakes, beanMistakes);
  }

  /** By a reload: the message lists all mistakes, one on each line. */
  static InvalidPoliciesException ofReload(
      List<PropertyMistake> mistakes, List<BeanMistake> beanMistakes) {
    String message =
        Stream.concat(mistakes.stream(), beanMistakes.stream())
            .map(mistake -> "\n  " + mistake)
            .collect(Collectors.joining("", headline(mistakes.size() + beanMistakes.size()), ""));
    return new InvalidPoliciesException(message, mistakes, beanMistakes);
  }

  static String headline(int mistakes) {
    String counted = mistakes == 1 ? "a mistake" : mistakes + " mistakes";
    return "The settings of retries have " + counted + ":";
  }

  /**
   * The mistakes in properties.
   *
   * @return all mistakes, in the order of their properties; may be empty
   */
  public List<PropertyMistake> mistakes() {
    return mistakes;
  }

  /**
   * The mistakes in annotations of beans.
   *
   * @return all mistakes, in the order of their classes; may be empty
   */
  public List<BeanMistake> beanMistakes() {
    return beanMistakes;
  }
}
