package dev.reprise.cli.terminal;

import java.util.concurrent.ExecutionException;
import java.util.concurrent.FutureTask;
import java.util.function.Supplier;

/** Work that an interrupt may not end, such as a request, on a thread that need not be awaited. */
public final class DetachedWork {

  private DetachedWork() {}

  /**
   * Runs work on a daemon thread and waits for it.
   *
   * @param work its exceptions are thrown by this method
   * @param <R> type of the result
   * @return the result
   * @throws InterruptedException if this thread is interrupted. The work is interrupted too, and
   *     not waited for
   */
  public static <R> R run(Supplier<R> work) throws InterruptedException {
    FutureTask<R> task = new FutureTask<>(work::get);
    Thread thread = new Thread(task, "reprise-prepare");
    thread.setDaemon(true);
    thread.start();
    try {
      return task.get();
    } catch (InterruptedException interrupt) {
      task.cancel(true);
      throw interrupt;
    } catch (ExecutionException failure) {
      throw failure.getCause() instanceof RuntimeException known
          ? known
          : new IllegalStateException(failure.getCause());
    }
  }
}
