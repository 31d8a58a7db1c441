package dev.reprise.cli.run;

import java.util.LinkedHashSet;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;

/**
 * A process and what it started. Processes that cut themselves off, as daemons do, are not part of
 * it any more.
 */
final class ProcessTree {

  private static final long LOOK_NANOS = TimeUnit.MILLISECONDS.toNanos(5);
  private static final long AFTER_KILL_NANOS = TimeUnit.SECONDS.toNanos(1);
  private static final int ROUNDS = 4;

  private final Set<ProcessHandle> processes = new LinkedHashSet<>();

  ProcessTree(ProcessHandle root) {
    processes.add(root);
  }

  /**
   * Asks all processes to end, waits, and kills those that are left. An interrupt does not end the
   * wait.
   *
   * @param graceNanos how long to wait before they are killed
   */
  void end(long graceNanos) {
    grow();
    processes.forEach(ProcessHandle::destroy);
    if (awaitEnd(graceNanos)) {
      return;
    }
    for (int round = 0; round < ROUNDS; round++) {
      grow();
      processes.stream().filter(ProcessTree::runs).forEach(ProcessHandle::destroyForcibly);
      if (awaitEnd(AFTER_KILL_NANOS)) {
        return;
      }
    }
  }

  /** Takes in what the processes have started since. */
  private void grow() {
    Set<ProcessHandle> known = Set.copyOf(processes);
    known.forEach(process -> process.descendants().forEach(processes::add));
  }

  private boolean awaitEnd(long nanos) {
    long start = System.nanoTime();
    boolean interrupted = Thread.interrupted();
    while (anyRuns()) {
      if (System.nanoTime() - start >= nanos) {
        break;
      }
      LockSupport.parkNanos(LOOK_NANOS);
      interrupted |= Thread.interrupted();
    }
    if (interrupted) {
      Thread.currentThread().interrupt();
    }
    return !anyRuns();
  }

  private boolean anyRuns() {
    return processes.stream().anyMatch(ProcessTree::runs);
  }

  /** One that has ended but that nobody waits for has no command any more. */
  private static boolean runs(ProcessHandle process) {
    return process.isAlive() && process.info().command().isPresent();
  }
}
