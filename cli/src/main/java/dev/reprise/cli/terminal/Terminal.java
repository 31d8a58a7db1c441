package dev.reprise.cli.terminal;

import java.io.File;
import java.io.IOException;
import java.lang.ProcessBuilder.Redirect;
import java.lang.reflect.InvocationTargetException;
import java.nio.charset.StandardCharsets;
import java.util.concurrent.atomic.AtomicBoolean;

/** The terminal of this process, if there is one, and its width. */
final class Terminal {

  /** Longest line on a wide terminal. */
  private static final int MAX_COLUMNS = 79;

  private static final AtomicBoolean WATCHED = new AtomicBoolean();
  private static volatile int columns = MAX_COLUMNS;

  private Terminal() {}

  /** True if the console is a terminal. From JDK 22 on, a console may also be redirected. */
  @SuppressWarnings("SystemConsoleNull") // null before JDK 22 if it is not a terminal
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

  /** Longest line that does not wrap; changes with the size of the window. */
  static int columns() {
    if (WATCHED.compareAndSet(false, true)) {
      columns = measured();
      SystemSignal.handle("WINCH", () -> columns = measured());
    }
    return columns;
  }

  /** The width that {@code stty} reports: Java has no API for it, and shells do not export it. */
  private static int measured() {
    try {
      Process stty =
          new ProcessBuilder("stty", "size")
              .redirectInput(Redirect.from(new File("/dev/tty")))
              .redirectError(Redirect.DISCARD)
              .start();
      String size = new String(stty.getInputStream().readAllBytes(), StandardCharsets.US_ASCII);
      return columns(size);
    } catch (IOException unknown) {
      return MAX_COLUMNS;
    }
  }

  /**
   * Reads the output of {@code stty size}.
   *
   * @param size rows and columns; any other text if the width is unknown
   * @return the number of columns less one, since some terminals wrap in the last
   */
  static int columns(String size) {
    String[] numbers = size.strip().split(" ", -1);
    boolean known = numbers.length == 2 && numbers[1].matches("[1-9]\\d{0,4}");
    return known ? Math.min(MAX_COLUMNS, Integer.parseInt(numbers[1]) - 1) : MAX_COLUMNS;
  }
}
