package dev.reprise.testbed.dynamodb;

import static dev.reprise.testbed.dynamodb.Sdk.item;
import static dev.reprise.testbed.dynamodb.Sdk.put;
import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import software.amazon.awssdk.services.dynamodb.DynamoDbClient;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;
import software.amazon.awssdk.services.dynamodb.model.ConditionalCheckFailedException;
import software.amazon.awssdk.services.dynamodb.model.ProvisionedThroughputExceededException;
import software.amazon.awssdk.services.dynamodb.model.WriteRequest;

/** Tests sixteen clients at once. */
@Timeout(120)
class ParallelClientsTest {

  private static final String TABLE = "crowded";
  private static final int CLIENTS = 16;

  @Test
  void exactly_the_burst_is_written_by_parallel_clients() throws Exception {
    AtomicLong now = new AtomicLong();
    try (DynamoDbTableServer server = DynamoDbTableServer.builder().ticks(now::get).start();
        DynamoDbClient client = Sdk.client(server.endpoint())) {
      client.createTable(Sdk.table(TABLE, 1_000, 5_000).build());
      Set<String> written = new HashSet<>();

      for (Set<String> one : together(number -> writeOnce(client, number))) {
        written.addAll(one);
      }

      assertThat(written).hasSize(1_000);
      Set<String> stored = new HashSet<>();
      client.scanPaginator(s -> s.tableName(TABLE)).items().forEach(item -> stored.add(name(item)));
      assertThat(stored).isEqualTo(written);
      ServerCounters counters = server.counters();
      assertThat(counters.itemsWritten()).isEqualTo(1_000);
      assertThat(counters.writeUnits()).isEqualTo(1_000);
      assertThat(counters.requests("BatchWriteItem")).isEqualTo(CLIENTS * 8);
      assertThat(counters.unprocessedItems() + 25 * counters.throttledRequests())
          .isEqualTo(CLIENTS * 8 * 25 - 1_000);
    }
  }

  /** Sends 200 distinct items once, and returns those that the server accepted. */
  private static Set<String> writeOnce(DynamoDbClient client, int number) {
    Set<String> accepted = new HashSet<>();
    for (int batch = 0; batch < 8; batch++) {
      List<WriteRequest> requests = new ArrayList<>();
      for (int i = 0; i < 25; i++) {
        requests.add(put(item("client-" + number, Sdk.stage(batch * 25 + i), "x")));
      }
      try {
        requests.forEach(r -> accepted.add(name(r.putRequest().item())));
        client
            .batchWriteItem(w -> w.requestItems(Map.of(TABLE, requests)))
            .unprocessedItems()
            .getOrDefault(TABLE, List.of())
            .forEach(r -> accepted.remove(name(r.putRequest().item())));
      } catch (ProvisionedThroughputExceededException e) {
        requests.forEach(r -> accepted.remove(name(r.putRequest().item())));
      }
    }
    return accepted;
  }

  @Test
  void one_of_many_conditional_puts_wins() throws Exception {
    try (DynamoDbTableServer server = DynamoDbTableServer.builder().start();
        DynamoDbClient client = Sdk.client(server.endpoint())) {
      client.createTable(Sdk.table(TABLE, 100_000, 100_000).build());
      AtomicInteger wins = new AtomicInteger();

      together(
          number -> {
            for (int i = 0; i < 20; i++) {
              String stage = Sdk.stage(i);
              try {
                client.putItem(
                    p ->
                        p.tableName(TABLE)
                            .item(item("contested", stage, "by " + number))
                            .conditionExpression("attribute_not_exists(id)"));
                wins.incrementAndGet();
              } catch (ConditionalCheckFailedException lost) {
                assertThat(lost.statusCode()).isEqualTo(400);
              }
            }
            return wins;
          });

      assertThat(wins).hasValue(20);
      assertThat(server.counters().itemsWritten()).isEqualTo(20);
    }
  }

  private interface Client<T> {
    T run(int number) throws Exception;
  }

  private static <T> List<T> together(Client<T> client) throws Exception {
    ExecutorService executor = Executors.newFixedThreadPool(CLIENTS);
    try {
      List<Callable<T>> calls = new ArrayList<>();
      for (int i = 0; i < CLIENTS; i++) {
        int number = i;
        calls.add(() -> client.run(number));
      }
      List<T> results = new ArrayList<>();
      for (Future<T> done : executor.invokeAll(calls)) {
        results.add(done.get());
      }
      return results;
    } finally {
      executor.shutdown();
    }
  }

  private static String name(Map<String, AttributeValue> item) {
    return item.get("id").s() + "/" + item.get("stage").s();
  }
}
