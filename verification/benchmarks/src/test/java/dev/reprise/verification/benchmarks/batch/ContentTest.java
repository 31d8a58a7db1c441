package dev.reprise.verification.benchmarks.batch;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.reprise.testbed.dynamodb.DynamoDbTableServer;
import dev.reprise.verification.benchmarks.figures.Figures;
import java.util.HashMap;
import java.util.Map;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;

/** Checks that losses are found; otherwise every loader would appear correct. */
@Timeout(60)
class ContentTest {

  private static final int COUNT = 120;

  /** Forty units are available at the start, and each call comes when four more are. */
  private static final long UNITS = 40;

  private static final long CALL_NANOS = 100_000_000;

  private final GameRecords records = new GameRecords(COUNT);

  @Test
  void a_table_is_compared_item_by_item() {
    try (LoadEnvironment environment = new LoadEnvironment(10_000, 4)) {
      environment.createTable();
      for (int i = 0; i < COUNT; i++) {
        put(environment, records.get(i));
      }
      assertThat(content(environment).exact()).isTrue();

      environment
          .client()
          .deleteItem(d -> d.tableName(Loader.TABLE).key(Map.of("id", records.get(7).get("id"))));
      Map<String, AttributeValue> changed = new HashMap<>(records.get(8));
      changed.put("level", AttributeValue.fromN("99"));
      put(environment, changed);
      put(environment, Map.of("id", AttributeValue.fromS("player-000000120")));
      put(environment, Map.of("id", AttributeValue.fromS("somebody")));

      assertThat(content(environment)).isEqualTo(new Content(1, 1, 2));
      assertThat(content(environment).exact()).isFalse();
    }
  }

  @Test
  void loses_items_only_if_unprocessed_ones_are_ignored() {
    ExecutorService pool = Executors.newFixedThreadPool(2);
    AtomicLong clock = new AtomicLong();
    DynamoDbTableServer server =
        DynamoDbTableServer.builder().ticks(() -> clock.addAndGet(CALL_NANOS)).start();
    try (LoadEnvironment environment = new LoadEnvironment(TableServer.of(server), UNITS, 2)) {
      Run ignored =
          environment.runAndCompare(
              new HandWrittenLoop(
                  environment.client(), HandWrittenLoop.Unprocessed.IGNORED, 1, pool),
              new GameRecords(50));
      environment.client().deleteTable(d -> d.tableName(Loader.TABLE));
      Run resent =
          environment.runAndCompare(
              new HandWrittenLoop(
                  environment.client(), HandWrittenLoop.Unprocessed.BACKOFF, 2, pool),
              new GameRecords(50));
      environment.client().deleteTable(d -> d.tableName(Loader.TABLE));
      HandWrittenLoop loop = HandWrittenLoop.withRequestsOfReprise(environment.client(), 2, pool);
      Run counted = environment.runAndCompare(loop, new GameRecords(50));

      assertThat(ignored.lost()).isEqualTo(6);
      assertThat(ignored.lost()).isEqualTo(50 - ignored.counters().itemsWritten());
      assertThat(resent.lost()).isZero();
      assertThat(counted.lost()).isZero();
      assertThat(loop.units().sum()).isEqualTo(counted.counters().writeUnits());
    } finally {
      pool.shutdownNow();
    }
  }

  @Test
  void a_record_is_always_the_same_and_knows_its_number() {
    assertThat(new GameRecords(500).get(119)).isEqualTo(records.get(119));
    assertThat(GameRecords.indexOf(records.get(119))).isEqualTo(119);
    assertThat(GameRecords.indexOf(Map.of())).isEqualTo(-1);
    assertThatThrownBy(() -> records.get(COUNT)).isInstanceOf(IndexOutOfBoundsException.class);
  }

  @Test
  void reads_options_and_names_invalid_ones() {
    LoadOptions whole = new LoadOptions(100, 10, Figures.FOLDER);
    LoadOptions quick = new LoadOptions(5, 1, Figures.FOLDER);

    assertThat(parse(whole, quick)).isEqualTo(whole);
    assertThat(parse(whole, quick, "--quick", "--items", "7"))
        .isEqualTo(new LoadOptions(7, 1, Figures.FOLDER));
    assertThatThrownBy(() -> parse(whole, quick, "--units", "0"))
        .hasMessage("--units must be between 1 and 2147483647, but was 0");
    assertThatThrownBy(() -> parse(whole, quick, "--slow")).hasMessage("no such option: --slow");
  }

  private static LoadOptions parse(LoadOptions whole, LoadOptions quick, String... args) {
    return LoadOptions.parse(args, whole, quick);
  }

  private Content content(LoadEnvironment environment) {
    return Content.of(environment.client(), Loader.TABLE, records);
  }

  private static void put(LoadEnvironment environment, Map<String, AttributeValue> item) {
    environment.client().putItem(p -> p.tableName(Loader.TABLE).item(item));
  }
}
