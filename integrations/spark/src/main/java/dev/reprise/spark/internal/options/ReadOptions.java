package dev.reprise.spark.internal.options;

import dev.reprise.policy.RetryPolicy;
import dev.reprise.spark.internal.convert.ConversionOptions.Timestamps;
import dev.reprise.spark.internal.table.TableLocation;
import java.io.Serializable;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * The checked options of a read.
 *
 * @param table the location of the table
 * @param policy text form of the retry policy; null for the default
 * @param parallelism concurrent requests of a task
 * @param unitsPerSecond limit of all tasks together; 0 for no limit
 * @param capacityShare share of the provisioned read units for all tasks together; 0 for no limit
 * @param consistent whether reads are strongly consistent
 * @param dropsMissing whether rows of keys without an item are dropped
 * @param itemColumn name of the column that holds the item
 * @param timestamps unit of the numbers in columns of timestamps
 */
public record ReadOptions(
    TableLocation table,
    @Nullable String policy,
    int parallelism,
    double unitsPerSecond,
    double capacityShare,
    boolean consistent,
    boolean dropsMissing,
    String itemColumn,
    Timestamps timestamps)
    implements Serializable {

  private static final Set<String> NAMES =
      new LinkedHashSet<>(
          List.of(
              "table",
              "region",
              "endpoint",
              "policy",
              "parallelism",
              "unitsPerSecond",
              "capacityShare",
              "consistent",
              "missing",
              "as",
              "timestamps"));

  /**
   * Reads options. Upper and lower case in their names are equal.
   *
   * @throws IllegalArgumentException if an option is missing, unknown or out of range
   */
  public static ReadOptions of(Map<String, String> options) {
    OptionReader reader = new OptionReader(options, NAMES);
    ReadOptions read =
        new ReadOptions(
            WriteOptions.location(reader),
            reader.text("policy"),
            (int) reader.whole("parallelism", 8, 1, 1000),
            reader.positive("unitsPerSecond", Double.MAX_VALUE),
            reader.positive("capacityShare", 1),
            reader.choice("consistent", "false", "true").equals("true"),
            reader.choice("missing", "keep", "drop").equals("drop"),
            Objects.requireNonNullElse(reader.text("as"), "item"),
            WriteOptions.timestamps(reader.choice("timestamps", "millis", "iso", "seconds")));
    WriteOptions.checkOneLimit(read.unitsPerSecond, read.capacityShare);
    read.retryPolicy();
    return read;
  }

  /** Returns the parsed retry policy. */
  public RetryPolicy retryPolicy() {
    return WriteOptions.policy(policy);
  }
}
