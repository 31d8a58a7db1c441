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

/** A loss that is not seen would make every loader look good. */
@Timeout(60)
class ContentTest {

  private static final int COUNT = 120;

  /** Forty units lie ready, and each call comes when four more do. */
  private static final long UNITS = 40;

  private static final long CALL_NANOS = 100_000_000;

  private final GameRecords records = new GameRecords(COUNT);

  @Test
  void a_table_is_compared_item_by_item() {
    try (Stage stage = new Stage(10_000, 4)) {
      stage.createTable();
      for (int i = 0; i < COUNT; i++) {
        put(stage, records.get(i));
      }
      assertThat(content(stage).exact()).isTrue();

      stage
          .client()
          .deleteItem(d -> d.tableName(Loader.TABLE).key(Map.of("id", records.get(7).get("id"))));
      Map<String, AttributeValue> changed = new HashMap<>(records.get(8));
      changed.put("level", AttributeValue.fromN("99"));
      put(stage, changed);
      put(stage, Map.of("id", AttributeValue.fromS("player-000000120")));
      put(stage, Map.of("id", AttributeValue.fromS("somebody")));

      assertThat(content(stage)).isEqualTo(new Content(1, 1, 2));
      assertThat(content(stage).exact()).isFalse();
    }
  }

  @Test
  void who_ignores_the_rest_loses_it_and_who_sends_it_again_does_not() {
    ExecutorService pool = Executors.newFixedThreadPool(2);
    AtomicLong clock = new AtomicLong();
    DynamoDbTableServer server =
        DynamoDbTableServer.builder().ticks(() -> clock.addAndGet(CALL_NANOS)).start();
    try (Stage stage = new Stage(TableServer.of(server), UNITS, 2)) {
      Run ignored =
          stage.runAndCompare(
              new HandLoop(stage.client(), HandLoop.Rest.IGNORED, 1, pool), new GameRecords(50));
      stage.client().deleteTable(d -> d.tableName(Loader.TABLE));
      Run resent =
          stage.runAndCompare(
              new HandLoop(stage.client(), HandLoop.Rest.BACKOFF, 2, pool), new GameRecords(50));

      assertThat(ignored.lost()).isEqualTo(6);
      assertThat(ignored.lost()).isEqualTo(50 - ignored.counters().itemsWritten());
      assertThat(resent.lost()).isZero();
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
  void options_are_read_and_wrong_ones_named() {
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

  private Content content(Stage stage) {
    return Content.of(stage.client(), Loader.TABLE, records);
  }

  private static void put(Stage stage, Map<String, AttributeValue> item) {
    stage.client().putItem(p -> p.tableName(Loader.TABLE).item(item));
  }
}
