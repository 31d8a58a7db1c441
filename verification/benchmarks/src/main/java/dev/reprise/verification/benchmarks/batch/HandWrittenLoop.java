package dev.reprise.verification.benchmarks.batch;

import dev.reprise.aws.request.ClientSettings;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.atomic.DoubleAdder;
import org.jspecify.annotations.Nullable;
import software.amazon.awssdk.awscore.AwsRequestOverrideConfiguration;
import software.amazon.awssdk.services.dynamodb.DynamoDbClient;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;
import software.amazon.awssdk.services.dynamodb.model.BatchWriteItemResponse;
import software.amazon.awssdk.services.dynamodb.model.ProvisionedThroughputExceededException;
import software.amazon.awssdk.services.dynamodb.model.ReturnConsumedCapacity;
import software.amazon.awssdk.services.dynamodb.model.WriteRequest;

/**
 * A loop that sends 25 items a call. The SDK, in its standard mode, repeats a call that is refused
 * as a whole; if it still fails, all its items count as unprocessed. One thread, or several that
 * each take the next 25 items.
 */
record HandWrittenLoop(
    DynamoDbClient client,
    Unprocessed rest,
    int threads,
    ExecutorService pool,
    @Nullable AwsRequestOverrideConfiguration configuration,
    @Nullable DoubleAdder units)
    implements Loader {

  private static final long BASE_MILLIS = 50;
  private static final long CAP_MILLIS = 20_000;

  /** Handling of unprocessed items. */
  enum Unprocessed {

    /** Ignores them, a common mistake that loses data. */
    IGNORED("loop by hand, unprocessed ignored"),

    /** Sends only them again, at once. */
    AT_ONCE("loop by hand, unprocessed at once"),

    /**
     * Sends only them again, after a wait of up to 50 ms that doubles to 20 s, as the developer
     * guide advises ("Error handling with DynamoDB", batch operations and exponential backoff).
     */
    BACKOFF("loop by hand");

    private final String title;

    Unprocessed(String title) {
      this.title = title;
    }
  }

  HandWrittenLoop(DynamoDbClient client, Unprocessed rest, int threads, ExecutorService pool) {
    this(client, rest, threads, pool, null, null);
  }

  /**
   * Creates a loop that sends the requests of Reprise: without retries of the SDK, and with the
   * consumed capacity in each response, which it adds up.
   */
  static HandWrittenLoop withRequestsOfReprise(
      DynamoDbClient client, int threads, ExecutorService pool) {
    return new HandWrittenLoop(
        client,
        Unprocessed.BACKOFF,
        threads,
        pool,
        ClientSettings.of(client::serviceClientConfiguration).withoutOwnRetries(),
        new DoubleAdder());
  }

  /** Creates the loop of the developer guide. */
  HandWrittenLoop(DynamoDbClient client, int threads, ExecutorService pool) {
    this(client, Unprocessed.BACKOFF, threads, pool);
  }

  @Override
  public String name() {
    return rest.title
        + (threads == 1 ? ", 1 thread" : ", " + threads + " threads")
        + (units == null ? "" : ", same requests")
        + (units != null && configuration == null ? ", client without retries" : "");
  }

  @Override
  public void load(List<Map<String, AttributeValue>> items) {
    Workers.share(items, threads, pool, this::write);
  }

  private void write(List<Map<String, AttributeValue>> chunk) {
    List<WriteRequest> writes = new ArrayList<>(chunk.size());
    for (Map<String, AttributeValue> item : chunk) {
      writes.add(WriteRequest.builder().putRequest(put -> put.item(item)).build());
    }
    Map<String, List<WriteRequest>> open = send(Map.of(TABLE, writes));
    for (int attempt = 0; !open.isEmpty() && rest != Unprocessed.IGNORED; attempt++) {
      if (rest == Unprocessed.BACKOFF) {
        sleep(attempt);
      }
      open = send(open);
    }
  }

  private Map<String, List<WriteRequest>> send(Map<String, List<WriteRequest>> writes) {
    try {
      BatchWriteItemResponse response =
          client.batchWriteItem(
              request -> {
                request.requestItems(writes).overrideConfiguration(configuration);
                if (units != null) {
                  request.returnConsumedCapacity(ReturnConsumedCapacity.TOTAL);
                }
              });
      if (units != null) {
        response.consumedCapacity().forEach(table -> units.add(table.capacityUnits()));
      }
      return response.unprocessedItems();
    } catch (ProvisionedThroughputExceededException refused) {
      return writes;
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
