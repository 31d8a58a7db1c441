package dev.reprise.spark;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.sql.Timestamp;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.SparkSession;
import org.apache.spark.sql.types.DataType;
import org.apache.spark.sql.types.DataTypes;
import org.apache.spark.sql.types.StructType;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;

/** Times that are looked up, in sessions with either class of times. */
class LookupTimesTest {

  private static final String TIMES =
      "TIMESTAMP '0001-01-01 00:00:00Z' AS old, TIMESTAMP '1800-06-01 12:00:00Z' AS local,"
          + " DATE '1500-02-28' AS day";

  private static TestTables tables;

  @BeforeAll
  static void start() {
    tables = TestTables.fast().with("games");
  }

  @AfterAll
  static void stop() {
    tables.close();
  }

  @AfterEach
  void activate() {
    SparkSession.setActiveSession(LocalSession.session());
  }

  private static SparkSession session(boolean java8) {
    SparkSession session = LocalSession.session().newSession();
    session.conf().set("spark.sql.datetime.java8API.enabled", java8);
    return session;
  }

  private static Dataset<Row> lookUp(Dataset<Row> keys, StructType schema) {
    return DynamoDbReads.of(keys.sparkSession())
        .table("games")
        .option("endpoint", tables.endpoint())
        .get(keys, schema);
  }

  @Test
  void times_of_the_julian_calendar_are_those_that_were_written() {
    for (boolean java8 : new boolean[] {true, false}) {
      SparkSession session = session(java8);
      SparkSession.setActiveSession(session);
      Dataset<Row> rows = session.sql("SELECT 1L AS id, " + TIMES);
      DynamoDbWrites.of(rows).table("games").option("endpoint", tables.endpoint()).save();
      StructType schema =
          new StructType().add("old", "timestamp").add("local", "timestamp").add("day", "date");

      assertThat(
              lookUp(rows, schema)
                  .selectExpr("item.old = old", "item.local = local", "item.day = day")
                  .collectAsList())
          .as("java8API.enabled=%s", java8)
          .singleElement()
          .satisfies(
              row -> assertThat(List.of(row.get(0), row.get(1), row.get(2))).containsOnly(true));
    }
  }

  @Test
  void the_active_session_may_have_the_other_class_of_times() {
    tables.client.putItem(
        put ->
            put.tableName("games")
                .item(
                    Map.of(
                        "id", AttributeValue.fromN("2"),
                        "at", AttributeValue.fromS("2026-11-22T02:03:04Z"))));
    StructType schema = new StructType().add("at", "timestamp");
    Instant at = Instant.parse("2026-11-22T02:03:04Z");
    for (boolean java8 : new boolean[] {true, false}) {
      Dataset<Row> keys = session(java8).sql("SELECT 2L AS id, DATE '2026-11-22' AS day");
      SparkSession.setActiveSession(session(!java8));

      Row row = lookUp(keys, schema).first();

      assertThat(row.getStruct(2).get(0)).isIn(at, Timestamp.from(at));
      assertThat(row.get(1)).hasToString("2026-11-22");
    }
  }

  @Test
  void a_time_beyond_the_range_of_spark_fails_with_the_name_of_its_attribute() {
    tables.client.putItem(
        put ->
            put.tableName("games")
                .item(
                    Map.of(
                        "id", AttributeValue.fromN("3"),
                        "number", AttributeValue.fromN("9223372036854775807"),
                        "instant", AttributeValue.fromS("+1000000000-01-01T00:00:00Z"),
                        "local", AttributeValue.fromS("-999999999-01-01T00:00:00"),
                        "day", AttributeValue.fromS("+999999999-01-01"))));
    Map<String, DataType> types =
        Map.of(
            "number", DataTypes.TimestampType,
            "instant", DataTypes.TimestampType,
            "local", DataTypes.TimestampNTZType,
            "day", DataTypes.DateType);
    types.forEach(
        (name, type) ->
            assertThatThrownBy(
                    () ->
                        lookUp(
                                LocalSession.session().sql("SELECT 3L AS id"),
                                new StructType().add(name, type))
                            .collectAsList())
                .hasStackTraceContaining(
                    "attribute " + name + " of type " + (name.equals("number") ? "N" : "S"))
                .hasStackTraceContaining("does not fit into " + type.sql()));
  }
}
