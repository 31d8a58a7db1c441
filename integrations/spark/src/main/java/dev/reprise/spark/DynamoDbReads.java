package dev.reprise.spark;

import dev.reprise.spark.internal.convert.ConversionOptions;
import dev.reprise.spark.internal.convert.ItemDecoder;
import dev.reprise.spark.internal.convert.KeyColumns;
import dev.reprise.spark.internal.options.ReadOptions;
import dev.reprise.spark.internal.read.ReadPlan;
import dev.reprise.spark.internal.read.ReadTask;
import dev.reprise.spark.internal.table.TableMetadata;
import dev.reprise.spark.internal.task.CapacityLimit;
import dev.reprise.text.PrintableText;
import java.util.Map;
import java.util.Objects;
import java.util.TreeMap;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.SparkSession;
import org.apache.spark.sql.catalyst.encoders.ExpressionEncoder;
import org.apache.spark.sql.types.StructType;
import software.amazon.awssdk.services.dynamodb.DynamoDbClient;

/**
 * A lookup of items whose keys are in a DataFrame, by BatchGetItem.
 *
 * <pre>{@code
 * Dataset<Row> scores =
 *     DynamoDbReads.of(spark)
 *         .table("scores")
 *         .option("unitsPerSecond", 500)
 *         .get(players, new StructType().add("score", "decimal(12,2)"));
 * }</pre>
 *
 * <table>
 *   <caption>Options</caption>
 *   <tr><th>option</th><th>default</th><th>meaning</th></tr>
 *   <tr><td>table, region, endpoint, policy, parallelism</td><td>as for {@link DynamoDbWrites}</td>
 *       <td>as for {@link DynamoDbWrites}</td></tr>
 *   <tr><td>timestamps</td><td>millis</td><td>unit of numbers that become timestamps: {@code millis} or
 *       {@code seconds}; {@code iso} is the same as {@code millis}. A string is read as ISO 8601</td>
 *       </tr>
 *   <tr><td>unitsPerSecond</td><td>no limit</td><td>read units a second of all tasks together</td>
 *       </tr>
 *   <tr><td>capacityShare</td><td>no limit</td><td>the same limit as a share of the provisioned read
 *       units of the table, above 0 and at most 1</td></tr>
 *   <tr><td>consistent</td><td>false</td><td>strongly consistent reads, which use twice the
 *       capacity</td></tr>
 *   <tr><td>missing</td><td>keep</td><td>for a key without an item: {@code keep} returns its row with
 *       null as the item, {@code drop} omits the row</td></tr>
 *   <tr><td>as</td><td>item</td><td>name of the column that holds the item</td></tr>
 * </table>
 */
public final class DynamoDbReads {

  private final SparkSession session;
  private final Map<String, String> options;

  private DynamoDbReads(SparkSession session, Map<String, String> options) {
    this.session = session;
    this.options = options;
  }

  /**
   * Creates a lookup without options.
   *
   * @param session the session of the DataFrames with keys
   * @return a lookup without options
   */
  public static DynamoDbReads of(SparkSession session) {
    return new DynamoDbReads(Objects.requireNonNull(session, "session"), Map.of());
  }

  /**
   * Sets the table.
   *
   * @param name name or ARN of the table
   * @return a copy with this table
   */
  public DynamoDbReads table(String name) {
    return option("table", name);
  }

  /**
   * Sets an option of the table above.
   *
   * @param name name of the option, in upper or lower case
   * @param value value of the option; {@link #get} checks it
   * @return a copy in which this value replaces an earlier one
   */
  public DynamoDbReads option(String name, Object value) {
    Map<String, String> more = new TreeMap<>(String.CASE_INSENSITIVE_ORDER);
    more.putAll(options);
    more.put(Objects.requireNonNull(name, "name"), value.toString());
    return new DynamoDbReads(session, more);
  }

  /**
   * Adds the item of its key to each row. Tasks look the items up when an action needs them. A key
   * that cannot be read fails its task.
   *
   * @param keys rows with a column for each key attribute, and any other columns
   * @param schema columns of the item; other attributes are omitted
   * @return the rows, in no particular order, with one more column that holds the item
   * @throws IllegalArgumentException if an option, a key column or a type of the schema is invalid
   */
  public Dataset<Row> get(Dataset<Row> keys, StructType schema) {
    ReadOptions read = ReadOptions.of(options);
    ItemDecoder.check(schema, "");
    checkNew(read.itemColumn(), keys.schema());
    TableMetadata metadata = metadata(read);
    KeyColumns.check(keys.schema(), metadata, ConversionOptions.defaults());
    KeyColumns.checkReadable(keys.schema(), metadata);
    double limit =
        CapacityLimit.ofJob(
            read.unitsPerSecond(), read.capacityShare(), metadata.readUnits(), read.table().name());
    ReadPlan plan =
        new ReadPlan(
            read, metadata, schema, new ItemDecoder(read.timestamps()), limit, speculation());
    // Takes times of each class, whatever the sessions of this thread and of the keys say.
    return keys.mapPartitions(
        new ReadTask(plan),
        ExpressionEncoder.apply(keys.schema().add(read.itemColumn(), schema, true), true));
  }

  /** By the rule of the session, because a later query could not name one of two equal columns. */
  private void checkNew(String itemColumn, StructType keys) {
    boolean caseSensitive = Boolean.parseBoolean(session.conf().get("spark.sql.caseSensitive"));
    for (String name : keys.fieldNames()) {
      if (caseSensitive ? name.equals(itemColumn) : name.equalsIgnoreCase(itemColumn)) {
        throw new IllegalArgumentException(
            "as: the keys already have a column " + PrintableText.oneLine(name));
      }
    }
  }

  private static TableMetadata metadata(ReadOptions read) {
    try (DynamoDbClient client = read.table().client(1)) {
      return TableMetadata.read(client, read.table().name(), read.retryPolicy());
    }
  }

  private boolean speculation() {
    return session.sparkContext().conf().getBoolean("spark.speculation", false);
  }
}
