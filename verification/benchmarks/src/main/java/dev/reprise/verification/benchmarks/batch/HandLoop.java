package dev.reprise.verification.benchmarks.batch;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Future;
import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.atomic.AtomicInteger;
import software.amazon.awssdk.services.dynamodb.DynamoDbClient;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;
import software.amazon.awssdk.services.dynamodb.model.WriteRequest;

/**
 * The loop of the developer guide ("Error handling with DynamoDB", batch operations and exponential
 * backoff): 25 items a call, and what comes back unprocessed alone in the next call, after a wait
 * of up to 50 ms that doubles to 20 s. A call that is refused is sent again by the SDK, in its
 * standard mode. One thread, or several that each take the next 25 items.
 */
record HandLoop(DynamoDbClient client, int threads, ExecutorService pool) implements Loader {

  private static final int CHUNK = 25;
  private static final long BASE_MILLIS = 50;
  private static final long CAP_MILLIS = 20_000;

  @Override
  public String name() {
    return "hand loop, " + (threads == 1 ? "1 thread" : threads + " threads");
  }

  @Override
  public void load(List<Map<String, AttributeValue>> items) {
    if (threads == 1) {
      work(items, new AtomicInteger());
      return;
    }
    try {
      AtomicInteger next = new AtomicInteger();
      List<Future<?>> workers = new ArrayList<>();
      for (int i = 0; i < threads; i++) {
        workers.add(pool.submit(() -> work(items, next)));
      }
      for (Future<?> worker : workers) {
        worker.get();
      }
    } catch (InterruptedException | ExecutionException failure) {
      throw new IllegalStateException("the hand loop failed", failure);
    }
  }

  private void work(List<Map<String, AttributeValue>> items, AtomicInteger next) {
    for (int from = next.getAndAdd(CHUNK); from < items.size(); from = next.getAndAdd(CHUNK)) {
      write(items.subList(from, Math.min(from + CHUNK, items.size())));
    }
  }

  private void write(List<Map<String, AttributeValue>> chunk) {
    List<WriteRequest> writes = new ArrayList<>(chunk.size());
    for (Map<String, AttributeValue> item : chunk) {
      writes.add(WriteRequest.builder().putRequest(put -> put.item(item)).build());
    }
    Map<String, List<WriteRequest>> open = Map.of(TABLE, writes);
    for (int attempt = 0; !open.isEmpty(); attempt++) {
      Map<String, List<WriteRequest>> now = open;
      open = client.batchWriteItem(request -> request.requestItems(now)).unprocessedItems();
      if (!open.isEmpty()) {
        sleep(attempt);
      }
    }
  }

  /** Exponential backoff with full jitter. */
  static void sleep(int attempt) {
    long most = Math.min(CAP_MILLIS, BASE_MILLIS << Math.min(attempt, 20));
    try {
      Thread.sleep(ThreadLocalRandom.current().nextLong(most + 1));
    } catch (InterruptedException interrupt) {
      Thread.currentThread().interrupt();
      throw new IllegalStateException("interrupted", interrupt);
    }
  }
}
