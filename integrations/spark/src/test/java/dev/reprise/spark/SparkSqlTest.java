package dev.reprise.spark;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.apache.spark.sql.AnalysisException;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.SaveMode;
import org.apache.spark.sql.types.StructType;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;

/** Writes by SQL, into tables of the session catalog and into temporary views. */
class SparkSqlTest {

  private static final String USING = " USING `reprise-dynamodb` ";
  private static final String COLUMNS = "(id BIGINT, name STRING, score INT)";
  private static final String TOO_LONG = "repeat('x', 410 * 1024)";

  private static TestTables tables;
  private static int tests;

  private String games;

  @BeforeAll
  static void start() {
    tables = TestTables.fast();
  }

  @AfterAll
  static void stop() {
    tables.close();
  }

  @BeforeEach
  void createTable() {
    games = "games-" + tests++;
    tables.with(games);
  }

  @AfterEach
  void dropTable() {
    sql("DROP TABLE IF EXISTS t");
    sql("DROP VIEW IF EXISTS v");
  }

  private static Dataset<Row> sql(String statement) {
    return LocalSession.session().sql(statement);
  }

  private String using(String... more) {
    return USING + "OPTIONS (" + options(more) + ")";
  }

  private String options(String... more) {
    String all = "table '" + games + "', endpoint '" + tables.endpoint() + "', clusterBy 'none'";
    return more.length == 0 ? all : all + ", " + String.join(", ", more);
  }

  /** Returns the items by their key, as text: attributes without their types. */
  private Map<String, String> items() {
    Map<String, String> items = new TreeMap<>();
    for (Map<String, AttributeValue> item : tables.items(games)) {
      Map<String, String> texts = new TreeMap<>();
      item.forEach(
          (name, value) -> texts.put(name, value.n() != null ? value.n() : "'" + value.s() + "'"));
      items.put(texts.remove("id"), texts.toString());
    }
    return items;
  }

  private static long writes() {
    return tables.server.counters().requests("BatchWriteItem");
  }

  private static SparkWriteReport report(String job) {
    return SparkWriteReport.ofJob(job).orElseThrow();
  }

  @Test
  void inserts_map_values_to_columns_by_position_name_or_list() {
    sql("CREATE TABLE t " + COLUMNS + using());
    sql("INSERT INTO t VALUES (1, 'a', 10), (2, 'b', NULL)");
    sql("INSERT INTO t SELECT id AS other, concat('n', id), 5 FROM range(3, 5)");
    sql("INSERT INTO t (score, id) VALUES (7, 5)");
    sql("INSERT INTO t BY NAME SELECT 'six' AS name, 6 AS id");

    assertThat(items())
        .isEqualTo(
            Map.of(
                "1", "{name='a', score=10}",
                "2", "{name='b'}",
                "3", "{name='n3', score=5}",
                "4", "{name='n4', score=5}",
                "5", "{score=7}",
                "6", "{name='six'}"));
  }

  @Test
  void an_insert_has_the_accounting_and_dead_letters_of_a_write(@TempDir Path folder) {
    String rows = "SELECT id, IF(id % 10 = 7, " + TOO_LONG + ", 'x') AS name FROM range(20)";
    sql("CREATE TABLE t (id BIGINT, name STRING)" + using("deadLetters '" + folder + "/sql'"));
    sql("INSERT INTO t WITH ('job' = 'by sql') " + rows);
    SparkWriteReport bySql = report("by sql");
    SparkWriteReport byApi =
        DynamoDbWrites.of(sql(rows))
            .table(games)
            .option("endpoint", tables.endpoint())
            .option("clusterBy", "none")
            .option("deadLetters", folder + "/api")
            .save();

    assertThat(bySql)
        .usingRecursiveComparison()
        .ignoringFields("elapsed", "deadLetters")
        .isEqualTo(byApi);
    assertThat(bySql.done()).isEqualTo(18);
    assertThat(bySql.dead()).isEqualTo(2);
    assertThat(bySql.deadLetters()).hasSameSizeAs(byApi.deadLetters()).isNotEmpty();
    assertThat(items()).hasSize(18);
  }

  @Test
  void dead_rows_fail_an_insert_with_the_reasons() {
    sql("CREATE TABLE t " + COLUMNS + using());

    assertThatThrownBy(() -> sql("INSERT INTO t VALUES (1, " + TOO_LONG + ", 1), (2, 'b', 2)"))
        .isInstanceOf(DeadRowsException.class)
        .hasMessageContaining("1 row is dead, and maxDead is 0")
        .hasMessageContaining("item must be at most 409600 bytes");
    assertThatThrownBy(() -> sql("INSERT INTO t (name) VALUES ('no key')"))
        .isInstanceOf(DeadRowsException.class)
        .hasMessageContaining("invalid item: key attribute id ");
    assertThat(items()).containsOnlyKeys("2");
  }

