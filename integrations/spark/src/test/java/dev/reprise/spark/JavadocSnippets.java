package dev.reprise.spark;

import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.SaveMode;
import org.apache.spark.sql.SparkSession;
import org.apache.spark.sql.types.StructType;

/** The code of the snippets in the Javadoc of this module. */
interface JavadocSnippets {

  static Dataset<Row> lookup(SparkSession spark, Dataset<Row> players) {
    Dataset<Row> scores =
        DynamoDbReads.of(spark)
            .table("scores")
            .option("unitsPerSecond", 500)
            .get(players, new StructType().add("score", "decimal(12,2)"));
    return scores;
  }

  static void source(Dataset<Row> orders) {
    orders
        .write()
        .format(DynamoDbSource.FORMAT)
        .option("table", "orders")
        .mode(SaveMode.Append)
        .save();
  }

  static SparkWriteReport write(Dataset<Row> orders) {
    SparkWriteReport report =
        DynamoDbWrites.of(orders)
            .table("orders")
            .option("capacityShare", 0.5)
            .option("deadLetters", "s3a://bucket/dead-orders")
            .save();
    return report;
  }

  static void report(Dataset<Row> orders) {
    SparkWriteReport report = DynamoDbWrites.of(orders).table("orders").save();
    if (!report.allDone()) {
      System.err.println(report.deadReasons());
    }
  }
}
