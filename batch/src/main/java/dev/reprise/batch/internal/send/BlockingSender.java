package dev.reprise.batch.internal.send;

import dev.reprise.batch.operation.BatchOperation;
import dev.reprise.time.Delayer;
import dev.reprise.time.RetryEnvironment;
import java.util.List;
import java.util.concurrent.Executor;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.RejectedExecutionException;
import org.jspecify.annotations.Nullable;

/** Calls an operation that blocks, on an executor. */
public final class BlockingSender<I> implements Sender<I> {

  private final BatchOperation<I> operation;
  private final Delayer delayer;
  private final Executor executor;
  private final @Nullable ExecutorService own;

  private BlockingSender(
      BatchOperation<I> operation,
      Delayer delayer,
      Executor executor,
      @Nullable ExecutorService own) {
    this.operation = operation;
    this.delayer = delayer;
    this.executor = executor;
    this.own = own;
  }

  /**
   * Creates a sender with the given executor, otherwise with its own threads, or, in an environment
   * that is not the system's, with the environment's executor.
   */
  public static <I> BlockingSender<I> of(
      BatchOperation<I> operation,
      RetryEnvironment environment,
      @Nullable Executor given,
      int parallelism) {
    Delayer delayer = environment.delayer();
    if (given != null) {
      return new BlockingSender<>(operation, delayer, given, null);
    }
    if (environment != RetryEnvironment.system()) {
      return new BlockingSender<>(operation, delayer, environment.executor(), null);
    }
    ExecutorService own = OwnThreads.of("reprise-batch", parallelism);
    return new BlockingSender<>(operation, delayer, own, own);
  }

  @Override
  public RunningCall send(List<I> items, long timeoutNanos, RunningCall.Answer<I> answer) {
    BlockingCall<I> sending = new BlockingCall<>(operation, items, timeoutNanos, delayer, answer);
    try {
      executor.execute(sending);
    } catch (Throwable refusal) {
      if (sending.abandon()) {
        throw new RejectedExecutionException("the executor rejected the call", refusal);
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
}
