package dev.reprise.spark;

import dev.reprise.spark.internal.options.WriteOptions;
import java.util.Map;
import java.util.Objects;
import java.util.TreeMap;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.SaveMode;

/**
 * A write of a DataFrame to a table, with a report. It is equivalent to {@code
 * df.write().format("reprise-dynamodb")} with the same options, which returns no report.
 *
 * <pre>{@code
 * SparkWriteReport report =
 *     DynamoDbWrites.of(orders)
 *         .table("orders")
 *         .option("capacityShare", 0.5)
 *         .option("deadLetters", "s3a://bucket/dead-orders")
 *         .save();
 * }</pre>
 *
 * <table>
 *   <caption>Options</caption>
 *   <tr><th>option</th><th>default</th><th>meaning</th></tr>
 *   <tr><td>table</td><td>required</td><td>name or ARN of the table</td></tr>
 *   <tr><td>region, endpoint</td><td>defaults of the SDK</td><td>region and endpoint of the table. The
 *       SDK finds the credentials where driver and tasks run; an endpoint on this machine gets fixed
 *       test credentials</td></tr>
 *   <tr><td>policy</td><td>30 attempts without progress, 100 ms doubling to 5 s, full jitter</td>
 *       <td>a retry policy in its text form</td></tr>
 *   <tr><td>parallelism</td><td>8</td><td>concurrent requests of one task, 1 to 1000</td></tr>
 *   <tr><td>unitsPerSecond</td><td>no limit</td><td>write units a second of all tasks together</td>
 *       </tr>
 *   <tr><td>capacityShare</td><td>no limit</td><td>the same limit as a share of the provisioned write
 *       units of the table, above 0 and at most 1</td></tr>
 *   <tr><td>writers</td><td>cores of the cluster</td><td>number of tasks, 1 to 100,000</td></tr>
 *   <tr><td>clusterBy</td><td>key</td><td>{@code key}: all rows of a key are in one task; {@code
 *       none}: the partitions of the DataFrame do not change</td></tr>
 *   <tr><td>orderBy</td><td>none</td><td>columns, separated by commas; rows of a key are written in
 *       this order; an error with {@code spark.speculation}</td></tr>
 *   <tr><td>deadLetters</td><td>none</td><td>folder for rows that could not be written</td></tr>
 *   <tr><td>maxDead</td><td>0; with deadLetters no limit</td><td>largest number of dead rows with which
 *       the job succeeds</td></tr>
 *   <tr><td>job</td><td>none</td><td>name for {@link SparkWriteReport#ofJob}</td></tr>
 *   <tr><td>nulls</td><td>omit</td><td>{@code omit}: an attribute for a null is omitted; {@code write}:
 *       it is written as NULL</td></tr>
 *   <tr><td>sets</td><td>none</td><td>columns, separated by commas, whose arrays are written as
 *       sets</td></tr>
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
   * @param rows a DataFrame or Dataset
   * @return a write without options
   */
  public static DynamoDbWrites of(Dataset<?> rows) {
    return new DynamoDbWrites(Objects.requireNonNull(rows, "rows"), Map.of());
  }

  /**
   * Sets the table.
   *
   * @param name name or ARN of the table
   * @return a copy with this table
   */
  public DynamoDbWrites table(String name) {
    return option("table", name);
  }

  /**
   * Sets an option of the table above.
   *
   * @param name name of the option, in upper or lower case
   * @param value value of the option; {@link #save} checks it
   * @return a copy in which this value replaces an earlier one
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
   * @throws IllegalArgumentException if an option, a column or the type of a column is invalid
   * @throws DeadRowsException if more rows are dead than {@code maxDead} allows
   */
  public SparkWriteReport save() {
    String call = UUID.randomUUID().toString();
    CompletableFuture<SparkWriteReport> report = WriteReports.INSTANCE.expect(call);
    try {
      rows.write()
          .format(DynamoDbSource.class.getName())
          .options(options)
          .option(WriteOptions.CALL, call)
          .mode(SaveMode.Append)
          .save();
      return Objects.requireNonNull(report.getNow(null), "the job ended without a report");
    } finally {
      WriteReports.INSTANCE.forget(call);
    }
  }
}
