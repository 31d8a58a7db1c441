package dev.reprise.batch;

import dev.reprise.time.Delayer;
import dev.reprise.time.RetryEnvironment;
import java.util.List;
import java.util.concurrent.Executor;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/** Calls an operation that blocks, on an executor. */
final class BlockingSender<I> implements Sender<I> {

  private static final long IDLE_SECONDS = 1;

  private final BatchOperation<I> operation;
  private final Delayer delayer;
  private final Executor executor;
  private final @Nullable ExecutorService own;

  BlockingSender(BatchSettings<I> settings, BatchOperation<I> operation) {
    this.operation = operation;
    RetryEnvironment environment = settings.retry().environment();
    delayer = environment.delayer();
    Executor given = settings.executor();
    boolean system = environment == RetryEnvironment.system();
    own = given == null && system ? threads(settings.parallelism()) : null;
    executor = own != null ? own : given != null ? given : environment.executor();
  }

  @Override
  public Sending send(List<I> items, long timeoutNanos, Sending.Answer<I> answer) {
    BlockingSending<I> sending =
        new BlockingSending<>(operation, items, timeoutNanos, delayer, answer);
    try {
      executor.execute(sending);
    } catch (Throwable refusal) {
      if (sending.abandon()) {
        throw new RejectedExecutionException("the executor did not take the call", refusal);
      }
    }
    return sending;
  }

  @Override
  public void close() {
    if (own != null) {
      own.shutdown();
    }
  }

  private static ExecutorService threads(int parallelism) {
    ThreadPoolExecutor pool =
        new ThreadPoolExecutor(
            parallelism,
            parallelism,
            IDLE_SECONDS,
            TimeUnit.SECONDS,
            new LinkedBlockingQueue<>(),
            BlockingSender::thread);
    pool.allowCoreThreadTimeOut(true);
    return pool;
  }

  private static Thread thread(Runnable work) {
    Thread thread = new Thread(work, "reprise-batch");
    thread.setDaemon(true);
    return thread;
  }
}
