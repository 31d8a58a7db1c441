package dev.reprise.cli.run;

/**
 * The end of a command.
 *
 * @param code its exit code; 128 + n if signal n ended it
 */
record ExitStatus(int code) {

  /** As the shell says that a command cannot be run. */
  static final ExitStatus NOT_EXECUTABLE = new ExitStatus(126);

  /** As the shell says that there is no such command. */
  static final ExitStatus NOT_FOUND = new ExitStatus(127);

  /** As {@code timeout} says that the time was over. */
  static final ExitStatus TIMED_OUT = new ExitStatus(124);

  @Override
  public String toString() {
    return "exit " + code;
  }
}
