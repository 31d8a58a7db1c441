package dev.reprise.dynamodb;

import static dev.reprise.dynamodb.Sdk.TABLE;
import static dev.reprise.dynamodb.Sdk.item;
import static dev.reprise.dynamodb.Sdk.items;
import static dev.reprise.dynamodb.Sdk.key;
import static dev.reprise.dynamodb.Sdk.keys;
import static org.assertj.core.api.Assertions.assertThat;

import dev.reprise.Retry;
import dev.reprise.backoff.Backoff;
import dev.reprise.batch.SameKey;
import dev.reprise.batch.report.BatchReport;
import dev.reprise.budget.RetryBudget;
import dev.reprise.dynamodb.read.ReadReport;
import dev.reprise.dynamodb.table.InvalidItemException;
import dev.reprise.dynamodb.table.KeySchema;
import dev.reprise.dynamodb.write.ItemWrite;
import dev.reprise.dynamodb.write.WriteReport;
import dev.reprise.policy.RetryPolicy;
import java.net.URI;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import software.amazon.awssdk.services.dynamodb.DynamoDbClient;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;
import software.amazon.awssdk.services.dynamodb.model.ResourceInUseException;
import software.amazon.awssdk.services.dynamodb.model.ResourceNotFoundException;

/** Contract of batches on any server of the protocol, through either client. */
abstract class BatchContract {

  private static final String TOO_LARGE = "x".repeat(400 * 1024);

  /** A dropped table remains in use for a short time. */
  private static final Retry DROPPED =
      Retry.of(
              RetryPolicy.builder()
                  .maxAttempts(500)
                  .backoff(Backoff.fixed(Duration.ofMillis(10)))
                  .retryOn(ResourceInUseException.class)
                  .build())
          .withBudget(RetryBudget.unlimited());

  DynamoDbClient client;
  DynamoDbBatch batch;

  abstract URI endpoint();

  /** A batch through the client under test. */
  abstract DynamoDbBatch batch(String table);

  @BeforeEach
  void createTable() {
    client = Sdk.blocking(endpoint()).build();
    DROPPED.run(() -> Sdk.createTable(client, writeUnits(), readUnits()));
    // Tests count the calls, so none is sent before it is full.
    batch = batch(TABLE).linger(Duration.ofHours(1));
  }

  @AfterEach
  void dropTable() {
    client.deleteTable(drop -> drop.tableName(TABLE));
    client.close();
  }

  long writeUnits() {
    return 40_000;
  }

  long readUnits() {
    return 40_000;
  }

  @Test
  void writes_and_reads_2500_items_and_loses_none() {
    List<Map<String, AttributeValue>> items = items(2_500);

    WriteReport written = batch.put(items);

    assertThat(written.allDone()).as("%s", written).isTrue();
    assertThat(written.counts().done()).isEqualTo(2_500);
    assertThat(written.usage().requests()).isGreaterThanOrEqualTo(100);
    assertThat(written.usage().capacityUnits()).isGreaterThanOrEqualTo(2_500);

    ReadReport read = batch.get(keys(2_500));

    assertThat(read.allDone()).as("%s", read).isTrue();
    assertThat(read.items()).isEqualTo(items);
    assertThat(read.found()).isEqualTo(2_500);
    assertThat(read.absent()).isZero();
    assertThat(read.usage().capacityUnits()).isGreaterThanOrEqualTo(1_250);
  }

  @Test
  void passes_items_on_without_storing_them() {
    batch.put(items(300));
    List<Map<String, AttributeValue>> found = new ArrayList<>();

    ReadReport read =
        batch.consistentReads().get(keys(310).iterator(), one -> one.item().ifPresent(found::add));

    assertThat(read.allDone()).isTrue();
    assertThat(read.reads()).isEmpty();
    assertThat(read.found()).isEqualTo(300);
    assertThat(read.absent()).isEqualTo(10);
    assertThat(new HashSet<>(found)).isEqualTo(new HashSet<>(items(300)));
  }

