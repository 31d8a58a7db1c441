package dev.reprise.cli.dynamodb;

import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;

/**
 * Turns Ctrl-C into an interrupt of the thread that made this, and keeps the process alive until
 * that thread has told what there is. The exit code is then that of the signal, 130.
 */
final class Interruption implements AutoCloseable {

  private static final long PATIENCE_SECONDS = 10;

  private final Thread worker = Thread.currentThread();
  private final CountDownLatch told = new CountDownLatch(1);
  private final Thread hook = new Thread(this::interrupt, "reprise-interrupt");
  private volatile boolean happened;

  Interruption() {
    Runtime.getRuntime().addShutdownHook(hook);
  }

  private void interrupt() {
    happened = true;
    worker.interrupt();
    try {
      if (!told.await(PATIENCE_SECONDS, TimeUnit.SECONDS)) {
        System.err.println("reprise: gave up waiting for calls under way");
      }
    } catch (InterruptedException impatient) {
      Thread.currentThread().interrupt();
    }
  }

  boolean happened() {
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
