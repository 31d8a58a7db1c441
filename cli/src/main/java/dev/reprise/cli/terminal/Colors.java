package dev.reprise.cli.terminal;

import java.util.Locale;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * Decides whether output is coloured: by the option {@code --color}, else by the environment, else
 * by whether the stream is a terminal. Without the option and without {@code CLICOLOR_FORCE}, no
 * escape sequence is written to a file or a pipe.
 */
public final class Colors {

  private static final String RESET = "\u001b[0m";
  private static final String BOLD_RED = "\u001b[1;31m";
  private static final String YELLOW = "\u001b[33m";

  private static volatile Mode mode = Mode.AUTO;

  /** When to use colours. */
  public enum Mode {
    /** As the environment says, else on a terminal. */
    AUTO,
    /** Also in files and pipes. */
    ALWAYS,
    /** Nowhere. */
    NEVER;

    /**
     * Parses the value of an option.
     *
     * @param text {@code auto}, {@code always} or {@code never}
     * @return the mode
     * @throws IllegalArgumentException if it is none of them
     */
    public static Mode parse(String text) {
      for (Mode mode : values()) {
        if (mode.toString().equals(text)) {
          return mode;
        }
      }
      throw new IllegalArgumentException("must be auto, always or never, but was " + text);
    }

    @Override
    public String toString() {
      return name().toLowerCase(Locale.ROOT);
    }
  }

  private Colors() {}

  /**
   * Sets the mode of this process.
   *
   * @param selected the value of the option; {@link Mode#AUTO} without one
   */
  public static void use(Mode selected) {
    mode = selected;
  }

  /**
   * Returns whether to colour.
   *
   * @param stream where the text is written
   * @return true if escape sequences for colours may be written there
   */
  public static boolean on(StandardStream stream) {
    return on(mode, System::getenv, System.getProperty("os.name", ""), stream.isTerminal());
  }

  /**
   * Decides for given surroundings. {@code NO_COLOR} follows no-color.org, {@code CLICOLOR} and
   * {@code CLICOLOR_FORCE} follow bixense.com/clicolors.
   *
   * @param environment returns the value of a variable, or null
   * @param system name of the operating system
   */
  static boolean on(
      Mode mode, Function<String, @Nullable String> environment, String system, boolean terminal) {
    if (mode != Mode.AUTO) {
      return mode == Mode.ALWAYS;
    }
    if (isSet(environment.apply("NO_COLOR"))) {
      return false;
    }
    String force = environment.apply("CLICOLOR_FORCE");
    if (isSet(force) && !"0".equals(force)) {
      return true;
    }
    return terminal
        && !"0".equals(environment.apply("CLICOLOR"))
        && understandsEscapes(environment, system);
  }

  private static boolean understandsEscapes(
      Function<String, @Nullable String> environment, String system) {
    String terminal = environment.apply("TERM");
    return terminal == null
        ? !system.startsWith("Windows") || isSet(environment.apply("WT_SESSION"))
        : !terminal.equals("dumb");
  }

  private static boolean isSet(@Nullable String value) {
    return value != null && !value.isEmpty();
  }

  /**
   * The name of the program before an error.
   *
   * @return {@code reprise:}, in red if standard error is coloured
   */
  public static String errorPrefix() {
    return colored(StandardStream.ERROR, BOLD_RED, "reprise:");
  }

  /**
   * A warning on standard output.
   *
   * @param text one line
   * @return the line, in yellow if standard output is coloured
   */
  public static String warning(String text) {
    return colored(StandardStream.OUTPUT, YELLOW, text);
  }

  private static String colored(StandardStream stream, String color, String text) {
    return on(stream) ? color + text + RESET : text;
  }
}
