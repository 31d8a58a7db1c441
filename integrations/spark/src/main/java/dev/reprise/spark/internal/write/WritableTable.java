package dev.reprise.spark.internal.write;

import java.util.Map;
import java.util.Set;
import org.apache.spark.sql.connector.catalog.SupportsWrite;
import org.apache.spark.sql.connector.catalog.TableCapability;
import org.apache.spark.sql.connector.write.LogicalWriteInfo;
import org.apache.spark.sql.connector.write.Write;
import org.apache.spark.sql.connector.write.WriteBuilder;
import org.apache.spark.sql.types.StructType;

/** The table as Spark sees it. Accepts rows of any schema. */
public final class WritableTable implements SupportsWrite {

  private final String format;
  private final StructType schema;
  private final Map<String, String> properties;
  private final JobListener listener;

  /** Creates a table of a data source with this name, which reports ended jobs to a listener. */
  public WritableTable(
      String format, StructType schema, Map<String, String> properties, JobListener listener) {
    this.format = format;
    this.listener = listener;
    this.schema = schema;
    this.properties = properties;
  }

  @Override
  public String name() {
    return format + " " + properties.getOrDefault("table", "");
  }

  @Override
  @SuppressWarnings("deprecation") // Spark 3 has no other method
  public StructType schema() {
    return schema;
  }

  @Override
  public Set<TableCapability> capabilities() {
    return Set.of(TableCapability.BATCH_WRITE, TableCapability.ACCEPT_ANY_SCHEMA);
  }

  @Override
  public WriteBuilder newWriteBuilder(LogicalWriteInfo info) {
    return new WriteBuilder() {
      @Override
      public Write build() {
        return TableWrite.plan(info, format, listener);
      }
    };
  }
}
