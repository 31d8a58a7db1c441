package dev.reprise.spark.example;

import dev.reprise.spark.DynamoDbReads;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.SparkSession;
import org.apache.spark.sql.types.StructType;

/** Looks up the items of players by their keys. */
final class Lookups {

  private Lookups() {}

  static Dataset<Row> scores(SparkSession spark, String table, Dataset<Row> players) {
    return DynamoDbReads.of(spark)
        .table(table)
        .option("unitsPerSecond", 500)
        .get(players, new StructType().add("player", "string").add("score", "decimal(12,2)"));
  }
}
