package dev.reprise.spark.internal.write;

import org.apache.spark.sql.connector.read.Batch;
import org.apache.spark.sql.connector.read.Scan;
import org.apache.spark.sql.connector.read.SupportsPushDownRequiredColumns;
import org.apache.spark.sql.types.StructType;

/**
 * The scan of a table that cannot be read. Spark also builds a scan to describe a table; it selects
 * columns only for a query, which fails there, before any part of it runs.
 *
 * @param format name of the data source
 * @param readSchema columns of the table
 */
record RefusedScan(String format, StructType readSchema)
    implements SupportsPushDownRequiredColumns, Scan {

  @Override
  public void pruneColumns(StructType required) {
    throw UnsupportedStatements.read(format);
  }

  @Override
  public Scan build() {
    return this;
  }

  @Override
  public Batch toBatch() {
    throw UnsupportedStatements.read(format);
  }
}
