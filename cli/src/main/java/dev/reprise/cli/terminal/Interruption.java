package dev.reprise.cli.terminal;

import dev.reprise.cli.output.OutputFile;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * Turns Ctrl-C, and other signals that end a process, into a wish to stop, and keeps the process
 * alive until the thread that made this has reported what there is. Where that takes longer than
 * {@value #PATIENCE_SECONDS} s, or a second signal comes, what is known so far is reported in its
 * place. One at a time.
 */
public final class Interruption implements AutoCloseable {

  private static final long PATIENCE_SECONDS = 10;

  /** The exit code if Java does not report the signal. */
  private static final int UNKNOWN = 130;

  private static volatile @Nullable Interruption current;

  private final Runnable stop;
  private final CountDownLatch over = new CountDownLatch(1);
  private final Thread hook = new Thread(this::interrupt, "reprise-interrupt");
  private volatile Supplier<String> account = () -> "";
  private volatile boolean happened;
  private volatile boolean closed;

  /** A signal interrupts the thread that makes this. */
  public Interruption() {
    this(Thread.currentThread()::interrupt);
  }

  /**
   * A signal does something.
   *
   * @param stop what; run by another thread
   */
  public Interruption(Runnable stop) {
    this.stop = stop;
    current = this;
    StopSignal.watch();
    Runtime.getRuntime().addShutdownHook(hook);
  }

  /**
   * Adds what is known so far, for the case that the work does not end in time.
   *
   * @param soFar a line, asked for by another thread
   */
  public void account(Supplier<String> soFar) {
    account = soFar;
  }

  private void interrupt() {
    happened = true;
    stop.run();
    try {
      over.await(PATIENCE_SECONDS, TimeUnit.SECONDS);
    } catch (InterruptedException impatient) {
      Thread.currentThread().interrupt();
    }
    if (!closed) {
      String soFar = account.get().strip();
      System.err.println(
          "reprise: stopped"
              + by()
              + " before what was under way ended"
              + (soFar.isEmpty() ? "" : "; so far: " + soFar));
    }
    OutputFile.dropAll();
  }

  /** Somebody is impatient: reports at once what is known. */
  static void hurry() {
    Interruption waiting = current;
    if (waiting != null) {
      waiting.over.countDown();
    }
  }

  /**
   * Whether a signal came.
   *
   * @return true from then on
   */
  public boolean happened() {
    return happened;
  }

  /**
   * The words about the signal, to be put after "stopped".
   *
   * @return such as {@code " by SIGTERM"}; empty if none came, or Java does not report which
   */
  public static String by() {
    StopSignal signal = StopSignal.received();
    return signal == null ? "" : " by " + signal;
  }

  /**
   * The exit code after the signal.
   *
   * @return 128 and its number
   */
  public int exitCode() {
    StopSignal signal = StopSignal.received();
    return signal == null ? UNKNOWN : signal.exitCode();
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
