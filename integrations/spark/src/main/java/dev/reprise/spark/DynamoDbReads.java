package dev.reprise.spark;

import dev.reprise.dynamodb.DynamoDbBatch;
import dev.reprise.policy.RetryPolicy;
import dev.reprise.text.PrintableText;
import java.util.Arrays;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.TreeMap;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Encoders;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.SparkSession;
import org.apache.spark.sql.types.StructType;
import org.jspecify.annotations.Nullable;
import software.amazon.awssdk.services.dynamodb.DynamoDbClient;

/**
 * Reads the items of a table whose keys are in a DataFrame, by BatchGetItem. Immutable.
 *
 * <table>
 *   <caption>Options</caption>
 *   <tr><th>option</th><th>default</th><th></th></tr>
 *   <tr><td>table, region, endpoint, policy, parallelism, timestamps</td><td></td><td>as for {@link
 *       DynamoDbWrites}</td></tr>
 *   <tr><td>unitsPerSecond</td><td>no limit</td><td>read units a second of all tasks together</td>
 *       </tr>
 *   <tr><td>capacityShare</td><td>no limit</td><td>as unitsPerSecond, but as a share, more than 0
 *       and at most 1, of the read units that the table is provisioned with</td></tr>
 *   <tr><td>consistent</td><td>false</td><td>consistent reads, for twice the capacity</td></tr>
 *   <tr><td>missing</td><td>keep</td><td>{@code keep}: a key without an item has null; {@code drop}:
 *       its row is left out</td></tr>
 *   <tr><td>as</td><td>item</td><td>name of the column that holds the item</td></tr>
 * </table>
 */
public final class DynamoDbReads {

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

  private final SparkSession session;
  private final Map<String, String> options;

  private DynamoDbReads(SparkSession session, Map<String, String> options) {
    this.session = session;
    this.options = options;
  }

  /**
   * Creates a read without options.
   *
   * @param session the session of the DataFrames of keys
   * @return reads without options
   */
  public static DynamoDbReads of(SparkSession session) {
    return new DynamoDbReads(Objects.requireNonNull(session, "session"), Map.of());
  }

  /**
   * Sets the table.
   *
   * @param name name or ARN
   * @return a copy with this option
   */
  public DynamoDbReads table(String name) {
    return option("table", name);
  }

  /**
   * Sets an option of the table above.
   *
   * @param name its name
   * @param value its value; checked by {@link #get}
   * @return a copy with this option in place of an earlier value
   */
  public DynamoDbReads option(String name, Object value) {
    Map<String, String> more = new TreeMap<>(String.CASE_INSENSITIVE_ORDER);
    more.putAll(options);
    more.put(Objects.requireNonNull(name, "name"), value.toString());
    return new DynamoDbReads(session, more);
  }

  /**
   * Looks up the item of the key in each row. Items are read when an action needs them, by each
   * task on demand; a key that cannot be read fails the task.
   *
   * @param keys rows with a column for each key attribute, and any others
   * @param schema columns of the item; other attributes are omitted
   * @return the rows, each with one more column that holds the item, in no particular order
   * @throws IllegalArgumentException if an option, a key column or a type of the schema is refused
   */
  public Dataset<Row> get(Dataset<Row> keys, StructType schema) {
    WriteOptions.Reader reader = new WriteOptions.Reader(options, NAMES);
    ItemDecoder.check(schema, "");
    String as = Objects.requireNonNullElse(reader.text("as"), "item");
    if (Arrays.asList(keys.schema().fieldNames()).contains(as)) {
      throw new IllegalArgumentException(
          "as: the keys have a column " + PrintableText.oneLine(as) + " already");
    }
    Mapping.Timestamps timestamps =
        Mapping.Timestamps.valueOf(
            reader.choice("timestamps", "millis", "iso", "seconds").toUpperCase(Locale.ROOT));
    Target target =
        new Target(reader.required("table"), reader.text("region"), reader.text("endpoint"));
    String policy = reader.text("policy");
    TableFacts facts = ask(target, policy);
    KeyColumns.check(keys.schema(), facts, Mapping.standard());
    KeyColumns.checkReadable(keys.schema(), facts);
    ReadPlan plan =
        new ReadPlan(
            target,
            policy,
            (int) reader.whole("parallelism", 8, 1, 1000),
            facts,
            schema,
            new ItemDecoder(
                timestamps,
                Boolean.parseBoolean(session.conf().get("spark.sql.datetime.java8API.enabled"))),
            reader.choice("consistent", "false", "true").equals("true"),
            reader.choice("missing", "keep", "drop").equals("drop"),
            limit(reader, facts, target.table()),
            session.sparkContext().conf().getBoolean("spark.speculation", false));
    return keys.mapPartitions(
        new ReadTask(plan), Encoders.row(keys.schema().add(as, schema, true)));
  }

  private static double limit(WriteOptions.Reader reader, TableFacts facts, String table) {
    double units = reader.positive("unitsPerSecond", Double.MAX_VALUE);
    double share = reader.positive("capacityShare", 1);
    if (units > 0 && share > 0) {
      throw new IllegalArgumentException(
          "unitsPerSecond and capacityShare exclude each other, but both were given");
    }
    return Rate.limit(units, share, facts.readUnits(), table);
  }

  private static TableFacts ask(Target target, @Nullable String policy) {
    try (DynamoDbClient client = target.client(1)) {
      return TableFacts.ask(
          client,
          target.table(),
          policy == null ? DynamoDbBatch.defaultPolicy() : RetryPolicy.parse(policy));
    }
  }
}