  @Test
  void data_frames_are_appended_to_a_table() throws Exception {
    sql("CREATE TABLE t (id BIGINT, name STRING)" + using("job 'table'"));
    sql("SELECT 'a' AS name, 1L AS id").writeTo("t").option("JOB", "writeTo").append();
    sql("SELECT 2L AS x, 'b' AS y").write().insertInto("t");
    sql("SELECT 'c' AS name, 3L AS id")
        .write()
        .format("reprise-dynamodb")
        .option("job", "saveAsTable")
        .mode(SaveMode.Append)
        .saveAsTable("t");

    assertThat(items()).isEqualTo(Map.of("1", "{name='a'}", "2", "{name='b'}", "3", "{name='c'}"));
    for (String job : List.of("table", "writeTo", "saveAsTable")) {
      assertThat(report(job).done()).isEqualTo(1);
    }
  }

  @Test
  void options_of_the_write_replace_those_of_the_table() {
    sql(
        "CREATE TABLE t (id BIGINT, name STRING)"
            + using("Nulls 'write'", "job 'of the table'", "unitsPerSecond 1000")
            + " TBLPROPERTIES ('nulls' = 'neither', 'owner of the data' = 'me')");
    sql("INSERT INTO t WITH ('NULLS' = 'omit', 'job' = 'of the write') VALUES (1, NULL)");
    assertThat(items()).isEqualTo(Map.of("1", "{}"));
    assertThat(report("of the write").done()).isEqualTo(1);

    sql("INSERT INTO t VALUES (2, NULL)");
    assertThat(report("of the table").done()).isEqualTo(1);
    assertThat(tables.items(games)).anySatisfy(item -> assertThat(item.get("name").nul()).isTrue());

    sql("ALTER TABLE t SET TBLPROPERTIES ('option.job' = 'altered')");
    sql("INSERT INTO t VALUES (3, 'c')");
    assertThat(report("altered").done()).isEqualTo(1);
  }

  @Test
  void wrong_options_are_refused_by_name() {
    String create = "CREATE TABLE t (id BIGINT)";
    assertThatIllegalArgumentException()
        .isThrownBy(() -> sql(create + using("unitPerSecond 5")))
        .withMessageStartingWith("unknown option unitpersecond; known options: [table, ");
    assertThatIllegalArgumentException()
        .isThrownBy(() -> sql(create + USING))
        .withMessageStartingWith("the option table is required");
    assertThatIllegalArgumentException()
        .isThrownBy(() -> sql(create + USING + "OPTIONS (region 'x')"))
        .withMessage("the option table is required");
    assertThatIllegalArgumentException()
        .isThrownBy(() -> sql(create + using("writers 0")))
        .withMessageStartingWith("writers must be a whole number");
    assertThatIllegalArgumentException()
        .isThrownBy(() -> sql("CREATE TABLE t" + using("nulls 'no'")))
        .withMessageStartingWith("nulls must be one of");
    assertThat(LocalSession.session().catalog().tableExists("t")).isFalse();

    sql(create + using("unitsPerSecond 5", "Job 'a'", "JOB 'b'"));
    assertThatIllegalArgumentException()
        .isThrownBy(() -> sql("INSERT INTO t VALUES (1)"))
        .withMessageMatching("the table has two values for the option (?i:job): . and .");
    sql("DROP TABLE t");
    sql(create + using("unitsPerSecond 5"));
    assertThatIllegalArgumentException()
        .isThrownBy(() -> sql("INSERT INTO t WITH ('capacityShare' = '0.5') VALUES (1)"))
        .withMessageStartingWith("unitsPerSecond and capacityShare cannot be set together");
    assertThatIllegalArgumentException()
        .isThrownBy(() -> sql("INSERT INTO t WITH ('jib' = 'x') VALUES (1)"))
        .withMessageStartingWith("unknown option jib");
    assertThat(items()).isEmpty();
  }

