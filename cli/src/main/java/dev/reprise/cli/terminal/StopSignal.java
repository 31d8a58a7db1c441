package dev.reprise.cli.terminal;

import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/** A signal that requests the end of the process. Java itself does not report which one it was. */
public enum StopSignal {
  /** The terminal was closed. */
  HUP(1, "SIGHUP"),
  /** Ctrl-C. */
  INT(2, "SIGINT (Ctrl-C)"),
  /** Sent by {@code kill} and by the stop of a service or a container. */
  TERM(15, "SIGTERM");

  /**
   * Signals within this time of the first one belong to the same request: {@code timeout} sends its
   * signal to the process and to its group, and systemd may add HUP to TERM.
   */
  private static final long SAME_REQUEST_NANOS = TimeUnit.SECONDS.toNanos(1);

  private static final int BASE = 128;
  private static boolean watching;
  private static volatile @Nullable StopSignal received;
  private static volatile long receivedAt;

  private final int number;
  private final String text;

  StopSignal(int number, String text) {
    this.number = number;
    this.text = text;
  }

  /**
   * The exit code of a process that this signal ended.
   *
   * @return 128 plus the number of the signal
   */
  public int exitCode() {
    return BASE + number;
  }

  /** The name of the signal, and the key that sends it. */
  @Override
  public String toString() {
    return text;
  }

  /**
   * The first signal that was received.
   *
   * @return the signal; null if there was none, or Java does not report it
   */
  public static @Nullable StopSignal received() {
    return received;
  }

  /** Records the first signal from now on, and ends the process as Java does. */
  static synchronized void watch() {
    if (!watching) {
      watching = true;
      for (StopSignal signal : values()) {
        SystemSignal.handle(signal.name(), signal::receive);
      }
    }
  }

  private void receive() {
    if (isFirst()) {
      Runtime.getRuntime().exit(exitCode());
    } else if (System.nanoTime() - receivedAt >= SAME_REQUEST_NANOS) {
      Interruption.endWait();
    }
  }

  private boolean isFirst() {
    synchronized (StopSignal.class) {
      if (received != null) {
        return false;
      }
      received = this;
      receivedAt = System.nanoTime();
      return true;
    }
  }
}
