package dev.reprise.spark.internal.write;

import dev.reprise.spark.internal.options.TableProperties;
import dev.reprise.spark.internal.options.WriteOptions;
import java.util.EnumSet;
import java.util.Map;
import java.util.Set;
import org.apache.spark.sql.connector.catalog.SupportsRead;
import org.apache.spark.sql.connector.catalog.SupportsRowLevelOperations;
import org.apache.spark.sql.connector.catalog.SupportsWrite;
import org.apache.spark.sql.connector.catalog.TableCapability;
import org.apache.spark.sql.connector.catalog.TruncatableTable;
import org.apache.spark.sql.connector.expressions.filter.Predicate;
import org.apache.spark.sql.connector.read.ScanBuilder;
import org.apache.spark.sql.connector.write.LogicalWriteInfo;
import org.apache.spark.sql.connector.write.RowLevelOperationBuilder;
import org.apache.spark.sql.connector.write.RowLevelOperationInfo;
import org.apache.spark.sql.connector.write.SupportsDynamicOverwrite;
import org.apache.spark.sql.connector.write.SupportsOverwriteV2;
import org.apache.spark.sql.connector.write.Write;
import org.apache.spark.sql.connector.write.WriteBuilder;
import org.apache.spark.sql.types.StructType;
import org.apache.spark.sql.util.CaseInsensitiveStringMap;

/**
 * The table as Spark sees it. A table without columns accepts rows of any schema; for a table with
 * columns, Spark maps the rows to them.
 *
 * <p>The table declares capabilities for statements that it refuses, so that the error says what to
 * use instead, and because Spark accepts a temporary view only of a table that can be read.
 */
public final class WritableTable
    implements SupportsWrite, SupportsRead, SupportsRowLevelOperations, TruncatableTable {

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
    return format + " " + new CaseInsensitiveStringMap(properties).getOrDefault("table", "");
  }

  @Override
  @SuppressWarnings("deprecation") // Spark 3 has no other method
  public StructType schema() {
    return schema;
  }

  @Override
  public Map<String, String> properties() {
    return TableProperties.shown(properties);
  }

  @Override
  public Set<TableCapability> capabilities() {
    Set<TableCapability> capabilities =
        EnumSet.of(
            TableCapability.BATCH_WRITE,
            TableCapability.BATCH_READ,
            TableCapability.TRUNCATE,
            TableCapability.OVERWRITE_BY_FILTER,
            TableCapability.OVERWRITE_DYNAMIC);
    if (schema.isEmpty()) {
      capabilities.add(TableCapability.ACCEPT_ANY_SCHEMA);
    }
    return capabilities;
  }

  @Override
  public WriteBuilder newWriteBuilder(LogicalWriteInfo info) {
    return new AppendBuilder(info);
  }

  @Override
  public ScanBuilder newScanBuilder(CaseInsensitiveStringMap options) {
    return new RefusedScan(format, schema);
  }

  @Override
  public RowLevelOperationBuilder newRowLevelOperationBuilder(RowLevelOperationInfo info) {
    throw UnsupportedStatements.change(format, info.command().toString());
  }

  @Override
  public boolean truncateTable() {
    throw UnsupportedStatements.change(format, "TRUNCATE TABLE");
  }

  /** Plans a write that adds items; refuses to replace the contents of the table. */
  private final class AppendBuilder implements SupportsOverwriteV2, SupportsDynamicOverwrite {

    private final LogicalWriteInfo info;

    AppendBuilder(LogicalWriteInfo info) {
      this.info = info;
    }

    @Override
    public Write build() {
      WriteOptions options =
          WriteOptions.of(TableProperties.merged(properties, info.options().asCaseSensitiveMap()));
      return TableWrite.plan(info, options, format, listener);
    }

    @Override
    public WriteBuilder overwrite(Predicate[] predicates) {
      throw UnsupportedStatements.overwrite(format);
    }

    @Override
    public WriteBuilder overwriteDynamicPartitions() {
      throw UnsupportedStatements.overwrite(format);
    }
  }
}