  @Test
  void a_temporary_view_with_columns_takes_inserts() throws Exception {
    sql("CREATE TEMPORARY VIEW v " + COLUMNS + using("Job 'view'"));
    sql("INSERT INTO v VALUES (1, 'a', 10)");
    sql("INSERT INTO v (name, id) VALUES ('b', 2)");
    sql("SELECT 3 AS id, 'c' AS name, 1 AS score").writeTo("v").append();

    assertThat(items())
        .isEqualTo(
            Map.of("1", "{name='a', score=10}", "2", "{name='b'}", "3", "{name='c', score=1}"));
    assertThat(report("view").done()).isEqualTo(1);
    assertRefused("INSERT OVERWRITE v VALUES (1, 'x', 1)", "use INSERT INTO");
    assertRefused("SELECT * FROM v", "DynamoDbReads");
    assertRefused("CREATE TEMPORARY VIEW w" + using(), "list the columns");
  }

  @Test
  void statements_that_are_not_supported_say_what_to_use_and_change_nothing() {
    sql("CREATE TABLE t " + COLUMNS + using());
    sql("INSERT INTO t VALUES (1, 'a', 10)");
    long written = writes();
    for (String statement :
        List.of(
            "INSERT OVERWRITE t VALUES (2, 'b', 1)",
            "INSERT INTO t REPLACE WHERE id = 1 VALUES (2, 'b', 1)",
            "DELETE FROM t WHERE id = 1",
            "TRUNCATE TABLE t",
            "UPDATE t SET name = 'x' WHERE id = 1",
            "MERGE INTO t USING (SELECT 1L AS i) s ON t.id = s.i WHEN MATCHED THEN DELETE")) {
      assertRefused(statement, "use INSERT INTO");
    }
    for (String statement :
        List.of(
            "DELETE FROM t",
            "SELECT * FROM t",
            "SELECT count(*) FROM t",
            "SELECT id FROM t WHERE id = 1 LIMIT 1",
            "INSERT INTO t SELECT * FROM t")) {
      assertRefused(statement, "DynamoDbReads");
    }
    Dataset<Row> row = sql("SELECT 2L AS id, 'b' AS name, 1 AS score");
    assertThatThrownBy(() -> row.write().mode("overwrite").insertInto("t"))
        .hasMessageContaining("use INSERT INTO");
    assertThatThrownBy(() -> row.writeTo("t").overwritePartitions())
        .hasMessageContaining("use INSERT INTO");
    assertThat(writes()).isEqualTo(written);
    assertThat(items()).isEqualTo(Map.of("1", "{name='a', score=10}"));
  }

  private static void assertRefused(String statement, String instead) {
    assertThatThrownBy(() -> sql(statement).collectAsList())
        .as(statement)
        .isInstanceOf(UnsupportedOperationException.class)
        .hasMessageStartingWith("reprise-dynamodb only ")
        .hasMessageContaining("not supported")
        .hasMessageContaining(instead);
  }

  @Test
  void reading_into_another_table_does_not_empty_it(@TempDir Path folder) {
    sql("CREATE TABLE t (id BIGINT)" + using());
    String other = folder.resolve("other").toString();
    sql("SELECT 1L AS id").write().parquet(other);

    assertRefused(
        "INSERT OVERWRITE DIRECTORY '" + other + "' USING parquet SELECT * FROM t",
        "DynamoDbReads");
    assertThat(LocalSession.session().read().parquet(other).count()).isEqualTo(1);
  }

  @Test
  void rows_that_do_not_fit_are_refused_before_anything_is_sent() {
    sql("CREATE TABLE t " + COLUMNS + using());
    long written = writes();
    for (String insert :
        List.of(
            "INSERT INTO t VALUES ('one', 'a', 1)",
            "INSERT INTO t VALUES (1, 'a')",
            "INSERT INTO t VALUES (1, 'a', 1, 1)",
            "INSERT INTO t (id, nick) VALUES (1, 'a')",
            "INSERT INTO t BY NAME SELECT 1 AS id, 'a' AS nick")) {
      assertThatThrownBy(() -> sql(insert)).as(insert).isInstanceOf(AnalysisException.class);
    }
    sql("DROP TABLE t");
    sql("CREATE TABLE t (ID BIGINT, name STRING)" + using());
    assertThatIllegalArgumentException()
        .isThrownBy(() -> sql("INSERT INTO t VALUES (1, 'a')"))
        .withMessageContaining("key attribute id needs a column");
    sql("DROP TABLE t");
    sql("CREATE TABLE t (id STRING)" + using());
    assertThatIllegalArgumentException()
        .isThrownBy(() -> sql("INSERT INTO t VALUES ('a')"))
        .withMessage("column id would be of type S, but the table's key attribute is of type N");
    assertThatIllegalArgumentException()
        .isThrownBy(
            () -> sql("CREATE TABLE u (id BIGINT, d STRING)" + using() + " PARTITIONED BY (d)"))
        .withMessageContaining("omit PARTITIONED BY");
    assertThat(writes()).isEqualTo(written);
  }

