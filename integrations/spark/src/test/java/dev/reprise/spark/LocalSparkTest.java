package dev.reprise.spark;

import static org.apache.spark.sql.functions.col;
import static org.apache.spark.sql.functions.concat;
import static org.apache.spark.sql.functions.lit;
import static org.apache.spark.sql.functions.udf;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.reprise.dynamodb.DynamoDbBatch;
import dev.reprise.spark.internal.options.WriteOptions;
import dev.reprise.spark.internal.table.TableMetadata;
import dev.reprise.spark.internal.task.CapacityLimit;
import dev.reprise.spark.internal.write.TaskCommit;
import dev.reprise.spark.internal.write.TaskWriter;
import dev.reprise.spark.internal.write.WritePlan;
import dev.reprise.testbed.dynamodb.DynamoDbTableServer;
import dev.reprise.testbed.dynamodb.FaultScript;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Instant;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.apache.spark.SparkConf;
import org.apache.spark.TaskContext;
import org.apache.spark.TaskKilledException;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.SaveMode;
import org.apache.spark.sql.api.java.UDF1;
import org.apache.spark.sql.catalyst.InternalRow;
import org.apache.spark.sql.types.DataTypes;
import org.apache.spark.sql.types.StructType;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;

class LocalSparkTest {

  private static final String TOO_LONG = "repeat('x', 410 * 1024)";

  private static Dataset<Row> rows(long count) {
    return LocalSession.session()
        .range(count)
        .select(col("id"), concat(lit("name "), col("id")).as("name"));
  }

  private static DynamoDbWrites games(Dataset<Row> rows, TestTables tables) {
    return DynamoDbWrites.of(rows).table("games").option("endpoint", tables.endpoint());
  }

  private static DynamoDbReads reads(TestTables tables) {
    return DynamoDbReads.of(LocalSession.session())
        .table("games")
        .option("endpoint", tables.endpoint());
  }

  @Test
  void every_row_is_in_the_table_and_in_the_report() {
    try (TestTables tables = TestTables.fast().with("games")) {
      rows(3000)
          .write()
          .format("reprise-dynamodb")
          .option("table", "games")
          .option("endpoint", tables.endpoint())
          .option("job", "nightly")
          .mode(SaveMode.Append)
          .save();

      assertThat(tables.items("games")).hasSize(3000);
      SparkWriteReport report = SparkWriteReport.ofJob("nightly").orElseThrow();
      assertThat(report.allDone()).isTrue();
      assertThat(report.rows()).isEqualTo(3000);
      assertThat(report.done()).isEqualTo(3000);
      assertThat(report.capacityUnits()).isEqualTo(3000);
      assertThat(report.calls()).isEqualTo(tables.server.counters().requests("BatchWriteItem"));
    }
  }

  @Test
  void every_type_is_written_and_read_back() {
    Dataset<Row> rows =
        LocalSession.session()
            .sql(
                "SELECT 1L AS id, 'text' AS s, '' AS empty, 2Y AS y, 3S AS h, 4 AS i, 1.5F AS f,"
                    + " 1e100D AS d, CAST('12345678901234567890123456789012345678' AS"
                    + " DECIMAL(38, 0)) AS big, true AS b, X'0102' AS bin, DATE'2026-11-22' AS day,"
                    + " TIMESTAMP'2026-11-22 02:03:04.5' AS at, TIMESTAMP_NTZ'2026-11-22"
                    + " 02:03:04.000001' AS here, array(1, NULL, 3) AS list, map('k', 1.25BD, 'none',"
                    + " NULL) AS m, named_struct('a', 1, 'b', array(named_struct('c', 'deep'))) AS"
                    + " st, array('p', 'q', 'p') AS tags, array(1, 2) AS numbers,"
                    + " CAST(NULL AS STRING) AS nothing, CAST(array() AS ARRAY<STRING>) AS noTags");
    try (TestTables tables = TestTables.fast().with("games")) {
      games(rows, tables).option("sets", "tags,numbers,noTags").save();

      Map<String, AttributeValue> item = tables.items("games").get(0);
      assertThat(item).doesNotContainKeys("nothing", "noTags");
      assertThat(item.get("tags").ss()).containsExactlyInAnyOrder("p", "q");
      assertThat(item.get("numbers").ns()).containsExactlyInAnyOrder("1", "2");
      assertThat(item.get("day").s()).isEqualTo("2026-11-22");
      assertThat(item.get("here").s()).isEqualTo("2026-11-22T02:03:04.000001");
      assertThat(item.get("big").n()).isEqualTo("12345678901234567890123456789012345678");
      assertThat(item.get("list").l().get(1).nul()).isTrue();
      assertThat(item.get("m").m()).containsOnlyKeys("k");

      Dataset<Row> read = reads(tables).get(rows.select("id"), rows.schema()).select("item.*");
      List<String> same =
          List.of("id", "s", "empty", "y", "h", "i", "f", "d", "big", "b", "day", "at", "here");
      String[] compared = same.toArray(String[]::new);
      assertThat(read.selectExpr(compared).collectAsList())
          .isEqualTo(rows.selectExpr(compared).collectAsList());
      Row back = read.selectExpr("list", "st", "hex(bin)", "m['k']", "sort_array(tags)").first();
      Row sent =
          rows.selectExpr("list", "st", "hex(bin)", "m['k']", "sort_array(array_distinct(tags))")
              .first();
      assertThat(back).isEqualTo(sent);
    }
  }