  @Test
  void distinguishes_absent_from_found_and_returns_two_results_for_a_repeated_key() {
    batch.put(items(2));

    ReadReport read = batch.get(List.of(key(1), key(7), key(0), key(1)));

    assertThat(read.reads()).hasSize(4);
    assertThat(read.reads().get(0).item()).contains(item(1, "body 1"));
    assertThat(read.reads().get(1).item()).isEmpty();
    assertThat(read.reads().get(1).isRead()).isTrue();
    assertThat(read.reads().get(2).item()).contains(item(0, "body 0"));
    assertThat(read.reads().get(3).item()).contains(item(1, "body 1"));
    assertThat(read.batch().counts().input()).isEqualTo(3);
    assertThat(read.found()).isEqualTo(2);
    assertThat(read.absent()).isEqualTo(1);
  }

  @Test
  void a_projection_includes_the_key_and_items_can_be_given_as_keys() {
    batch.put(items(150));

    ReadReport read = batch.projection("number", "stage").get(items(150));

    assertThat(read.items()).hasSize(150);
    assertThat(read.items().get(149)).containsOnlyKeys("id", "stage", "number");
  }

  @Test
  void deletes_among_puts() {
    batch.put(items(60));
    Stream<ItemWrite> writes =
        IntStream.range(0, 60)
            .mapToObj(
                i ->
                    i % 2 == 0
                        ? ItemWrite.delete(item(i, "only the key counts"))
                        : ItemWrite.put(item(i, "new")));

    WriteReport written = batch.write(writes);

    assertThat(written.allDone()).isTrue();
    ReadReport read = batch.get(keys(60));
    assertThat(read.absent()).isEqualTo(30);
    assertThat(read.items()).allSatisfy(item -> assertThat(item.get("body").s()).isEqualTo("new"));
  }

  @ParameterizedTest
  @EnumSource
  void last_write_of_a_key_survives(SameKey rule) {
    int versions = 20;
    List<ItemWrite> writes = new ArrayList<>();
    for (int version = 1; version <= versions; version++) {
      for (int number = 0; number < 40; number++) {
        writes.add(ItemWrite.put(item(number, "version " + version)));
      }
    }
    writes.add(ItemWrite.delete(key(39)));

    WriteReport written = batch.sameKey(rule).write(writes);

    assertThat(written.allDone()).as("%s", written).isTrue();
    assertThat(written.counts().done() + written.counts().superseded()).isEqualTo(writes.size());
    ReadReport read = batch.consistentReads().get(keys(40));
    assertThat(read.items())
        .hasSize(39)
        .allSatisfy(item -> assertThat(item.get("body").s()).isEqualTo("version " + versions));
  }

  @Test
  void item_above_400_kb_fails_alone_and_without_a_request() {
    List<Map<String, AttributeValue>> items = new ArrayList<>(items(30));
    items.add(3, item(100, TOO_LARGE));

    WriteReport written = batch.put(items);

    assertThat(written.counts().done()).isEqualTo(30);
    assertThat(written.deadLetters()).hasSize(1);
    assertThat(written.deadLetters().get(0).position()).isEqualTo(3);
    assertThat(written.deadLetters().get(0).attempts()).isZero();
    assertThat(written.deadLetters().get(0).error())
        .isInstanceOf(InvalidItemException.class)
        .hasMessageStartingWith("item must be at most 409600 bytes, but was 409");
    assertThat(batch.get(keys(30)).found()).isEqualTo(30);
  }

  @Test
  void item_that_only_the_service_finds_invalid_fails_alone() {
    List<Map<String, AttributeValue>> items = new ArrayList<>(items(60));
    items.get(17).put("number", AttributeValue.fromN("1e999"));

    WriteReport written = batch.put(items);

    assertThat(written.counts().done()).isEqualTo(59);
    assertThat(written.deadLetters()).hasSize(1);
    assertThat(written.deadLetters().get(0).position()).isEqualTo(17);
    assertThat(written.deadLetters().get(0).message()).startsWith("ValidationException: ");
    assertThat(batch.get(keys(60)).found()).isEqualTo(59);
  }

