package dev.reprise.spark.internal.write;

import dev.reprise.spark.internal.convert.ItemEncoder;
import dev.reprise.spark.internal.convert.KeyColumns;
import dev.reprise.spark.internal.options.WriteOptions;
import dev.reprise.spark.internal.table.TableMetadata;
import dev.reprise.spark.internal.task.CapacityLimit;
import dev.reprise.text.PrintableText;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.apache.spark.sql.SparkSession;
import org.apache.spark.sql.catalyst.expressions.RowOrdering;
import org.apache.spark.sql.connector.distributions.Distribution;
import org.apache.spark.sql.connector.distributions.Distributions;
import org.apache.spark.sql.connector.expressions.Expression;
import org.apache.spark.sql.connector.expressions.Expressions;
import org.apache.spark.sql.connector.expressions.SortDirection;
import org.apache.spark.sql.connector.expressions.SortOrder;
import org.apache.spark.sql.connector.metric.CustomMetric;
import org.apache.spark.sql.connector.write.BatchWrite;
import org.apache.spark.sql.connector.write.LogicalWriteInfo;
import org.apache.spark.sql.connector.write.RequiresDistributionAndOrdering;
import org.apache.spark.sql.types.StructField;
import org.apache.spark.sql.types.StructType;
import software.amazon.awssdk.services.dynamodb.DynamoDbClient;

/**
 * The plan of a write on the driver. It makes all checks and asks Spark for one partition for each
 * writer.
 */
final class TableWrite implements RequiresDistributionAndOrdering {

  private final String format;
  private final WriteOptions options;
  private final TableMetadata metadata;
  private final StructType schema;
  private final List<String> clusterBy;
  private final String queryId;
  private final SparkSession session;
  private final JobListener listener;

  private TableWrite(
      String format,
      WriteOptions options,
      TableMetadata metadata,
      StructType schema,
      List<String> clusterBy,
      String queryId,
      SparkSession session,
      JobListener listener) {
    this.format = format;
    this.options = options;
    this.metadata = metadata;
    this.schema = schema;
    this.clusterBy = clusterBy;
    this.queryId = queryId;
    this.session = session;
    this.listener = listener;
  }

  static TableWrite plan(
      LogicalWriteInfo info, WriteOptions options, String format, JobListener listener) {
    ItemEncoder.of(info.schema(), options.conversion());
    checkOrder(info.schema(), options.orderBy());
    TableMetadata metadata;
    try (DynamoDbClient client = options.table().client(1)) {
      metadata = TableMetadata.read(client, options.table().name(), options.retryPolicy());
    }
    KeyColumns.check(info.schema(), metadata, options.conversion());
    List<String> clusterBy =
        options.clustersByKey()
            ? KeyColumns.exact(info.schema(), metadata, options.conversion())
            : List.of();
    SparkSession session = SparkSession.active();
    SpeculativeTasks.check(options, session);
    CapacityLimit.ofJob(
        options.unitsPerSecond(),
        options.capacityShare(),
        metadata.writeUnits(),
        options.table().name());
    return new TableWrite(
        format, options, metadata, info.schema(), clusterBy, info.queryId(), session, listener);
  }

  private static void checkOrder(StructType schema, List<String> names) {
    Set<String> missing = new HashSet<>(names);
    for (StructField field : schema.fields()) {
      if (missing.remove(field.name()) && !RowOrdering.isOrderable(field.dataType())) {
        throw new IllegalArgumentException(
            "orderBy: column "
                + PrintableText.oneLine(field.name())
                + " has a type without an order: "
                + PrintableText.oneLine(field.dataType().sql()));
      }
    }
    if (!missing.isEmpty()) {
      throw new IllegalArgumentException(
          "orderBy names columns that do not exist: " + PrintableText.oneLine(missing.toString()));
    }
  }

  @Override
  public String description() {
    return format + " " + PrintableText.oneLine(options.table().name());
  }

  @Override
  public Distribution requiredDistribution() {
    return options.clustersByKey()
        ? Distributions.clustered(
            clusterBy.stream().map(TableWrite::column).toArray(Expression[]::new))
        : Distributions.unspecified();
  }

  @Override
  public int requiredNumPartitions() {
    if (!options.clustersByKey()) {
      return 0;
    }
    return options.writers() > 0
        ? options.writers()
        : Math.max(1, session.sparkContext().defaultParallelism());
  }

  @Override
  public SortOrder[] requiredOrdering() {
    return options.orderBy().stream()
        .map(name -> Expressions.sort(column(name), SortDirection.ASCENDING))
        .toArray(SortOrder[]::new);
  }

  private static Expression column(String name) {
    return Expressions.column("`" + name.replace("`", "``") + "`");
  }

  @Override
  public BatchWrite toBatch() {
    return new TableBatchWrite(options, metadata, schema, queryId, session, listener);
  }

  @Override
  public CustomMetric[] supportedCustomMetrics() {
    return TaskMetric.sums();
  }
}
