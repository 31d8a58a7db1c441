package dev.reprise.cli.run;

import java.util.Map;

/**
 * The variable {@code LC_ALL} of the caller. In the locale C, the launcher replaces it for Java,
 * which could otherwise not pass on arguments that are not ASCII.
 */
final class CallerLocale {

  /** Set by the launcher if it has replaced the variable; empty if the variable was not set. */
  private static final String PROPERTY = "reprise.lc_all";

  private static final String VARIABLE = "LC_ALL";

  private CallerLocale() {}

  /** Restores the variable in the environment of a command. */
  static void restore(Map<String, String> environment) {
    String value = System.getProperty(PROPERTY);
    if (value == null) {
      return;
    }
    if (value.isEmpty()) {
      environment.remove(VARIABLE);
    } else {
      environment.put(VARIABLE, value);
    }
  }
}
