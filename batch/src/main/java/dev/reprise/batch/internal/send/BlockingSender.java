package dev.reprise.batch.internal.send;

import dev.reprise.batch.operation.BatchOperation;
import dev.reprise.time.Delayer;
import dev.reprise.time.RetryEnvironment;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.Executor;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.atomic.AtomicInteger;
import org.jspecify.annotations.Nullable;

/** Calls an operation that blocks, on an executor. */
public final class BlockingSender<I> implements Sender<I> {

  /**
   * The number of calls in a row for which a thread of a given executor is kept, which may have
   * other work.
   */
  private static final int MOST_IN_A_ROW = 16;

  final BatchOperation<I> operation;
  final Delayer delayer;
  private final Executor executor;
  private final @Nullable ExecutorService own;
  private final boolean prepares;
  private final Queue<BlockingCall<I>> prepared = new ConcurrentLinkedQueue<>();

  /** The calls that the executor has not started: they go before prepared ones. */
  private final AtomicInteger passedOn = new AtomicInteger();

  private BlockingSender(
      BatchOperation<I> operation,
      Delayer delayer,
      Executor executor,
      @Nullable ExecutorService own,
      boolean prepares) {
    this.operation = operation;
    this.delayer = delayer;
    this.executor = executor;
    this.own = own;
    this.prepares = prepares;
  }

  /**
   * Creates a sender with the given executor, otherwise with its own threads, or, in an environment
   * that is not the system's, with the environment's executor. Only in the system's environment
   * does it make prepared calls: in virtual time, a thread that makes several calls in a row keeps
   * all others from running.
   *
   * @param prepares whether it may make prepared calls
   */
  public static <I> BlockingSender<I> of(
      BatchOperation<I> operation,
      RetryEnvironment environment,
      @Nullable Executor given,
      int parallelism,
      boolean prepares) {
    Delayer delayer = new GuardedDelayer(environment.delayer());
    boolean isSystem = environment == RetryEnvironment.system();
    if (given != null) {
      return new BlockingSender<>(operation, delayer, given, null, prepares && isSystem);
    }
    if (!isSystem) {
      return new BlockingSender<>(operation, delayer, environment.executor(), null, false);
    }
    ExecutorService own = OwnThreads.of("reprise-batch", parallelism);
    return new BlockingSender<>(operation, delayer, own, own, prepares);
  }

  @Override
  public RunningCall send(List<I> items, CallTimeout timeout, RunningCall.Answer<I> answer) {
    BlockingCall<I> sending = new BlockingCall<>(this, items, timeout, answer);
    passedOn.incrementAndGet();
    try {
      executor.execute(sending);
    } catch (Throwable refusal) {
      if (sending.abandon()) {
        passedOn.decrementAndGet();
        throw new RejectedExecutionException("the executor rejected the call", refusal);
      }
    }
    return sending;
  }

  @Override
  public boolean prepares() {
    return prepares;
  }

  @Override
  public RunningCall prepare(List<I> items, PreparedStart start, RunningCall.Answer<I> answer) {
    BlockingCall<I> call = new BlockingCall<>(this, items, start, answer);
    prepared.add(call);
    return call;
  }

  @Override
  public boolean withdraw(RunningCall call) {
    return prepared.remove(call);
  }

  /** Records that the executor has started a call. */
  void startedByExecutor() {
    passedOn.decrementAndGet();
  }

  /**
   * Takes the prepared call that this thread makes next; null if there is none, or if the thread is
   * to go back to its executor.
   *
   * @param made the number of calls of this thread in a row
   */
  @Nullable BlockingCall<I> next(int made) {
    boolean goesBack =
        (own == null && made >= MOST_IN_A_ROW)
            || passedOn.get() > 0
            || Thread.currentThread().isInterrupted();
    BlockingCall<I> first = goesBack ? null : prepared.peek();
    while (first != null && first.isInTime()) {
      if (prepared.remove(first)) {
        return first;
      }
      first = prepared.peek();
    }
    return null;
  }

  @Override
  public void close() {
    if (own != null) {
      own.shutdown();
    }
  }
}
