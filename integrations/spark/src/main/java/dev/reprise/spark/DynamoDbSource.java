package dev.reprise.spark;

import dev.reprise.spark.internal.options.TableProperties;
import dev.reprise.spark.internal.write.UnsupportedStatements;
import dev.reprise.spark.internal.write.WritableTable;
import java.util.Map;
import org.apache.spark.sql.connector.catalog.Table;
import org.apache.spark.sql.connector.catalog.TableProvider;
import org.apache.spark.sql.connector.expressions.Transform;
import org.apache.spark.sql.sources.DataSourceRegister;
import org.apache.spark.sql.types.StructType;
import org.apache.spark.sql.util.CaseInsensitiveStringMap;

/**
 * The data source {@code reprise-dynamodb}, which Spark creates by name. It only writes, in the
 * mode {@code Append} or by {@code INSERT INTO} of a table or temporary view that {@code USING}
 * names it; {@link DynamoDbReads} looks up items by their keys. {@link DynamoDbWrites} describes
 * the options, which an INSERT takes from the table and from its own WITH clause. It has no state.
 *
 * <pre>{@code
 * orders.write()
 *     .format(DynamoDbSource.FORMAT)
 *     .option("table", "orders")
 *     .mode(SaveMode.Append)
 *     .save();
 * }</pre>
 */
public final class DynamoDbSource implements TableProvider, DataSourceRegister {

  /** Name of the format: {@code reprise-dynamodb}. */
  public static final String FORMAT = "reprise-dynamodb";

  /** Created by Spark. */
  public DynamoDbSource() {}

  @Override
  public String shortName() {
    return FORMAT;
  }

  @Override
  public boolean supportsExternalMetadata() {
    return true;
  }

  @Override
  public StructType inferSchema(CaseInsensitiveStringMap options) {
    Map<String, String> properties = options.asCaseSensitiveMap();
    if (!TableProperties.areOfCatalog(properties)) {
      throw UnsupportedStatements.columns(FORMAT);
    }
    TableProperties.checkNewTable(properties);
    return new StructType();
  }

  @Override
  public Table getTable(
      StructType schema, Transform[] partitioning, Map<String, String> properties) {
    if (partitioning.length > 0) {
      throw new IllegalArgumentException(
          FORMAT
              + " has no partitions: omit PARTITIONED BY, CLUSTERED BY and partitionBy; the table"
              + " distributes its items by their keys");
    }
    if (TableProperties.areOfNewTable(properties)) {
      TableProperties.checkNewTable(properties);
    }
    return new WritableTable(FORMAT, schema, properties, WriteReports.INSTANCE);
  }
}
