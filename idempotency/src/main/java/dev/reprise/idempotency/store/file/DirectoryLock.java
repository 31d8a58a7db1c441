package dev.reprise.idempotency.store.file;

import java.io.IOException;
import java.io.RandomAccessFile;
import java.nio.channels.ClosedByInterruptException;
import java.nio.channels.FileLockInterruptionException;
import java.nio.file.Path;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.locks.ReentrantLock;

/**
 * A lock that one thread of all processes can hold for a folder. A file lock belongs to the
 * process, and is lost when the process closes any of its handles of the file. So threads first
 * acquire an in-process lock for each file, and at most one handle is open.
 */
final class DirectoryLock {

  private static final Map<Path, ReentrantLock> IN_PROCESS = new ConcurrentHashMap<>();

  private final Path file;
  private final ReentrantLock inProcess;

  DirectoryLock(Path file) throws IOException {
    this.file = file.toRealPath();
    this.inProcess = IN_PROCESS.computeIfAbsent(this.file, key -> new ReentrantLock());
  }

  /** Work on a folder, with the counters of its lock file. */
  @FunctionalInterface
  interface Work<R> {

    R run(Counters counters) throws IOException;
  }

  /** Waits for the lock and ignores interrupts. The interrupt flag is restored afterwards. */
  <R> R locked(Work<R> work) throws IOException {
    boolean interrupted = false;
    inProcess.lock();
    try {
      while (true) {
        try (RandomAccessFile open = new RandomAccessFile(file.toFile(), "rw")) {
          if (lock(open)) {
            return work.run(Counters.read(open));
          }
          interrupted |= Thread.interrupted();
        }
      }
    } finally {
      inProcess.unlock();
      if (interrupted) {
        Thread.currentThread().interrupt();
      }
    }
  }

  /** Returns false if an interrupt closed the handle. Closing the handle releases the lock. */
  private static boolean lock(RandomAccessFile open) throws IOException {
    try {
      return open.getChannel().lock().isValid();
    } catch (FileLockInterruptionException | ClosedByInterruptException interrupted) {
      return false;
    }
  }
}
