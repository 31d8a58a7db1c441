package dev.reprise.spark.internal.options;

import dev.reprise.dynamodb.DynamoDbBatch;
import dev.reprise.policy.RetryPolicy;
import dev.reprise.spark.internal.convert.ConversionOptions;
import dev.reprise.spark.internal.table.TableLocation;
import java.io.Serializable;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * The checked options of a write.
 *
 * @param table the location of the table
 * @param policy text form of the retry policy; null for the default
 * @param parallelism concurrent requests of a task
 * @param writers number of partitions; 0 for the default parallelism of the cluster
 * @param clustersByKey whether rows of the same key are in the same task
 * @param orderBy columns by which the rows of a task are ordered
 * @param unitsPerSecond limit of all tasks together; 0 for no limit
 * @param capacityShare share of the provisioned write units for all tasks together; 0 for no limit
 * @param deadLetters folder of dead letters; null for none
 * @param maxDead largest number of dead rows with which the job succeeds
 * @param job name under which the report is kept; null for none
 * @param call identifier of the call that waits for the report; null for none
 * @param conversion conversion of rows to items
 */
public record WriteOptions(
    TableLocation table,
    @Nullable String policy,
    int parallelism,
    int writers,
    boolean clustersByKey,
    List<String> orderBy,
    double unitsPerSecond,
    double capacityShare,
    @Nullable String deadLetters,
    long maxDead,
    @Nullable String job,
    @Nullable String call,
    ConversionOptions conversion)
    implements Serializable {

  /**
   * Internal option that identifies a call of {@code DynamoDbWrites.save}; messages do not list it.
   */
  public static final String CALL = "reprise.call";

  private static final Set<String> NAMES =
      new LinkedHashSet<>(
          List.of(
              "table",
              "region",
              "endpoint",
              "policy",
              "parallelism",
              "writers",
              "clusterBy",
              "orderBy",
              "unitsPerSecond",
              "capacityShare",
              "deadLetters",
              "maxDead",
              "job",
              "nulls",
              "sets",
              "timestamps"));

  /**
   * Reads options. Upper and lower case in their names are equal.
   *
   * @throws IllegalArgumentException if an option is missing, unknown or out of range
   */
  public static WriteOptions of(Map<String, String> options) {
    Map<String, String> given = new TreeMap<>(String.CASE_INSENSITIVE_ORDER);
    given.putAll(options);
    String call = given.remove(CALL);
    OptionReader reader = new OptionReader(given, NAMES);
    String deadLetters = reader.text("deadLetters");
    WriteOptions read =
        new WriteOptions(
            location(reader),
            reader.text("policy"),
            (int) reader.whole("parallelism", 8, 1, 1000),
            (int) reader.whole("writers", 0, 1, 100_000),
            reader.choice("clusterBy", "key", "none").equals("key"),
            reader.list("orderBy"),
            reader.positive("unitsPerSecond", Double.MAX_VALUE),
            reader.positive("capacityShare", 1),
            deadLetters,
            reader.whole("maxDead", deadLetters == null ? 0 : Long.MAX_VALUE, 0, Long.MAX_VALUE),
            reader.text("job"),
            call,
            conversion(reader));
    read.check();
    return read;
  }

  static TableLocation location(OptionReader reader) {
    return new TableLocation(
        reader.required("table"), reader.text("region"), reader.text("endpoint"));
  }

  private static ConversionOptions conversion(OptionReader reader) {
    return new ConversionOptions(
        reader.choice("nulls", "omit", "write").equals("write"),
        timestamps(reader.choice("timestamps", "iso", "millis", "seconds")),
        Set.copyOf(reader.list("sets")));
  }

  static ConversionOptions.Timestamps timestamps(String choice) {
    return ConversionOptions.Timestamps.valueOf(choice.toUpperCase(Locale.ROOT));
  }

  static void checkOneLimit(double unitsPerSecond, double capacityShare) {
    if (unitsPerSecond > 0 && capacityShare > 0) {
      throw new IllegalArgumentException(
          "unitsPerSecond and capacityShare cannot be set together, but both were set");
    }
  }

  static RetryPolicy policy(@Nullable String text) {
    try {
      return text == null ? DynamoDbBatch.defaultPolicy() : RetryPolicy.parse(text);
    } catch (IllegalArgumentException invalid) {
      throw new IllegalArgumentException("policy: " + invalid.getMessage(), invalid);
    }
  }

  private void check() {
    checkOneLimit(unitsPerSecond, capacityShare);
    if (writers > 0 && !clustersByKey) {
      throw new IllegalArgumentException("writers requires clusterBy=key, but clusterBy was none");
    }
    retryPolicy();
  }

  /** Returns the parsed retry policy. */
  public RetryPolicy retryPolicy() {
    return policy(policy);
  }
}
