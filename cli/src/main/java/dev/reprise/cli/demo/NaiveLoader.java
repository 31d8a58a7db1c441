package dev.reprise.cli.demo;

import dev.reprise.cli.terminal.Progress;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicLong;
import software.amazon.awssdk.core.exception.SdkException;
import software.amazon.awssdk.core.interceptor.Context;
import software.amazon.awssdk.core.interceptor.ExecutionAttribute;
import software.amazon.awssdk.core.interceptor.ExecutionAttributes;
import software.amazon.awssdk.core.interceptor.ExecutionInterceptor;
import software.amazon.awssdk.services.dynamodb.DynamoDbClient;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;
import software.amazon.awssdk.services.dynamodb.model.BatchWriteItemRequest;
import software.amazon.awssdk.services.dynamodb.model.WriteRequest;

/**
 * A common first version of a loader: it relies on the retries of the SDK and ignores
 * UnprocessedItems. Items of calls that throw are counted and skipped.
 */
final class NaiveLoader {

  private static final int CHUNK = 25;

  private final AtomicLong calls = new AtomicLong();
  private final AtomicLong sent = new AtomicLong();
  private final AtomicLong sentAgain = new AtomicLong();
  private final AtomicLong threw = new AtomicLong();

  /** Number of calls, including the retries of the SDK. */
  long calls() {
    return calls.get();
  }

  /** Number of items in all of these calls. */
  long sent() {
    return sent.get();
  }

  /** Number of items in calls that the SDK has retried. */
  long retried() {
    return sentAgain.get();
  }

  /** Number of items in calls that failed with an exception in the end. */
  long threw() {
    return threw.get();
  }

  /** An interceptor that counts the calls and retries of the SDK. */
  ExecutionInterceptor counter() {
    return new Counter();
  }

  void load(
      DynamoDbClient client,
      String table,
      List<Map<String, AttributeValue>> items,
      int parallelism,
      Progress progress)
      throws InterruptedException {
    ExecutorService executor = Executors.newFixedThreadPool(parallelism);
    try {
      List<Future<?>> chunks = new ArrayList<>();
      for (int from = 0; from < items.size(); from += CHUNK) {
        List<Map<String, AttributeValue>> chunk =
            items.subList(from, Math.min(from + CHUNK, items.size()));
        chunks.add(executor.submit(() -> send(client, table, chunk)));
      }
      long done = 0;
      for (Future<?> chunk : chunks) {
        chunk.get();
        done += CHUNK;
        progress.at(Math.min(done, items.size()));
      }
    } catch (ExecutionException failure) {
      throw new IllegalStateException(failure.getCause());
    } finally {
      executor.shutdownNow();
    }
  }

  private void send(DynamoDbClient client, String table, List<Map<String, AttributeValue>> chunk) {
    List<WriteRequest> writes =
        chunk.stream()
            .map(item -> WriteRequest.builder().putRequest(put -> put.item(item)).build())
            .toList();
    try {
      client.batchWriteItem(request -> request.requestItems(Map.of(table, writes)));
    } catch (SdkException failure) {
      threw.addAndGet(chunk.size());
    }
  }

  private final class Counter implements ExecutionInterceptor {

    private static final ExecutionAttribute<AtomicLong> TRANSMISSIONS =
        new ExecutionAttribute<>("RepriseDemoTransmissions");

    @Override
    public void beforeExecution(
        Context.BeforeExecution context, ExecutionAttributes executionAttributes) {
      executionAttributes.putAttribute(TRANSMISSIONS, new AtomicLong());
    }

    @Override
    public void beforeTransmission(
        Context.BeforeTransmission context, ExecutionAttributes executionAttributes) {
      if (context.request() instanceof BatchWriteItemRequest request) {
        int items = request.requestItems().values().stream().mapToInt(List::size).sum();
        calls.incrementAndGet();
        sent.addAndGet(items);
        AtomicLong transmissions = executionAttributes.getAttribute(TRANSMISSIONS);
        if (transmissions != null && transmissions.incrementAndGet() == 2) {
          sentAgain.addAndGet(items);
        }
      }
    }
  }
}
