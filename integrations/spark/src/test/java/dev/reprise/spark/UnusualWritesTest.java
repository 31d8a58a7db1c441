package dev.reprise.spark;

import static org.apache.spark.sql.functions.array;
import static org.apache.spark.sql.functions.col;
import static org.apache.spark.sql.functions.lit;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.reprise.aws.request.ForeignResponseException;
import dev.reprise.spark.example.WriteMeter;
import dev.reprise.spark.internal.deadletter.DeadLetterFolder;
import dev.reprise.testbed.dynamodb.FixedResponseServer;
import java.io.File;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.apache.spark.sql.DataFrameWriter;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.SaveMode;
import org.apache.spark.sql.types.MetadataBuilder;
import org.apache.spark.sql.types.StructType;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;

class UnusualWritesTest {

  private static TestTables tables;

  @BeforeAll
  static void start() {
    tables = TestTables.fast().with("games");
  }

  @AfterAll
  static void stop() {
    tables.close();
  }

  private static Dataset<Row> rows(long from, long to) {
    return LocalSession.session().range(from, to, 1, 2).select(col("id"), lit("some").as("name"));
  }

  private static DynamoDbWrites games(Dataset<Row> rows) {
    return DynamoDbWrites.of(rows)
        .table("games")
        .option("endpoint", tables.endpoint())
        .option("clusterBy", "none");
  }

  private static DataFrameWriter<Row> plain(Dataset<Row> rows) {
    return rows.write()
        .format("reprise-dynamodb")
        .option("table", "games")
        .option("endpoint", tables.endpoint());
  }

  @Test
  void a_write_without_rows_reports_zero_and_creates_no_files(@TempDir Path folder)
      throws Exception {
    Path letters = folder.resolve("dead");
    SparkWriteReport report =
        games(rows(0, 0))
            .option("clusterBy", "key")
            .option("writers", 2)
            .option("unitsPerSecond", 10)
            .option("deadLetters", letters)
            .save();

    assertThat(report.allDone()).isTrue();
    assertThat(report.rows()).isZero();
    assertThat(report.calls()).isZero();
    assertThat(report.deadLetters()).isEmpty();
    try (var files = Files.list(letters)) {
      assertThat(files).isEmpty();
    }
  }

  @Test
  void only_the_row_without_a_key_is_dead_and_empty_partitions_are_allowed() {
    Dataset<Row> rows =
        rows(10_000, 10_040)
            .where("id < 10020")
            .selectExpr("IF(id = 10007, NULL, id) AS id", "name");
    for (String nulls : List.of("omit", "write")) {
      SparkWriteReport report = games(rows).option("nulls", nulls).option("maxDead", 1).save();

      assertThat(report.rows()).isEqualTo(20);
      assertThat(report.done()).isEqualTo(19);
      assertThat(report.dead()).isEqualTo(1);
      assertThat(report.tasks()).isEqualTo(2);
      assertThat(report.deadReasons())
          .singleElement()
          .asString()
          .startsWith("invalid item: key attribute id ");
    }
  }

  @Test
  void a_missing_table_fails_before_a_task_runs() {
    assertThatThrownBy(() -> games(rows(0, 1)).table("none").save())
        .hasStackTraceContaining("none")
        .hasStackTraceContaining("ResourceNotFoundException");
  }

  @Test
  void a_server_other_than_dynamodb_is_named() {
    StructType name = new StructType().add("name", "string");
    for (String body : List.of("{}", "{\"Table\":{}}")) {
      try (FixedResponseServer other = FixedResponseServer.start(200, body)) {
        String endpoint = other.endpoint().toString();

        assertThatThrownBy(() -> games(rows(0, 1)).option("endpoint", endpoint).save())
            .isInstanceOf(ForeignResponseException.class);
        assertThatThrownBy(
                () ->
                    DynamoDbReads.of(LocalSession.session())
                        .table("games")
                        .option("endpoint", endpoint)
                        .get(rows(0, 1).select("id"), name))
            .isInstanceOf(ForeignResponseException.class);
      }
    }
  }

  @Test
  void only_the_mode_append_is_supported() {
    assertThatThrownBy(() -> plain(rows(0, 1)).mode(SaveMode.Overwrite).save())
        .isInstanceOf(UnsupportedOperationException.class)
        .hasMessageContaining("use INSERT INTO or the mode append");
    for (SaveMode mode : List.of(SaveMode.ErrorIfExists, SaveMode.Ignore)) {
      assertThatThrownBy(() -> plain(rows(0, 1)).mode(mode).save())
          .isInstanceOf(org.apache.spark.sql.AnalysisException.class)
          .hasMessageContaining("reprise-dynamodb");
    }
    assertThatThrownBy(
            () ->
                LocalSession.session()
                    .read()
                    .format("reprise-dynamodb")
                    .option("table", "x")
                    .load())
        .hasMessageContaining("DynamoDbReads");
  }

  @Test
  void columns_that_differ_only_in_case_are_two_attributes() {
    plain(rows(60_000, 60_001).selectExpr("id", "'a' AS name", "'b' AS NAME"))
        .mode(SaveMode.Append)
        .save();

    assertThat(tables.items("games"))
        .contains(
            Map.of(
                "id", AttributeValue.fromN("60000"),
                "name", AttributeValue.fromS("a"),
                "NAME", AttributeValue.fromS("b")));
  }

  @Test
  void an_order_that_spark_does_not_have_is_refused_by_name() {
    Dataset<Row> rows =
        LocalSession.session().sql("SELECT 1L AS id, map('a', 1) AS scores, array(1) AS tags");

    assertThatIllegalArgumentException()
        .isThrownBy(() -> plain(rows).option("orderBy", "scores").mode(SaveMode.Append).save())
        .withMessage("orderBy: column scores has a type without an order: MAP<STRING, INT>");
    assertThat(
            DynamoDbWrites.of(rows)
                .table("games")
                .option("endpoint", tables.endpoint())
                .option("orderBy", "tags")
                .save()
                .allDone())
        .isTrue();
  }