  @Test
  void nulls_and_timestamps_are_written_as_the_options_say() {
    Dataset<Row> rows =
        LocalSession.session()
            .sql("SELECT 1L AS id, CAST(NULL AS INT) AS n, timestamp_millis(1999) AS ends");
    try (TestTables tables = TestTables.fast().with("games")) {
      games(rows, tables).option("nulls", "write").option("timestamps", "seconds").save();

      Map<String, AttributeValue> item = tables.items("games").get(0);
      assertThat(item.get("n").nul()).isTrue();
      assertThat(item.get("ends").n()).isEqualTo("1");
    }
  }

  @Test
  void invalid_options_and_columns_fail_before_anything_is_written() {
    try (TestTables tables = TestTables.fast().with("games")) {
      Dataset<Row> interval =
          LocalSession.session().sql("SELECT 1L AS id, named_struct('w', INTERVAL '1' DAY) AS s");
      assertThatIllegalArgumentException()
          .isThrownBy(() -> games(interval, tables).save())
          .withMessageContaining("column s.w: an item cannot hold the type INTERVAL DAY");
      assertThatIllegalArgumentException()
          .isThrownBy(() -> games(rows(1).withColumnRenamed("id", "key"), tables).save())
          .withMessageContaining("key attribute id needs a column");
      assertThatIllegalArgumentException()
          .isThrownBy(() -> games(rows(1).selectExpr("name AS id"), tables).save())
          .withMessage("column id would be of type S, but the table's key attribute is of type N");
      assertThatIllegalArgumentException()
          .isThrownBy(() -> games(rows(1), tables).option("unitPerSecond", 5).save())
          .withMessageStartingWith("unknown option unitPerSecond");
      assertThatIllegalArgumentException()
          .isThrownBy(() -> games(rows(1), tables).option("capacityShare", 0.5).save())
          .withMessageContaining("games is on demand");
      assertThatIllegalArgumentException()
          .isThrownBy(() -> games(rows(1), tables).option("policy", "maxAttempts=0").save())
          .withMessageContaining("maxAttempts");
      assertThat(tables.server.counters().requests("BatchWriteItem")).isZero();
    }
  }

  @Test
  void dead_rows_fail_the_job_when_all_others_are_written() {
    Dataset<Row> rows =
        rows(200).selectExpr("id", "IF(id % 100 = 7, " + TOO_LONG + ", name) AS name");
    try (TestTables tables = TestTables.fast().with("games")) {
      assertThatThrownBy(() -> games(rows, tables).save())
          .isInstanceOf(DeadRowsException.class)
          .hasMessageContaining("2 rows are dead, and maxDead is 0")
          .hasMessageContaining("198 of 200 rows done")
          .hasMessageContaining("item must be at most 409600 bytes");
      assertThat(tables.items("games")).hasSize(198);
    }
  }

