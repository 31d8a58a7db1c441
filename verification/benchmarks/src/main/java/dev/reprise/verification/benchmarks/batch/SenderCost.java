package dev.reprise.verification.benchmarks.batch;

import com.sun.management.OperatingSystemMXBean;
import com.sun.management.ThreadMXBean;
import dev.reprise.Retry;
import dev.reprise.batch.Batch;
import dev.reprise.batch.BatchSender;
import dev.reprise.batch.operation.BatchReply;
import dev.reprise.batch.report.SendResult;
import dev.reprise.budget.RetryBudget;
import dev.reprise.policy.RetryPolicy;
import dev.reprise.time.RetryEnvironment;
import java.lang.management.ManagementFactory;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.function.ToLongFunction;
import java.util.stream.IntStream;

/**
 * The cost of an item that is pushed to a {@link BatchSender} until its future is complete, and of
 * the same item in a run over a list; then that of an item in a run with eight blocking calls in
 * parallel, and in a loop that passes the same calls to the same executor. The kinds of runs
 * alternate in one process. The service accepts everything at once, so this is the cost of the
 * library alone. On a different machine the ratios are comparable, the times are not.
 */
public final class SenderCost {

  private static final int ITEMS = 200_000;
  private static final int ROUNDS = 15;
  private static final int WARM_UP = 5;
  private static final int REPEATED = 10;

  private static final ThreadMXBean THREADS = (ThreadMXBean) ManagementFactory.getThreadMXBean();

  private final List<Integer> items;
  private final Batch<Integer> batch;

  /**
   * Creates a measurement.
   *
   * @param count number of items, at least 1
   * @param environment where the run, its calls and its futures have their threads
   */
  public SenderCost(int count, RetryEnvironment environment) {
    items = IntStream.range(0, count).boxed().toList();
    Retry retry =
        Retry.of(RetryPolicy.none())
            .withBudget(RetryBudget.unlimited())
            .withEnvironment(environment);
    CompletableFuture<BatchReply<Integer>> accepted =
        CompletableFuture.completedFuture(BatchReply.allDone());
    batch = Batch.ofAsync(retry, chunk -> accepted);
  }

  /** Runs every task on the thread that passes it, and no delayed task: no item lingers. */
  static RetryEnvironment onOneThread() {
    return RetryEnvironment.system()
        .withDelayer((task, delayNanos) -> () -> {})
        .withExecutor(Runnable::run);
  }

  /**
   * Measures and prints a table.
   *
   * @param args none
   */
  public static void main(String[] args) {
    SenderCost alone = new SenderCost(ITEMS, onOneThread());
    SenderCost asUsed = new SenderCost(ITEMS, RetryEnvironment.system());
    System.out.printf(
        Locale.ROOT, "%-40s %9s %9s %7s%n", "of an item, the median", "run", "sender", "ratio");
    print("bytes allocated", SenderCost::bytes, alone::run, alone::push);
    print("CPU time on one thread, ns", SenderCost::cpuNanos, alone::run, alone::push);
    print("time with the sender's threads, ns", SenderCost::nanos, asUsed::run, asUsed::push);
    System.out.printf(
        Locale.ROOT, "%-40s %9s %9s %7s%n", "of an item, eight calls", "by hand", "run", "ratio");
    try (ParallelCalls calls = new ParallelCalls(asUsed.items)) {
      print("time, ns", SenderCost::nanos, calls::byHand, calls::run);
      print("CPU time of the process, ns", SenderCost::processNanos, calls::byHand, calls::run);
    }
  }

  private static void print(
      String what, ToLongFunction<Runnable> measure, Runnable one, Runnable other) {
    long[] ofOne = new long[ROUNDS];
    long[] ofOther = new long[ROUNDS];
    for (int round = -WARM_UP; round < ROUNDS; round++) {
      long first = measure.applyAsLong(one);
      long second = measure.applyAsLong(other);
      if (round >= 0) {
        ofOne[round] = first;
        ofOther[round] = second;
      }
    }
    double median = median(ofOne);
    System.out.printf(
        Locale.ROOT,
        "%-40s %9.1f %9.1f %7.2f%n",
        what,
        median / ITEMS,
        median(ofOther) / ITEMS,
        median(ofOther) / median);
  }

  private static double median(long[] values) {
    return Arrays.stream(values).sorted().toArray()[values.length / 2];
  }

  /**
   * Returns the bytes that a program allocates on this thread.
   *
   * @param program what to run
   * @return a number of bytes
   */
  public static long bytes(Runnable program) {
    long before = THREADS.getCurrentThreadAllocatedBytes();
    program.run();
    return THREADS.getCurrentThreadAllocatedBytes() - before;
  }

  private static long cpuNanos(Runnable program) {
    long before = THREADS.getCurrentThreadCpuTime();
    program.run();
    return THREADS.getCurrentThreadCpuTime() - before;
  }

  /** Several runs of the program, because the system counts in steps of 10 ms. */
  private static long processNanos(Runnable program) {
    OperatingSystemMXBean system =
        (OperatingSystemMXBean) ManagementFactory.getOperatingSystemMXBean();
    long before = system.getProcessCpuTime();
    for (int i = 0; i < REPEATED; i++) {
      program.run();
    }
    return (system.getProcessCpuTime() - before) / REPEATED;
  }

  private static long nanos(Runnable program) {
    long before = System.nanoTime();
    program.run();
    return System.nanoTime() - before;
  }

  /** Runs the batch over the list. */
  public void run() {
    require(batch.run(items).allDone());
  }

  /** Pushes the items to a sender, and waits until their futures are complete. */
  public void push() {
    CompletableFuture<?> last = CompletableFuture.completedFuture(null);
    try (BatchSender<Integer> sender = batch.sender()) {
      for (Integer item : items) {
        Optional<CompletableFuture<SendResult>> future = sender.trySend(item);
        while (future.isEmpty()) {
          sender.whenRoom().join();
          future = sender.trySend(item);
        }
        last = future.get();
      }
      sender.close();
      require(sender.report().join().allDone());
    }
    require(last.join() == SendResult.DONE);
  }

  private static void require(boolean holds) {
    if (!holds) {
      throw new IllegalStateException("not all items were sent");
    }
  }
}
