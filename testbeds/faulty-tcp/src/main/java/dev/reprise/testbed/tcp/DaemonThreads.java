package dev.reprise.testbed.tcp;

/** Starts the threads of a proxy, as daemons: a test ends even if it does not close the proxy. */
final class DaemonThreads {
  private DaemonThreads() {}

  static Thread start(String role, Runnable task) {
    Thread thread = new Thread(task, "tcp-proxy-" + role);
    thread.setDaemon(true);
    thread.start();
    return thread;
  }

  /** Waits until a thread has ended, then restores an interrupt of the caller. */
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