  @Test
  void item_without_its_key_fails_alone_and_without_a_request() {
    Map<String, AttributeValue> noKey = Map.of("id", Sdk.s("order"));
    Map<String, AttributeValue> wrongType =
        Map.of("id", Sdk.s("order"), "stage", AttributeValue.fromN("1"));

    WriteReport written = batch.put(List.of(noKey, item(1, "fine"), wrongType));

    assertThat(written.counts().done()).isEqualTo(1);
    assertThat(written.deadLetters())
        .extracting(failed -> failed.error().getMessage())
        .containsExactly(
            "key attribute stage is missing", "key attribute stage must be of type S, but was N");
    assertThat(written.usage().requests()).isEqualTo(1);
    assertThat(batch.get(List.of(noKey)).deadLetters()).hasSize(1);
  }

  @Test
  void an_unknown_table_stops_a_run_with_its_reason() {
    DynamoDbBatch unknown = batch("nowhere");

    for (DynamoDbBatch one : List.of(unknown, unknown.keySchema(KeySchema.of("id", "stage")))) {
      WriteReport written = one.put(items(1_000));
      ReadReport read = one.get(keys(2_000));

      assertStopped(written.batch());
      assertStopped(read.batch());
      assertThat(read.absent()).isZero();
    }
  }

  @Test
  void a_table_name_that_is_not_allowed_stops_a_run() {
    for (String name : List.of("no name", "ab")) {
      DynamoDbBatch unknown = batch(name);
      for (DynamoDbBatch one : List.of(unknown, unknown.keySchema(KeySchema.of("id", "stage")))) {
        for (BatchReport<?> report :
            List.of(
                one.put(items(1_000)).batch(),
                one.get(keys(2_000)).batch(),
                one.write(items(1_000).stream().map(item -> ItemWrite.put(item).ifAbsent()))
                    .batch())) {
          assertThat(report.counts().done()).isZero();
          assertThat(report.counts().dead()).isBetween(1L, 800L);
          assertThat(report.counts().accounted()).isEqualTo(report.counts().input());
          assertThat(report.stopFailure()).isPresent();
        }
      }
    }
  }

  private static void assertStopped(BatchReport<?> report) {
    assertThat(report.allDone()).isFalse();
    assertThat(report.counts().done()).isZero();
    assertThat(report.counts().dead()).isBetween(1L, 800L);
    assertThat(report.counts().accounted()).isEqualTo(report.counts().input());
    assertThat(report.deadLetters().get(0).message()).contains("ResourceNotFoundException");
    assertThat(report.stopFailure())
        .hasValueSatisfying(
            failure -> assertThat(failure).isInstanceOf(ResourceNotFoundException.class));
  }

  @Test
  void message_contains_the_failed_condition() {
    batch.put(items(1));

    WriteReport written =
        batch.write(
            List.of(
                ItemWrite.put(item(0, "new")).ifAbsent(),
                ItemWrite.put(item(1, "new")).ifAbsent()));

    assertThat(written.counts().done()).isEqualTo(1);
    assertThat(written.deadLetters()).hasSize(1);
    assertThat(written.deadLetters().get(0).message())
        .startsWith("The condition of the put does not hold (if absent): ");
    assertThat(batch.get(keys(1)).items()).containsExactly(item(0, "body 0"));
  }

  @Test
  void empty_input_is_done_without_a_call() {
    assertThat(batch.put(List.of()).allDone()).isTrue();
    assertThat(batch.get(List.of()).allDone()).isTrue();
    assertThat(batch.writeAsync(List.<ItemWrite>of().iterator()).join().counts().calls()).isZero();
  }

  @Test
  void asynchronous_runs_write_and_read_every_item() {
    WriteReport written =
        batch.writeAsync(items(260).stream().map(ItemWrite::put).iterator()).join();

    assertThat(written.allDone()).isTrue();
    ReadReport read = batch.getAsync(keys(260)).join();
    assertThat(read.items()).isEqualTo(items(260));
  }
}
