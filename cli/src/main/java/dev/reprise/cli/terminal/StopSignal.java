package dev.reprise.cli.terminal;

import org.jspecify.annotations.Nullable;

/**
 * A signal that asks the process to end. Java turns it into a shutdown without saying which it was;
 * here it is remembered.
 */
public enum StopSignal {
  /** The terminal was closed. */
  HUP(1, "SIGHUP"),
  /** Ctrl-C. */
  INT(2, "SIGINT (Ctrl-C)"),
  /** Sent by {@code kill} and by the stop of a service or a container. */
  TERM(15, "SIGTERM");

  private static final int BASE = 128;
  private static boolean watching;
  private static volatile @Nullable StopSignal received;

  private final int number;
  private final String text;

  StopSignal(int number, String text) {
    this.number = number;
    this.text = text;
  }

  /**
   * The exit code of a process that it ended.
   *
   * @return 128 and its number
   */
  public int exitCode() {
    return BASE + number;
  }

  /** Its name, and the key that sends it. */
  @Override
  public String toString() {
    return text;
  }

  /**
   * Which signal came first.
   *
   * @return the signal; null if none came, or Java does not report it
   */
  public static @Nullable StopSignal received() {
    return received;
  }

  /** Remembers from now on which signal comes, and ends the process as Java does. */
  static synchronized void watch() {
    if (!watching) {
      watching = true;
      for (StopSignal signal : values()) {
        SystemSignal.handle(signal.name(), signal::came);
      }
    }
  }

  private void came() {
    if (received == null) {
      received = this;
      Runtime.getRuntime().exit(exitCode());
    } else {
      Interruption.hurry();
    }
  }
}
