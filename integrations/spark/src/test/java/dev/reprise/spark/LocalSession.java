package dev.reprise.spark;

import org.apache.spark.sql.SparkSession;

/** The local Spark session that all tests of this module share. */
final class LocalSession {

  private static final SparkSession SESSION =
      SparkSession.builder()
          .master("local[2,2]")
          .appName("reprise")
          .config("spark.ui.enabled", false)
          .config("spark.driver.host", "127.0.0.1")
          .config("spark.driver.bindAddress", "127.0.0.1")
          .config("spark.sql.datetime.java8API.enabled", true)
          .config("spark.sql.shuffle.partitions", 2)
          .config("spark.default.parallelism", 2)
          .config("spark.sql.codegen.wholeStage", false)
          .config("spark.sql.codegen.factoryMode", "NO_CODEGEN")
          .config("spark.sql.warehouse.dir", "target/warehouse")
          .getOrCreate();

  private LocalSession() {}

  static SparkSession session() {
    return SESSION;
  }
}
