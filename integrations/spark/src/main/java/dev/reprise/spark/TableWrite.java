package dev.reprise.spark;

import dev.reprise.text.PrintableText;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.apache.spark.sql.SparkSession;
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
 * A write planned on the driver. All checks are made here, and the rows are distributed to one
 * partition for each writer.
 */
final class TableWrite implements RequiresDistributionAndOrdering {

  private final WriteOptions options;
  private final TableFacts facts;
  private final StructType schema;
  private final String queryId;
  private final SparkSession session;

  private TableWrite(
      WriteOptions options,
      TableFacts facts,
      StructType schema,
      String queryId,
      SparkSession session) {
    this.options = options;
    this.facts = facts;
    this.schema = schema;
    this.queryId = queryId;
    this.session = session;
  }

  static TableWrite plan(LogicalWriteInfo info) {
    WriteOptions options = WriteOptions.of(info.options().asCaseSensitiveMap());
    ItemEncoder.of(info.schema(), options.mapping());
    checkColumns(info.schema(), options.orderBy(), "orderBy");
    TableFacts facts;
    try (DynamoDbClient client = options.target().client(1)) {
      facts = TableFacts.ask(client, options.target().table(), options.retryPolicy());
    }
    KeyColumns.check(info.schema(), facts, options.mapping());
    Rate.limit(
        options.unitsPerSecond(),
        options.capacityShare(),
        facts.writeUnits(),
        options.target().table());
    return new TableWrite(options, facts, info.schema(), info.queryId(), SparkSession.active());
  }

  private static void checkColumns(StructType schema, List<String> names, String option) {
    Set<String> missing = new HashSet<>(names);
    for (StructField field : schema.fields()) {
      missing.remove(field.name());
    }
    if (!missing.isEmpty()) {
      throw new IllegalArgumentException(
          option
              + " names columns that are not there: "
              + PrintableText.oneLine(missing.toString()));
    }
  }

  @Override
  public String description() {
    return DynamoDbSource.FORMAT + " " + PrintableText.oneLine(options.target().table());
  }

  @Override
  public Distribution requiredDistribution() {
    return options.clustersByKey()
        ? Distributions.clustered(
            facts.key().keySet().stream().map(TableWrite::column).toArray(Expression[]::new))
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
    return new TableBatchWrite(options, facts, schema, queryId, session);
  }

  @Override
  public CustomMetric[] supportedCustomMetrics() {
    return TaskMetric.sums();
  }
}
