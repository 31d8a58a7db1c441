package dev.reprise.cli.run;

/**
 * The exit status of a command.
 *
 * @param code exit code; 128 + n if signal n ended the command
 */
record ExitStatus(int code) {

  /** The code of shells for a command that cannot be run. */
  static final ExitStatus NOT_EXECUTABLE = new ExitStatus(126);

  /** The code of shells for a command that does not exist. */
  static final ExitStatus NOT_FOUND = new ExitStatus(127);

  /** The code of {@code timeout} after the time limit. */
  static final ExitStatus TIMED_OUT = new ExitStatus(124);

  @Override
  public String toString() {
    return "exit " + code;
  }
}
