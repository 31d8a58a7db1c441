package dev.reprise.spark.internal.write;

import dev.reprise.spark.internal.options.WriteOptions;
import org.apache.spark.sql.SparkSession;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The rules for jobs in which Spark runs copies of slow tasks. A copy that is killed late can write
 * an earlier row of a key after the last one, so the order of rows is not kept.
 */
final class SpeculativeTasks {

  private static final Logger LOG = LoggerFactory.getLogger(SpeculativeTasks.class);

  private SpeculativeTasks() {}

  /** Returns whether Spark runs copies of slow tasks. */
  static boolean areEnabled(SparkSession session) {
    return session.sparkContext().conf().getBoolean("spark.speculation", false);
  }

  /**
   * Refuses an order that copies of tasks can break, and warns if only rows with equal keys are
   * affected.
   *
   * @throws IllegalArgumentException if the rows of a key are ordered
   */
  static void check(WriteOptions options, SparkSession session) {
    if (!areEnabled(session)) {
      return;
    }
    if (!options.orderBy().isEmpty()) {
      throw new IllegalArgumentException(
          "orderBy requires spark.speculation=false: a copy of a task that is killed late can"
              + " write an earlier row of a key after the last one");
    }
    if (options.clustersByKey()) {
      LOG.warn(
          "spark.speculation is on: if a key occurs in several rows, the table can keep an earlier"
              + " row of it, because a copy of a task that is killed late can write that row again");
    }
  }
}