  @Test
  void an_endpoint_that_is_not_an_address_is_refused() {
    for (String endpoint : List.of("localhost:8000", "nonsense", "ftp://localhost", "http:/x")) {
      assertThatIllegalArgumentException()
          .as(endpoint)
          .isThrownBy(() -> games(rows(0, 1)).option("endpoint", endpoint).save())
          .withMessage("endpoint must be an http or https address, but was " + endpoint);
    }
  }

  @Test
  void option_names_ignore_case() {
    SparkWriteReport report =
        DynamoDbWrites.of(rows(20_000, 20_010))
            .option("TABLE", "none")
            .option("Table", "games")
            .option("EndPoint", tables.endpoint())
            .option("clusterby", "NONE")
            .save();
    assertThat(report.done()).isEqualTo(10);
  }

  @Test
  void each_save_returns_its_own_report_for_any_job_name() {
    SparkWriteReport named = games(rows(30_000, 30_010)).option("job", " nightly run ").save();
    SparkWriteReport blank = games(rows(30_000, 30_020)).option("job", " ").save();

    assertThat(named.rows()).isEqualTo(10);
    assertThat(SparkWriteReport.ofJob("nightly run")).contains(named);
    assertThat(blank.rows()).isEqualTo(20);
  }

  @Test
  void an_invalid_folder_of_dead_letters_fails_before_a_row_is_written(@TempDir Path folder)
      throws Exception {
    Path file = Files.writeString(folder.resolve("file"), "not a folder");
    double before = tables.server.counters().writeUnits();

    assertThatThrownBy(
            () -> games(rows(0, 10)).option("deadLetters", file + File.separator + "dead").save())
        .hasStackTraceContaining("file");
    assertThat(tables.server.counters().writeUnits()).isEqualTo(before);
  }

  @Test
  void publishing_dead_letters_again_loses_none(@TempDir Path folder) throws Exception {
    DeadLetterFolder letters =
        new DeadLetterFolder(
            folder.toString(), "query", LocalSession.session().sessionState().newHadoopConf());
    letters.create();
    letters.upload(Files.writeString(folder.resolve("spool"), "{}\n"), "part-0");
    List<String> first = letters.publish(List.of("part-0"));

    assertThat(letters.publish(List.of("part-0"))).isEqualTo(first);
    assertThat(folder.resolve("part-0")).hasContent("{}");
  }

  @Test
  void nested_nulls_and_long_numbers_are_stored_exactly() {
    Dataset<Row> rows =
        LocalSession.session()
            .sql(
                "SELECT 40000L AS id, named_struct('a', CAST(NULL AS INT), 'b', array(NULL,"
                    + " named_struct('c', CAST(NULL AS STRING)))) AS s,"
                    + " CAST('-0.00000000000000000000000000000000000012' AS DECIMAL(38, 38)) AS d,"
                    + " CAST('1.20' AS DECIMAL(5, 2)) AS e");
    games(rows).save();

    Map<String, AttributeValue> item =
        tables
            .client
            .getItem(get -> get.tableName("games").key(Map.of("id", AttributeValue.fromN("40000"))))
            .item();
    assertThat(item.get("s").m()).containsOnlyKeys("b");
    assertThat(item.get("s").m().get("b").l().get(0).nul()).isTrue();
    assertThat(item.get("s").m().get("b").l().get(1).m()).isEmpty();
    assertThat(new java.math.BigDecimal(item.get("d").n())).isEqualByComparingTo("-1.2e-37");
    assertThat(item.get("e").n()).isEqualTo("1.2");
  }

  @Test
  void a_column_that_its_metadata_does_not_mark_as_a_set_is_refused() {
    Dataset<Row> rows = rows(70_000, 70_001).withColumn("tags", array(lit("a"), lit("a")));
    MetadataBuilder metadata = new MetadataBuilder();
    games(marked(rows, metadata.putString("dynamodb", "Set"))).save();
    assertThat(tables.items("games"))
        .contains(
            Map.of(
                "id", AttributeValue.fromN("70000"),
                "name", AttributeValue.fromS("some"),
                "tags", AttributeValue.fromSs(List.of("a"))));

    assertThatIllegalArgumentException()
        .isThrownBy(() -> games(marked(rows, metadata.putString("dynamodb", "sets"))).save())
        .withMessageStartingWith("column tags: ")
        .withMessageEndingWith("is set, but it was sets");
    for (MetadataBuilder other : List.of(metadata.putLong("dynamodb", 1), noText())) {
      assertThatIllegalArgumentException()
          .isThrownBy(() -> games(marked(rows, other)).save())
          .withMessageStartingWith("column tags: ");
    }
  }

  private static MetadataBuilder noText() {
    return new MetadataBuilder().putNull("dynamodb");
  }

  private static Dataset<Row> marked(Dataset<Row> rows, MetadataBuilder metadata) {
    return rows.withColumn("tags", col("tags").as("tags", metadata.build()));
  }

  @Test
  void all_tasks_together_stay_within_the_limit() {
    SparkWriteReport report;
    double excess;
    try (WriteMeter meter = WriteMeter.start(tables.server, 1000)) {
      report =
          games(rows(50_000, 50_900))
              .option("unitsPerSecond", 1000)
              .option("parallelism", 1)
              .save();
      excess = meter.maxExcess();
    }
    assertThat(report.done()).isEqualTo(900);
    assertThat(report.tasks()).isEqualTo(2);
    assertThat(excess).isLessThan(200);
  }
}
