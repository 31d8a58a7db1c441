package dev.reprise.verification.benchmarks.batch;

import dev.reprise.Retry;
import dev.reprise.batch.Batch;
import dev.reprise.batch.operation.BatchOperation;
import dev.reprise.batch.operation.BatchReply;
import dev.reprise.budget.RetryBudget;
import dev.reprise.policy.RetryPolicy;
import java.util.List;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Semaphore;
import java.util.concurrent.atomic.LongAdder;

/**
 * Eight blocking calls in parallel, of 25 items each, to a service that accepts everything at once:
 * by a run, and by a loop that takes one of eight permits for each call. Both use one executor.
 */
final class ParallelCalls implements AutoCloseable {

  private static final int PARALLEL = 8;
  private static final int CHUNK = 25;

  private final List<Integer> items;
  private final ExecutorService pool = Executors.newFixedThreadPool(PARALLEL);
  private final Batch<Integer> batch;

  ParallelCalls(List<Integer> items) {
    this.items = items;
    Retry retry = Retry.of(RetryPolicy.none()).withBudget(RetryBudget.unlimited());
    BatchOperation<Integer> operation = ParallelCalls::send;
    batch = Batch.of(retry, operation).withExecutor(pool).parallelism(PARALLEL).chunkSize(CHUNK);
  }

  /** The service: returns the items that it leaves unprocessed. */
  private static List<Integer> unprocessed(List<Integer> chunk) {
    return chunk.subList(chunk.size(), chunk.size());
  }

  private static BatchReply<Integer> send(List<Integer> chunk) {
    List<Integer> rest = unprocessed(chunk);
    return rest.isEmpty() ? BatchReply.allDone() : BatchReply.unprocessed(rest);
  }

  void run() {
    require(batch.run(items).counts().done());
  }

  void byHand() {
    Semaphore free = new Semaphore(PARALLEL);
    LongAdder done = new LongAdder();
    for (int from = 0; from < items.size(); from += CHUNK) {
      List<Integer> chunk = List.copyOf(items.subList(from, Math.min(from + CHUNK, items.size())));
      free.acquireUninterruptibly();
      pool.execute(
          () -> {
            done.add(chunk.size() - unprocessed(chunk).size());
            free.release();
          });
    }
    free.acquireUninterruptibly(PARALLEL);
    require(done.sum());
  }

  private void require(long done) {
    if (done != items.size()) {
      throw new IllegalStateException(done + " of " + items.size() + " items were sent");
    }
  }

  @Override
  public void close() {
    pool.shutdown();
  }
}