  @Test
  void a_null_for_a_column_that_is_not_null_fails_the_insert() {
    sql("CREATE TABLE t (id BIGINT NOT NULL, name STRING)" + using());

    assertThatThrownBy(() -> sql("INSERT INTO t SELECT IF(id < 1, NULL, id), 'a' FROM range(1)"))
        .hasStackTraceContaining("NOT_NULL_ASSERT_VIOLATION");
    assertThat(items()).isEmpty();
  }

  @Test
  void a_table_without_columns_takes_the_names_of_the_query() {
    sql("CREATE TABLE t" + using());
    sql("INSERT INTO t SELECT 'a' AS name, 1 AS id");
    sql("INSERT INTO t SELECT 2 AS id, map('k', 1).k AS other");

    assertThat(items()).isEqualTo(Map.of("1", "{name='a'}", "2", "{other=1}"));
    assertThatIllegalArgumentException()
        .isThrownBy(() -> sql("INSERT INTO t VALUES (3, 'c')"))
        .withMessage(
            "the table's key attribute id needs a column of this name; columns: [col1, col2]");
  }

  @Test
  void a_table_created_from_a_query_is_appended_to_and_never_replaced() {
    sql("CREATE TABLE t" + using() + " AS SELECT 1L AS id, 'a' AS name");
    sql("INSERT INTO t VALUES (2, 'b')");
    assertThat(items()).isEqualTo(Map.of("1", "{name='a'}", "2", "{name='b'}"));
    sql("DROP TABLE t");
    assertThat(items()).hasSize(2);

    long written = writes();
    assertRefused(
        "CREATE OR REPLACE TABLE t" + using() + " AS SELECT 3L AS id, 'a' AS name",
        "use INSERT INTO");
    assertThatIllegalArgumentException()
        .isThrownBy(
            () ->
                sql("SELECT 4L AS id")
                    .write()
                    .format("reprise-dynamodb")
                    .option("table", games)
                    .option("endpoint", tables.endpoint())
                    .mode("append")
                    .saveAsTable("t"))
        .withMessageContaining("saveAsTable");
    assertThat(LocalSession.session().catalog().tableExists("t")).isFalse();
    assertThat(writes()).isEqualTo(written);
  }

  @Test
  void spark_describes_alters_and_creates_tables_again() {
    LocalSession.session()
        .catalog()
        .createTable(
            "t",
            "reprise-dynamodb",
            new StructType().add("id", "bigint"),
            Map.of("table", games, "endpoint", tables.endpoint()));
    assertThat(sql("DESCRIBE TABLE EXTENDED t").collectAsList().toString())
        .contains("reprise-dynamodb");
    sql("ALTER TABLE t ADD COLUMNS (name STRING)");
    String again = sql("SHOW CREATE TABLE t").first().getString(0);
    sql("DROP TABLE t");
    sql(again.replace("reprise-dynamodb", "`reprise-dynamodb`")); // Spark does not quote it
    sql("INSERT INTO t VALUES (1, 'a')");
    assertThat(items()).isEqualTo(Map.of("1", "{name='a'}"));
  }

  @Test
  void the_statements_of_the_guide_work() throws Exception {
    tables.with("games");
    String page = Files.readString(Path.of("..", "..", "docs", "guide", "spark.md"));
    Matcher sql = Pattern.compile("(?ms)^```sql\n(.*?)^```$").matcher(page);
    sql("CREATE TEMPORARY VIEW played AS SELECT 1L AS id, 'ann' AS player, 1.5BD AS score");
    try {
      while (sql.find()) {
        for (String statement : sql.group(1).split(";\n")) {
          sql(statement.replace("OPTIONS (", "OPTIONS (endpoint '" + tables.endpoint() + "', "));
        }
      }
      games = "games";
      assertThat(items())
          .isEqualTo(
              Map.of("1", "{player='ann', score=1.5}", "2", "{player='bob'}", "3", "{score=7}"));
      assertThat(report("nightly").done()).isEqualTo(1);
    } finally {
      sql("DROP VIEW IF EXISTS played");
      sql("DROP VIEW IF EXISTS new_games");
      sql("DROP TABLE IF EXISTS games");
    }
  }
}
