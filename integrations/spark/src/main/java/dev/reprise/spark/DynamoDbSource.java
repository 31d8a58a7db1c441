package dev.reprise.spark;

import java.util.Map;
import org.apache.spark.sql.connector.catalog.Table;
import org.apache.spark.sql.connector.catalog.TableProvider;
import org.apache.spark.sql.connector.expressions.Transform;
import org.apache.spark.sql.sources.DataSourceRegister;
import org.apache.spark.sql.types.StructType;
import org.apache.spark.sql.util.CaseInsensitiveStringMap;

/**
 * Data source with the name {@code reprise-dynamodb}: {@code
 * df.write().format("reprise-dynamodb").option("table", name).mode(SaveMode.Append).save()}. The
 * options and the report are described at {@link DynamoDbWrites}. It only writes; {@link
 * DynamoDbReads} reads items by their keys.
 */
public final class DynamoDbSource implements TableProvider, DataSourceRegister {

  /** The name of the format. */
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
        FORMAT + " writes; to read items by their keys there is DynamoDbReads");
  }

  @Override
  public Table getTable(
      StructType schema, Transform[] partitioning, Map<String, String> properties) {
    return new WritableTable(schema, properties);
  }
}
