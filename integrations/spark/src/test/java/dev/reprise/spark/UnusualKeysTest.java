package dev.reprise.spark;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.types.StructType;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import software.amazon.awssdk.services.dynamodb.model.BillingMode;
import software.amazon.awssdk.services.dynamodb.model.KeyType;
import software.amazon.awssdk.services.dynamodb.model.ScalarAttributeType;

/** Key columns that are timestamps, occur twice, or differ in case. */
class UnusualKeysTest {

  private static final StructType NAME = new StructType().add("name", "string");

  private static TestTables tables;

  @BeforeAll
  static void start() {
    tables = TestTables.fast().with("games");
    tables.client.createTable(
        table ->
            table
                .tableName("plays")
                .attributeDefinitions(
                    id -> id.attributeName("id").attributeType(ScalarAttributeType.N),
                    at -> at.attributeName("at").attributeType(ScalarAttributeType.N))
                .keySchema(
                    id -> id.attributeName("id").keyType(KeyType.HASH),
                    at -> at.attributeName("at").keyType(KeyType.RANGE))
                .billingMode(BillingMode.PAY_PER_REQUEST));
  }

  @AfterAll
  static void stop() {
    tables.close();
  }

  private static Dataset<Row> sql(String statement) {
    return LocalSession.session().sql(statement);
  }

  private static DynamoDbWrites write(Dataset<Row> rows, String table) {
    return DynamoDbWrites.of(rows).table(table).option("endpoint", tables.endpoint());
  }

  private static DynamoDbReads reads() {
    return DynamoDbReads.of(LocalSession.session())
        .table("games")
        .option("endpoint", tables.endpoint());
  }

  /** Ten rows of each key, whose timestamps differ by milliseconds. */
  private static Dataset<Row> plays(String id) {
    String at = "timestamp_millis(1700000000000 + (id % 20) * 1000 + id div 20)";
    return LocalSession.session()
        .range(0, 200, 1, 4)
        .selectExpr(id + " AS id", at + " AS at", "id div 20 AS version");
  }

  @Test
  void the_last_row_of_a_key_is_stored_if_its_timestamps_are_rounded() {
    SparkWriteReport report =
        write(plays("id % 2"), "plays")
            .option("timestamps", "seconds")
            .option("writers", 8)
            .option("orderBy", "version")
            .save();

    assertThat(report.done() + report.superseded()).isEqualTo(200);
    assertThat(tables.items("plays"))
        .hasSize(20)
        .allSatisfy(item -> assertThat(item.get("version").n()).isEqualTo("9"));
  }

  @Test
  void a_key_of_which_each_column_is_rounded_is_refused() {
    Dataset<Row> rows = sql("SELECT timestamp_millis(1700000000001) AS id");

    assertThatIllegalArgumentException()
        .isThrownBy(() -> write(rows, "games").option("timestamps", "millis").save())
        .withMessageContaining("timestamps=millis rounds the key column id");
    write(rows, "games").option("timestamps", "millis").option("clusterBy", "none").save();
  }

  @Test
  void a_key_column_that_appears_twice_is_refused() {
    assertThatIllegalArgumentException()
        .isThrownBy(() -> reads().get(sql("SELECT 1L AS id, 2L AS id"), NAME))
        .withMessage("column id appears twice");
  }

  @Test
  void the_column_of_the_item_has_a_new_name_by_the_rule_of_the_session() {
    Dataset<Row> keys = sql("SELECT 1L AS id, 2 AS Item");
    assertThatIllegalArgumentException()
        .isThrownBy(() -> reads().get(keys, NAME))
        .withMessage("as: the keys already have a column Item");

    LocalSession.session().conf().set("spark.sql.caseSensitive", true);
    try {
      assertThat(reads().get(keys, NAME).select("item").count()).isEqualTo(1);
    } finally {
      LocalSession.session().conf().unset("spark.sql.caseSensitive");
    }
  }
}
