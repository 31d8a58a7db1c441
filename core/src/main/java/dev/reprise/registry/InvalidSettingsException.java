package dev.reprise.registry;

import java.util.List;
import java.util.stream.Collectors;

/**
 * Thrown when the properties of policies contain mistakes. The message lists the mistakes, one on
 * each line, in the order of their keys, at most {@value #MAX_LISTED} of them.
 *
 * @serial exclude
 */
public final class InvalidSettingsException extends IllegalArgumentException {

  private static final long serialVersionUID = 1;

  private static final int MAX_LISTED = 100;

  @SuppressWarnings("serial") // what List.copyOf returns is serializable
  private final List<SettingError> errors;

  InvalidSettingsException(List<SettingError> errors) {
    super(
        errors.stream()
            .limit(MAX_LISTED)
            .map(error -> "\n  " + error)
            .collect(Collectors.joining("", headline(errors.size()), others(errors.size()))));
    this.errors = List.copyOf(errors);
  }

  private static String others(int errors) {
    return errors <= MAX_LISTED ? "" : "\n  ... and " + (errors - MAX_LISTED) + " more";
  }

  private static String headline(int errors) {
    String mistakes = errors == 1 ? "a mistake" : errors + " mistakes";
    return "the properties of policies have " + mistakes + " and are not used:";
  }

  /**
   * The mistakes.
   *
   * @return all mistakes, at least one, in the order of their keys
   */
  public List<SettingError> errors() {
    return errors;
  }
}
