package dev.reprise.cli.terminal;

import java.io.File;
import java.io.IOException;
import java.lang.ProcessBuilder.Redirect;
import java.lang.reflect.InvocationTargetException;
import java.nio.charset.StandardCharsets;
import java.util.concurrent.atomic.AtomicBoolean;

/** The terminal of this process, if there is one, and its width. */
final class Terminal {

  /** No line is longer, however wide the terminal: eyes lose their way. */
  private static final int MOST_COLUMNS = 79;

  private static final AtomicBoolean WATCHED = new AtomicBoolean();
  private static volatile int columns = MOST_COLUMNS;

  private Terminal() {}

  /** True if the console is a terminal, which JDK 22 and later distinguish. */
  @SuppressWarnings("SystemConsoleNull") // so it is before 22
  static boolean isThere() {
    if (System.console() == null) {
      return false;
    }
    try {
      return (boolean) System.console().getClass().getMethod("isTerminal").invoke(System.console());
    } catch (NoSuchMethodException before22) {
      return true;
    } catch (IllegalAccessException | InvocationTargetException unknown) {
      return false;
    }
  }

  /** Longest line that does not wrap; changes with the window. */
  static int columns() {
    if (WATCHED.compareAndSet(false, true)) {
      columns = asked();
      SystemSignal.handle("WINCH", () -> columns = asked());
    }
    return columns;
  }

  /** Java does not know, and {@code COLUMNS} is a variable of the shell that it keeps to itself. */
  private static int asked() {
    try {
      Process stty =
          new ProcessBuilder("stty", "size")
              .redirectInput(Redirect.from(new File("/dev/tty")))
              .redirectError(Redirect.DISCARD)
              .start();
      String size = new String(stty.getInputStream().readAllBytes(), StandardCharsets.US_ASCII);
      return columns(size);
    } catch (IOException unknown) {
      return MOST_COLUMNS;
    }
  }

  /**
   * Reads what {@code stty size} prints.
   *
   * @param size rows and columns; anything else for a width that is not known
   * @return columns without the last, in which some terminals wrap
   */
  static int columns(String size) {
    String[] numbers = size.strip().split(" ", -1);
    boolean known = numbers.length == 2 && numbers[1].matches("[1-9]\\d{0,4}");
    return known ? Math.min(MOST_COLUMNS, Integer.parseInt(numbers[1]) - 1) : MOST_COLUMNS;
  }
}
