package dev.reprise.testbed.tcp;

/** Starts the proxy's threads: daemons, so that a test that forgets to close still ends. */
final class DaemonThreads {
  private DaemonThreads() {}

  static Thread start(String role, Runnable task) {
    Thread thread = new Thread(task, "tcp-proxy-" + role);
    thread.setDaemon(true);
    thread.start();
    return thread;
  }

  /** Waits for a thread whose end is certain; an interrupt is kept for the caller. */
  static void awaitEnd(Thread thread) {
    boolean interrupted = false;
    while (thread.isAlive()) {
      try {
        thread.join();
      } catch (InterruptedException e) {
        interrupted = true;
      }
    }
    if (interrupted) {
      Thread.currentThread().interrupt();
    }
  }
}
