package dev.reprise.spark;

import java.util.Map;
import java.util.Objects;
import java.util.TreeMap;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.SaveMode;

/**
 * Writes a DataFrame to a table and returns a report. Equivalent to {@code
 * df.write().format("reprise-dynamodb")} with the same options, which returns no report. Immutable.
 *
 * <table>
 *   <caption>Options</caption>
 *   <tr><th>option</th><th>default</th><th></th></tr>
 *   <tr><td>table</td><td></td><td>name or ARN of the table; must be given</td></tr>
 *   <tr><td>region, endpoint</td><td>what the SDK finds</td><td>credentials are always what the SDK
 *       finds where driver and tasks run; an endpoint on this machine gets made-up ones</td></tr>
 *   <tr><td>policy</td><td>30 attempts without progress, 100 ms doubling to 5 s, full jitter</td>
 *       <td>a retry policy in its text form</td></tr>
 *   <tr><td>parallelism</td><td>8</td><td>calls at a time of one task, 1 to 1000</td></tr>
 *   <tr><td>unitsPerSecond</td><td>no limit</td><td>write units a second of all tasks together</td>
 *       </tr>
 *   <tr><td>capacityShare</td><td>no limit</td><td>as unitsPerSecond, but as a share, more than 0
 *       and at most 1, of the write units that the table is provisioned with</td></tr>
 *   <tr><td>writers</td><td>the cores of the cluster</td><td>number of tasks</td></tr>
 *   <tr><td>clusterBy</td><td>key</td><td>{@code key}: rows of one key meet in one task; {@code
 *       none}: partitions stay as they are</td></tr>
 *   <tr><td>orderBy</td><td></td><td>columns, by comma: rows of one key are written in this
 *       order</td></tr>
 *   <tr><td>deadLetters</td><td></td><td>folder for rows that could not be written</td></tr>
 *   <tr><td>maxDead</td><td>0; with deadLetters no bound</td><td>dead rows above which the job fails</td></tr>
 *   <tr><td>job</td><td></td><td>name for {@link SparkWriteReport#ofJob}</td></tr>
 *   <tr><td>nulls</td><td>omit</td><td>{@code omit} or {@code write}, as NULL</td></tr>
 *   <tr><td>sets</td><td></td><td>columns, by comma, whose arrays are sets</td></tr>
 *   <tr><td>timestamps</td><td>iso</td><td>{@code iso}, {@code millis} or {@code seconds}</td></tr>
 * </table>
 */
public final class DynamoDbWrites {

  private final Dataset<?> rows;
  private final Map<String, String> options;

  private DynamoDbWrites(Dataset<?> rows, Map<String, String> options) {
    this.rows = rows;
    this.options = options;
  }

  /**
   * Creates a write of rows, one item each, without options.
   *
   * @param rows any DataFrame or Dataset
   * @return a write without options
   */
  public static DynamoDbWrites of(Dataset<?> rows) {
    return new DynamoDbWrites(Objects.requireNonNull(rows, "rows"), Map.of());
  }

  /**
   * Sets the table.
   *
   * @param name name or ARN
   * @return a copy with this option
   */
  public DynamoDbWrites table(String name) {
    return option("table", name);
  }

  /**
   * Sets an option of the table above.
   *
   * @param name its name
   * @param value its value; checked when saving
   * @return a copy with this option in place of an earlier value
   */
  public DynamoDbWrites option(String name, Object value) {
    Map<String, String> more = new TreeMap<>(String.CASE_INSENSITIVE_ORDER);
    more.putAll(options);
    more.put(Objects.requireNonNull(name, "name"), value.toString());
    return new DynamoDbWrites(rows, more);
  }

  /**
   * Writes all rows and waits for the end of the job.
   *
   * @return the report of the job
   * @throws IllegalArgumentException if an option, a column or its type is refused
   * @throws RowsDeadException if more rows are dead than {@code maxDead}
   */
  public SparkWriteReport save() {
    String call = UUID.randomUUID().toString();
    CompletableFuture<SparkWriteReport> report = WriteReports.expect(call);
    try {
      rows.write()
          .format(DynamoDbSource.class.getName())
          .options(options)
          .option(WriteOptions.CALL, call)
          .mode(SaveMode.Append)
          .save();
      return Objects.requireNonNull(report.getNow(null), "Spark neither committed nor failed");
    } finally {
      WriteReports.forget(call);
    }
  }
}
