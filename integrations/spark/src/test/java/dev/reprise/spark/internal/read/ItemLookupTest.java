package dev.reprise.spark.internal.read;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.reprise.dynamodb.DynamoDbBatch;
import dev.reprise.spark.TestTables;
import dev.reprise.spark.internal.convert.ConversionOptions;
import dev.reprise.spark.internal.convert.ItemDecoder;
import dev.reprise.spark.internal.options.ReadOptions;
import dev.reprise.spark.internal.table.TableMetadata;
import java.util.HashMap;
import java.util.Iterator;
import java.util.Map;
import java.util.stream.LongStream;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.catalyst.expressions.GenericRowWithSchema;
import org.apache.spark.sql.types.StructType;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;

@Timeout(120)
class ItemLookupTest {

  private static final StructType KEY = new StructType().add("id", "long");

  private static Iterator<Row> keys(LongStream ids) {
    return ids.<Row>mapToObj(id -> new GenericRowWithSchema(new Object[] {id}, KEY)).iterator();
  }

  private static ItemLookup lookup(TestTables tables, String table, Iterator<Row> keys) {
    ReadOptions options =
        ReadOptions.of(
            Map.of(
                "table",
                table,
                "endpoint",
                tables.endpoint(),
                "policy",
                "maxAttempts=3",
                "parallelism",
                "4"));
    ReadPlan plan =
        new ReadPlan(
            options,
            TableMetadata.read(tables.client, "games", DynamoDbBatch.defaultPolicy()),
            new StructType().add("name", "string"),
            new ItemDecoder(ConversionOptions.Timestamps.ISO),
            0,
            false);
    return new ItemLookup(plan, keys, 1);
  }

  private static TestTables withThreeItems() {
    TestTables tables = TestTables.fast().with("games");
    for (int id = 0; id < 3; id++) {
      Map<String, AttributeValue> item =
          Map.of("id", AttributeValue.fromN("" + id), "name", AttributeValue.fromS("name " + id));
      tables.client.putItem(put -> put.tableName("games").item(item));
    }
    return tables;
  }

  @Test
  void each_row_of_repeated_keys_gets_its_item() {
    try (TestTables tables = withThreeItems()) {
      for (int run = 0; run < 2; run++) {
        ItemLookup lookup =
            lookup(tables, "games", keys(LongStream.range(0, 1_200).map(at -> at % 3)));
        Map<Long, Integer> counts = new HashMap<>();
        while (lookup.hasNext()) {
          Row row = lookup.next();
          assertThat(row.getStruct(1).getString(0)).isEqualTo("name " + row.getLong(0));
          counts.merge(row.getLong(0), 1, Integer::sum);
        }
        lookup.onTaskCompletion(null);
        assertThat(counts).isEqualTo(Map.of(0L, 400, 1L, 400, 2L, 400));
      }
    }
  }

  @Test
  void a_key_that_cannot_be_read_ends_the_task_early() {
    try (TestTables tables = withThreeItems()) {
      ItemLookup lookup = lookup(tables, "none", keys(LongStream.iterate(0, id -> id + 1)));

      assertThatThrownBy(
              () -> {
                while (lookup.hasNext()) {
                  lookup.next();
                }
              })
          .hasMessage("some keys of this partition could not be read")
          .hasRootCauseInstanceOf(
              software.amazon.awssdk.services.dynamodb.model.ResourceNotFoundException.class);
      lookup.onTaskCompletion(null);
    }
  }

  @Test
  void a_task_that_ends_early_ends_its_thread() throws Exception {
    try (TestTables tables = withThreeItems()) {
      ItemLookup lookup = lookup(tables, "games", keys(LongStream.iterate(0, id -> id + 1)));
      assertThat(lookup.next().length()).isEqualTo(2);
      assertThat(lookup.thread().isAlive()).isTrue();

      lookup.onTaskCompletion(null);

      lookup.thread().join(60_000);
      assertThat(lookup.thread().isAlive()).isFalse();
    }
  }
}
