package dev.reprise.spark.example;

import dev.reprise.spark.DynamoDbWrites;
import dev.reprise.spark.SparkWriteReport;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.SparkSession;

/** Writes a Parquet file to a table: {@code ParquetToTable games.parquet games [name=value …]}. */
public final class ParquetToTable {

  private ParquetToTable() {}

  public static void main(String[] args) {
    SparkSession spark = SparkSession.builder().appName("parquet to table").getOrCreate();
    FailedTasks failed = new FailedTasks();
    spark.sparkContext().addSparkListener(failed);
    try {
      DynamoDbWrites writes = writes(spark, args[0], args[1]);
      for (int at = 2; at < args.length; at++) {
        String[] option = args[at].split("=", 2);
        writes = writes.option(option[0], option[1]);
      }
      SparkWriteReport report = writes.save();
      System.out.println("report: " + report);
      System.out.println("rows: " + report.rows());
      System.out.println("done: " + report.done());
      System.out.println("dead: " + report.dead());
      System.out.println("calls: " + report.calls());
      System.out.println("throttled calls: " + report.throttledCalls());
      System.out.println("rows sent again: " + report.itemsRetried());
      System.out.println("capacity units: " + Math.round(report.capacityUnits()));
      System.out.println("seconds: " + report.elapsed().toSeconds());
    } finally {
      spark.stop(); // the listener has received every event when this returns
      System.out.println("failed task attempts: " + failed.count());
    }
  }

  static DynamoDbWrites writes(SparkSession spark, String parquet, String table) {
    Dataset<Row> games = spark.read().parquet(parquet);
    return DynamoDbWrites.of(games).table(table).option("sets", "tags");
  }
}
