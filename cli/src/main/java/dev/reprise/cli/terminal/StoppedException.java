package dev.reprise.cli.terminal;

/** A command was stopped by a signal, and has printed that. */
public final class StoppedException extends RuntimeException {

  private static final long serialVersionUID = 1;

  private final int exitCode;

  /**
   * Creates an exception.
   *
   * @param exitCode exit code of the command
   */
  public StoppedException(int exitCode) {
    super("stopped", null, false, false);
    this.exitCode = exitCode;
  }

  /**
   * The exit code of the command.
   *
   * @return 128 plus the number of the signal
   */
  public int exitCode() {
    return exitCode;
  }
}
