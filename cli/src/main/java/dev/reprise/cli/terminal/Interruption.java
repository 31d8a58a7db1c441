package dev.reprise.cli.terminal;

import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;

/**
 * Turns Ctrl-C into a wish to stop, and keeps the process alive until the thread that made this has
 * told what there is. The exit code is then that of the signal, {@value #EXIT_CODE}.
 */
public final class Interruption implements AutoCloseable {

  /** The exit code after Ctrl-C. */
  public static final int EXIT_CODE = 130;

  private static final long PATIENCE_SECONDS = 10;

  private final Runnable stop;
  private final CountDownLatch told = new CountDownLatch(1);
  private final Thread hook = new Thread(this::interrupt, "reprise-interrupt");
  private volatile boolean happened;

  /** Ctrl-C interrupts the thread that makes this. */
  public Interruption() {
    this(Thread.currentThread()::interrupt);
  }

  /**
   * Ctrl-C does something.
   *
   * @param stop what; run by another thread
   */
  public Interruption(Runnable stop) {
    this.stop = stop;
    Runtime.getRuntime().addShutdownHook(hook);
  }

  private void interrupt() {
    happened = true;
    stop.run();
    try {
      if (!told.await(PATIENCE_SECONDS, TimeUnit.SECONDS)) {
        System.err.println("reprise: gave up waiting for what is under way");
      }
    } catch (InterruptedException impatient) {
      Thread.currentThread().interrupt();
    }
  }

  /**
   * Whether Ctrl-C was pressed.
   *
   * @return true from then on
   */
  public boolean happened() {
    return happened;
  }

  @Override
  public void close() {
    told.countDown();
    if (!happened) {
      try {
        Runtime.getRuntime().removeShutdownHook(hook);
      } catch (IllegalStateException shuttingDown) {
        return;
      }
    }
  }
}
