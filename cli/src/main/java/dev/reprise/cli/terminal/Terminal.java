package dev.reprise.cli.terminal;

import java.lang.reflect.InvocationTargetException;

/** Whether there is one. */
final class Terminal {

  private Terminal() {}

  /** Whether somebody is watching: a console that is a terminal, as JDK 22 tells apart. */
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
}
