package dev.reprise.verification.benchmarks.batch;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Consumer;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;

/** Threads that each take the next 25 items until all are taken. */
final class Workers {

  private static final int CHUNK = 25;

  private Workers() {}

  /**
   * Distributes all items and waits until every thread has finished. With one thread, the caller
   * does the work.
   */
  static void share(
      List<Map<String, AttributeValue>> items,
      int threads,
      ExecutorService pool,
      Consumer<List<Map<String, AttributeValue>>> write) {
    AtomicInteger next = new AtomicInteger();
    if (threads == 1) {
      work(items, next, write);
      return;
    }
    try {
      List<Future<?>> workers = new ArrayList<>();
      for (int i = 0; i < threads; i++) {
        workers.add(pool.submit(() -> work(items, next, write)));
      }
      for (Future<?> worker : workers) {
        worker.get();
      }
    } catch (InterruptedException | ExecutionException failure) {
      throw new IllegalStateException("the items could not be written", failure);
    }
  }

  private static void work(
      List<Map<String, AttributeValue>> items,
      AtomicInteger next,
      Consumer<List<Map<String, AttributeValue>>> write) {
    for (int from = next.getAndAdd(CHUNK); from < items.size(); from = next.getAndAdd(CHUNK)) {
      write.accept(items.subList(from, Math.min(from + CHUNK, items.size())));
    }
  }
}
