package dev.reprise.cli.run;

import java.util.LinkedHashSet;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;

/**
 * A process with its descendants. Processes that detach themselves, as daemons do, do not belong to
 * it.
 */
final class ProcessTree {

  private static final long POLL_NANOS = TimeUnit.MILLISECONDS.toNanos(5);
  private static final long AFTER_KILL_NANOS = TimeUnit.SECONDS.toNanos(1);
  private static final int ROUNDS = 4;

  private final Set<ProcessHandle> processes = new LinkedHashSet<>();

  ProcessTree(ProcessHandle root) {
    processes.add(root);
  }

  /**
   * Requests the end of all processes, waits, and kills the processes that still run. An interrupt
   * does not end the wait.
   *
   * @param graceNanos time to wait before processes are killed
   */
  void end(long graceNanos) {
    addDescendants();
    processes.forEach(ProcessHandle::destroy);
    if (awaitEnd(graceNanos)) {
      return;
    }
    for (int round = 0; round < ROUNDS; round++) {
      addDescendants();
      processes.stream().filter(ProcessTree::runs).forEach(ProcessHandle::destroyForcibly);
      if (awaitEnd(AFTER_KILL_NANOS)) {
        return;
      }
    }
  }

  /** Adds the processes that were started since. */
  private void addDescendants() {
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
      LockSupport.parkNanos(POLL_NANOS);
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

  /** False also for a zombie: a process that has ended has no command. */
  private static boolean runs(ProcessHandle process) {
    return process.isAlive() && process.info().command().isPresent();
  }
}
