package dev.reprise.spark;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.reprise.dynamodb.DynamoDbBatch;
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
class FoundRowsTest {

  private static final StructType KEY = new StructType().add("id", "long");

  private static Iterator<Row> keys(LongStream ids) {
    return ids.<Row>mapToObj(id -> new GenericRowWithSchema(new Object[] {id}, KEY)).iterator();
  }

  private static FoundRows found(Tables tables, String table, Iterator<Row> keys) {
    ReadPlan plan =
        new ReadPlan(
            new Target(table, null, tables.endpoint()),
            "maxAttempts=3",
            4,
            TableFacts.ask(tables.client, "games", DynamoDbBatch.defaultPolicy()),
            new StructType().add("name", "string"),
            new ItemDecoder(Mapping.Timestamps.ISO, true),
            false,
            false,
            0,
            false);
    return new FoundRows(plan, keys, 1);
  }

  private static Tables withThreeItems() {
    Tables tables = Tables.fast().with("games");
    for (int id = 0; id < 3; id++) {
      Map<String, AttributeValue> item =
          Map.of("id", AttributeValue.fromN("" + id), "name", AttributeValue.fromS("name " + id));
      tables.client.putItem(put -> put.tableName("games").item(item));
    }
    return tables;
  }

  @Test
  void rows_with_the_same_few_keys_are_all_answered() {
    try (Tables tables = withThreeItems()) {
      for (int run = 0; run < 2; run++) {
        FoundRows found = found(tables, "games", keys(LongStream.range(0, 3000).map(at -> at % 3)));
        Map<Long, Integer> counts = new HashMap<>();
        while (found.hasNext()) {
          Row row = found.next();
          assertThat(row.getStruct(1).getString(0)).isEqualTo("name " + row.getLong(0));
          counts.merge(row.getLong(0), 1, Integer::sum);
        }
        found.onTaskCompletion(null);
        assertThat(counts).isEqualTo(Map.of(0L, 1000, 1L, 1000, 2L, 1000));
      }
    }
  }

  @Test
  void a_key_that_cannot_be_read_ends_the_task_before_the_last_row() {
    try (Tables tables = withThreeItems()) {
      FoundRows found = found(tables, "none", keys(LongStream.iterate(0, id -> id + 1)));

      assertThatThrownBy(
              () -> {
                while (found.hasNext()) {
                  found.next();
                }
              })
          .hasMessage("keys of this partition could not be read")
          .hasRootCauseInstanceOf(
              software.amazon.awssdk.services.dynamodb.model.ResourceNotFoundException.class);
      found.onTaskCompletion(null);
    }
  }

  @Test
  void a_task_that_ends_early_leaves_no_thread() throws Exception {
    try (Tables tables = withThreeItems()) {
      FoundRows found = found(tables, "games", keys(LongStream.iterate(0, id -> id + 1)));
      assertThat(found.next().length()).isEqualTo(2);
      assertThat(found.thread().isAlive()).isTrue();

      found.onTaskCompletion(null);

      found.thread().join(60_000);
      assertThat(found.thread().isAlive()).isFalse();
    }
  }
}
