package dev.reprise.spark;

import static org.apache.spark.sql.functions.col;
import static org.apache.spark.sql.functions.lit;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.reprise.spark.example.WriteMeter;
import java.io.File;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.apache.spark.sql.DataFrameWriter;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.SaveMode;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;

class OddWritesTest {

  private static Tables tables;

  @BeforeAll
  static void start() {
    tables = Tables.fast().with("games");
  }

  @AfterAll
  static void stop() {
    tables.close();
  }

  private static Dataset<Row> rows(long from, long to) {
    return Sparks.session().range(from, to, 1, 2).select(col("id"), lit("some").as("name"));
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
  void no_rows_make_an_account_of_nothing_and_no_files(@TempDir Path folder) throws Exception {
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
  void a_row_without_its_key_dies_alone_and_partitions_may_be_empty() {
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
      assertThat(report.deaths()).singleElement().asString().contains("id");
    }
  }

  @Test
  void a_table_that_is_not_there_is_told_before_a_task_runs() {
    assertThatThrownBy(() -> games(rows(0, 1)).table("none").save())
        .hasStackTraceContaining("none")
        .hasStackTraceContaining("ResourceNotFoundException");
  }

  @Test
  void nothing_but_appending_is_taken() {
    for (SaveMode mode : List.of(SaveMode.Overwrite, SaveMode.ErrorIfExists, SaveMode.Ignore)) {
      assertThatThrownBy(() -> plain(rows(0, 1)).mode(mode).save())
          .isInstanceOf(org.apache.spark.sql.AnalysisException.class)
          .hasMessageContaining("reprise-dynamodb");
    }
    assertThatThrownBy(
            () -> Sparks.session().read().format("reprise-dynamodb").option("table", "x").load())
        .hasMessageContaining("DynamoDbReads");
  }

  @Test
  void names_of_options_are_taken_in_any_case() {
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
  void each_save_answers_its_own_report_whatever_the_name_of_the_job() {
    SparkWriteReport named = games(rows(30_000, 30_010)).option("job", " nightly run ").save();
    SparkWriteReport blank = games(rows(30_000, 30_020)).option("job", " ").save();

    assertThat(named.rows()).isEqualTo(10);
    assertThat(SparkWriteReport.ofJob("nightly run")).contains(named);
    assertThat(blank.rows()).isEqualTo(20);
  }

  @Test
  void a_folder_of_dead_letters_that_cannot_be_made_fails_before_a_row_is_written(
      @TempDir Path folder) throws Exception {
    Path file = Files.writeString(folder.resolve("file"), "in the way");
    double before = tables.server.counters().writeUnits();

    assertThatThrownBy(
            () -> games(rows(0, 10)).option("deadLetters", file + File.separator + "dead").save())
        .hasStackTraceContaining("file");
    assertThat(tables.server.counters().writeUnits()).isEqualTo(before);
  }

  @Test
  void letters_that_are_published_again_are_not_lost(@TempDir Path folder) throws Exception {
    LetterFolder letters =
        new LetterFolder(
            folder.toString(), "query", Sparks.session().sessionState().newHadoopConf());
    letters.make();
    letters.upload(Files.writeString(folder.resolve("spool"), "{}\n"), "part-0");
    List<String> first = letters.publish(List.of("part-0"));

    assertThat(letters.publish(List.of("part-0"))).isEqualTo(first);
    assertThat(folder.resolve("part-0")).hasContent("{}");
  }

  @Test
  void nulls_within_structures_and_long_numbers_keep_their_places() {
    Dataset<Row> rows =
        Sparks.session()
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
  void all_tasks_together_keep_to_the_limit() {
    SparkWriteReport report;
    double above;
    try (WriteMeter meter = WriteMeter.watching(tables.server, 1000)) {
      report =
          games(rows(50_000, 50_900))
              .option("unitsPerSecond", 1000)
              .option("parallelism", 1)
              .save();
      above = meter.above();
    }
    assertThat(report.done()).isEqualTo(900);
    assertThat(report.tasks()).isEqualTo(2);
    assertThat(above).isLessThan(200);
  }
}
