package dev.reprise.spark;

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
 * mode {@code Append}; {@link DynamoDbReads} looks up items by their keys. {@link DynamoDbWrites}
 * describes the options. It has no state.
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
    throw new UnsupportedOperationException(
        FORMAT + " only writes; use DynamoDbReads to look up items by their keys");
  }

  @Override
  public Table getTable(
      StructType schema, Transform[] partitioning, Map<String, String> properties) {
    return new WritableTable(FORMAT, schema, properties, WriteReports.INSTANCE);
  }
}
