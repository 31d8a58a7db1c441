package dev.reprise.cli.terminal;

import dev.reprise.cli.output.OutputFile;
import java.io.PrintWriter;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * Turns Ctrl-C and other signals that end a process into a request to stop. Keeps the process alive
 * until this is closed, so that the command can report its results. After {@value #TIMEOUT_SECONDS}
 * s, or at a second signal, prints the results known so far and lets the process end. Signals
 * within a second of the first one belong to it. At most one is open at a time.
 */
public final class Interruption implements AutoCloseable {

  /** Time after a signal in which work may end by itself before it is aborted. */
  public static final long ABORT_MILLIS = 80;

  private static final long TIMEOUT_SECONDS = 10;

  /** Exit code if Java does not report the signal: that of Ctrl-C. */
  private static final int UNKNOWN = 130;

  private static volatile @Nullable Interruption current;

  private final Runnable stop;
  private final Runnable abort;
  private final CountDownLatch over = new CountDownLatch(1);
  private final Thread hook = new Thread(this::interrupt, "reprise-interrupt");
  private volatile Supplier<String> soFar = () -> "";
  private volatile boolean happened;
  private volatile boolean closed;

  /** A signal interrupts the thread that creates this. */
  public Interruption() {
    this(Thread.currentThread()::interrupt);
  }

  /**
   * A signal runs an action.
   *
   * @param stop requests the stop; called by a different thread
   */
  public Interruption(Runnable stop) {
    this(stop, () -> {});
  }

  /**
   * A signal runs an action, and a second one if the work does not end soon.
   *
   * @param stop requests the stop; called by a different thread
   * @param abort ends work in progress; called by a different thread after {@value #ABORT_MILLIS}
   *     ms, unless this was closed
   */
  public Interruption(Runnable stop, Runnable abort) {
    this.stop = stop;
    this.abort = abort;
    current = this;
    StopSignal.watch();
    Runtime.getRuntime().addShutdownHook(hook);
  }

  /**
   * Sets the text that is printed if the work does not end in time.
   *
   * @param soFar returns one line with the results so far; called by a different thread
   */
  public void reportOnTimeout(Supplier<String> soFar) {
    this.soFar = soFar;
  }

  private void interrupt() {
    happened = true;
    stop.run();
    boolean again = false;
    try {
      if (!over.await(ABORT_MILLIS, TimeUnit.MILLISECONDS)) {
        abort.run();
      }
      again = over.await(TIMEOUT_SECONDS, TimeUnit.SECONDS);
    } catch (InterruptedException interrupt) {
      Thread.currentThread().interrupt();
    }
    if (!closed) {
      String results = soFar.get().strip();
      System.err.println(
          "reprise: stopped"
              + by()
              + " before the work in progress ended"
              + (again ? ", at a second signal" : "")
              + (results.isEmpty() ? "" : "; so far: " + results));
    }
    OutputFile.removeAll();
  }

  /** Ends the wait at a second signal. */
  static void endWait() {
    Interruption waiting = current;
    if (waiting != null) {
      waiting.over.countDown();
    }
  }

  /**
   * Returns true once a signal was received.
   *
   * @return true after a signal
   */
  public boolean happened() {
    return happened;
  }

  /**
   * The cause of the stop, for a message after "stopped".
   *
   * @return text such as {@code " by SIGTERM"}; empty without a signal, or if Java does not report
   *     the signal
   */
  public static String by() {
    StopSignal signal = StopSignal.received();
    return signal == null ? "" : " by " + signal;
  }

  /**
   * Prints that the command was stopped.
   *
   * @param messages a writer to standard error, which is flushed
   * @param details appended to the message; may be empty
   */
  public static void printStopped(PrintWriter messages, String details) {
    messages.println("reprise: stopped" + by() + details);
    messages.flush();
  }

  /**
   * The exit code after a signal.
   *
   * @return 128 plus the number of the signal
   */
  public int exitCode() {
    StopSignal signal = StopSignal.received();
    return signal == null ? UNKNOWN : signal.exitCode();
  }

  /**
   * The exit code of a command that may have been stopped.
   *
   * @param unstopped the code if no signal was received
   * @return {@link #exitCode()} after a signal, else {@code unstopped}
   */
  public int exitCode(int unstopped) {
    return happened ? exitCode() : unstopped;
  }

  @Override
  public void close() {
    closed = true;
    over.countDown();
    if (!happened) {
      try {
        Runtime.getRuntime().removeShutdownHook(hook);
      } catch (IllegalStateException shuttingDown) {
        return;
      }
    }
  }
}