  @Test
  void dead_rows_are_in_files_that_only_their_owner_can_read(@TempDir Path folder)
      throws Exception {
    Dataset<Row> rows =
        rows(200).selectExpr("id", "IF(id % 100 = 7, " + TOO_LONG + ", name) AS name");
    try (TestTables tables = TestTables.fast().with("games")) {
      Path letters = folder.resolve("dead");
      SparkWriteReport report =
          games(rows, tables).option("deadLetters", letters).option("maxDead", 2).save();

      assertThat(report.done()).isEqualTo(198);
      assertThat(report.dead()).isEqualTo(2);
      assertThat(report.isComplete()).isTrue();
      List<Path> files;
      try (var all = Files.list(letters)) {
        files = all.filter(file -> file.toString().endsWith(".ndjson")).toList();
      }
      assertThat(report.deadLetters()).hasSameSizeAs(files).isNotEmpty();
      int lines = 0;
      for (Path file : files) {
        assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(file)))
            .isEqualTo("rw-------");
        lines += Files.readAllLines(file).size();
      }
      assertThat(lines).isEqualTo(2);
      assertThat(letters.resolve("_temporary")).doesNotExist();
    }
  }

  @Test
  void a_failed_task_that_runs_again_is_counted_once(@TempDir Path folder) {
    UDF1<Long, Long> failsOnce =
        id -> {
          if (id == 700 && TaskContext.get().attemptNumber() == 0) {
            throw new IllegalStateException("the first attempt ends here");
          }
          return id;
        };
    Dataset<Row> rows =
        LocalSession.session()
            .range(0, 1000, 1, 2)
            .select(udf(failsOnce, DataTypes.LongType).apply(col("id")).as("id"))
            .selectExpr("id", "IF(id = 600, " + TOO_LONG + ", 'short') AS name");
    try (TestTables tables = TestTables.fast().with("games")) {
      SparkWriteReport report =
          games(rows, tables)
              .option("clusterBy", "none")
              .option("deadLetters", folder.resolve("dead"))
              .save();

      assertThat(report.rows()).isEqualTo(1000);
      assertThat(report.done()).isEqualTo(999);
      assertThat(report.dead()).isEqualTo(1);
      assertThat(report.deadLetters()).hasSize(1);
      assertThat(report.tasks()).isEqualTo(2);
      assertThat(tables.items("games")).hasSize(999);
    }
  }

  @Test
  void each_writer_is_one_task_and_the_last_row_of_a_key_is_stored() {
    Dataset<Row> rows = rows(600).selectExpr("id % 200 AS id", "id AS version");
    try (TestTables tables = TestTables.fast().provisioned("games", 100_000)) {
      SparkWriteReport report =
          games(rows, tables)
              .option("writers", 3)
              .option("orderBy", "version")
              .option("capacityShare", 0.5)
              .save();

      assertThat(report.tasks()).isEqualTo(3);
      assertThat(report.rows()).isEqualTo(600);
      assertThat(report.done()).isEqualTo(600);
      assertThat(tables.items("games"))
          .hasSize(200)
          .allSatisfy(
              item ->
                  assertThat(Long.parseLong(item.get("version").n()))
                      .isEqualTo(Long.parseLong(item.get("id").n()) + 400));
    }
  }

  @Test
  void a_job_that_is_cancelled_stops_its_batches() throws Exception {
    CountDownLatch calls = new CountDownLatch(4);
    FaultScript countsCalls =
        operation -> {
          if (operation.equals("BatchWriteItem")) {
            calls.countDown();
          }
          return Optional.empty();
        };
    try (TestTables tables =
        new TestTables(DynamoDbTableServer.builder().writeUnits(1).faults(countsCalls).start())
            .with("games")) {
      CompletableFuture<Void> job = new CompletableFuture<>();
      Thread driver =
          new Thread(
              () -> {
                LocalSession.session().sparkContext().setJobGroup("to cancel", "", true);
                try {
                  games(rows(2000), tables).option("job", "cancelled").save();
                  job.complete(null);
                } catch (Throwable failure) {
                  job.completeExceptionally(failure);
                }
              });
      driver.start();
      assertThat(calls.await(60, TimeUnit.SECONDS)).isTrue();
      assertThat(job).isNotDone();
      LocalSession.session().sparkContext().cancelJobGroup("to cancel");

      assertThatThrownBy(() -> job.get(60, TimeUnit.SECONDS)).hasMessageContaining("cancelled");
      assertThat(SparkWriteReport.ofJob("cancelled").orElseThrow().isComplete()).isFalse();
    }
  }

  @Test
  void each_row_gets_the_item_of_its_key() {
    try (TestTables tables = TestTables.fast().with("games")) {
      games(rows(500), tables).save();
      StructType schema = new StructType().add("name", DataTypes.StringType);
      Dataset<Row> keys =
          LocalSession.session().range(0, 1000, 1, 2).selectExpr("id % 750 AS id", "id AS place");

      List<Row> kept = reads(tables).option("parallelism", 2).get(keys, schema).collectAsList();
      assertThat(kept).hasSize(1000);
      assertThat(kept)
          .allSatisfy(
              row -> {
                long id = row.getLong(0);
                assertThat(row.getLong(1) % 750).isEqualTo(id);
                assertThat(row.isNullAt(2)).isEqualTo(id >= 500);
                if (id < 500) {
                  assertThat(row.getStruct(2).getString(0)).isEqualTo("name " + id);
                }
              });
      assertThat(reads(tables).option("missing", "drop").get(keys, schema).count()).isEqualTo(750);
    }
  }

  @Test
  void an_attribute_that_does_not_fit_its_column_fails_with_its_name() {
    try (TestTables tables = TestTables.fast().with("games")) {
      games(rows(1), tables).save();
      StructType schema = new StructType().add("name", DataTypes.IntegerType);

      assertThatThrownBy(() -> reads(tables).get(rows(1).select("id"), schema).collectAsList())
          .hasStackTraceContaining("attribute name of type S does not fit into INT");
    }
  }

  @Test
  void a_number_beyond_the_range_of_its_column_fails_and_is_not_infinite() {
    Dataset<Row> rows = LocalSession.session().sql("SELECT 1L AS id, 1e100D AS score");
    try (TestTables tables = TestTables.fast().with("games")) {
      games(rows, tables).save();
      StructType asFloat = new StructType().add("score", DataTypes.FloatType);
      StructType asDouble = new StructType().add("score", DataTypes.DoubleType);

      assertThatThrownBy(() -> reads(tables).get(rows.select("id"), asFloat).collectAsList())
          .hasStackTraceContaining("attribute score of type N does not fit into FLOAT");
      assertThat(reads(tables).get(rows.select("id"), asDouble).first().getStruct(1).getDouble(0))
          .isEqualTo(1e100);
    }
  }

  @Test
  void a_time_is_cut_to_microseconds() {
    Dataset<Row> rows =
        LocalSession.session().sql("SELECT 1L AS id, '2026-11-22T02:03:04.123456789Z' AS at");
    try (TestTables tables = TestTables.fast().with("games")) {
      games(rows, tables).save();
      StructType schema = new StructType().add("at", DataTypes.TimestampType);

      assertThat(reads(tables).get(rows.select("id"), schema).first().getStruct(1).get(0))
          .isEqualTo(Instant.parse("2026-11-22T02:03:04.123456Z"));
    }
  }

  @Test
  void each_task_gets_an_equal_part_of_the_limit() {
    assertThat(CapacityLimit.ofTask(1000, 8, false)).isEqualTo(125);
    assertThat(CapacityLimit.ofTask(1000, 8, true)).isEqualTo(62.5);
    assertThat(CapacityLimit.ofTask(0, 8, true)).isZero();
    assertThat(CapacityLimit.ofJob(0, 0.5, 400, "t")).isEqualTo(200);
  }

  @Test
  void rows_that_arrive_one_by_one_are_written() throws Exception {
    try (TestTables tables = TestTables.fast().with("games")) {
      Dataset<Row> rows = rows(300);
      try (TaskWriter writer = new TaskWriter(plan(rows, tables), 0, 0, "query")) {
        for (InternalRow row : internalRows(rows)) {
          writer.write(row);
        }
        TaskCommit commit = (TaskCommit) writer.commit();
        assertThat(commit.counts().done()).isEqualTo(300);
      }
      assertThat(tables.items("games")).hasSize(300);
    }
  }

  @Test
  void a_task_whose_rows_arrive_one_by_one_stops_sending_when_too_many_are_dead() throws Exception {
    try (TestTables tables = TestTables.fast().with("games")) {
      Dataset<Row> rows = rows(3000).selectExpr("CAST(NULL AS BIGINT) AS id", "name");
      try (TaskWriter writer = new TaskWriter(plan(rows, tables), 0, 0, "query")) {
        for (InternalRow row : internalRows(rows)) {
          writer.write(row);
        }
        TaskCommit commit = (TaskCommit) writer.commit();
        assertThat(commit.stoppedEarly()).isTrue();
        assertThat(commit.counts().dead()).isBetween(1000L, 2000L);
      }
    }
  }

  /** The rows up to one at which Spark kills the attempt, because another one has committed. */
  private static Iterator<InternalRow> killedAfter(int count, List<InternalRow> rows) {
    Iterator<InternalRow> all = rows.iterator();
    AtomicInteger read = new AtomicInteger();
    return new Iterator<>() {
      @Override
      public boolean hasNext() {
        return all.hasNext();
      }

      @Override
      public InternalRow next() {
        if (read.getAndIncrement() == count) {
          throw new TaskKilledException("another attempt succeeded");
        }
        return all.next();
      }
    };
  }

  /** Writes a task in one attempt that commits, and in a copy that is killed after that. */
  private static void writeTwice(Dataset<Row> rows, TestTables tables) throws Exception {
    List<InternalRow> all = internalRows(rows);
    try (TaskWriter first = new TaskWriter(plan(rows, tables), 0, 0, "query");
        TaskWriter copy = new TaskWriter(plan(rows, tables), 0, 1, "query")) {
      first.writeAll(all.iterator());
      first.commit();
      assertThatThrownBy(() -> copy.writeAll(killedAfter(1500, all)))
          .isInstanceOf(TaskKilledException.class);
      copy.abort();
    }
  }

  @Test
  void a_copy_of_a_task_that_is_killed_late_leaves_unique_rows_unchanged() throws Exception {
    try (TestTables tables = TestTables.fast().with("games")) {
      writeTwice(rows(3000), tables);

      assertThat(tables.server.counters().itemsWritten()).isGreaterThan(3000);
      assertThat(tables.items("games"))
          .hasSize(3000)
          .allSatisfy(
              item -> assertThat(item.get("name").s()).isEqualTo("name " + item.get("id").n()));
    }
  }

  @Test
  void a_copy_of_a_task_that_is_killed_late_can_leave_an_older_row_of_a_key() throws Exception {
    try (TestTables tables = TestTables.fast().with("games")) {
      Dataset<Row> rows =
          LocalSession.session()
              .range(0, 3000, 1, 1)
              .selectExpr("IF(id = 2999, 0, id) AS id", "IF(id = 2999, 2, 1) AS version");
      writeTwice(rows, tables);

      Map<String, AttributeValue> key = Map.of("id", AttributeValue.fromN("0"));
      assertThat(tables.client.getItem(get -> get.tableName("games").key(key)).item())
          .as("the guide warns of it")
          .containsEntry("version", AttributeValue.fromN("1"));
    }
  }

  @Test
  void an_order_of_rows_is_refused_if_copies_of_tasks_can_break_it() {
    SparkConf conf = LocalSession.session().sparkContext().conf();
    conf.set("spark.speculation", "true");
    try (TestTables tables = TestTables.fast().with("games")) {
      assertThatIllegalArgumentException()
          .isThrownBy(() -> games(rows(10), tables).option("orderBy", "name").save())
          .withMessageContaining("orderBy")
          .withMessageContaining("spark.speculation");
      assertThat(tables.server.counters().itemsWritten()).isZero();
      assertThat(games(rows(10), tables).save().done()).isEqualTo(10);
    } finally {
      conf.remove("spark.speculation");
    }
  }

  private static WritePlan plan(Dataset<Row> rows, TestTables tables) {
    return new WritePlan(
        WriteOptions.of(Map.of("table", "games", "endpoint", tables.endpoint())),
        TableMetadata.read(tables.client, "games", DynamoDbBatch.defaultPolicy()),
        rows.schema(),
        0,
        null,
        null);
  }

  private static List<InternalRow> internalRows(Dataset<Row> rows) {
    return List.of(rows.queryExecution().executedPlan().executeCollect());
  }
}
