package dev.reprise.spark.internal.write;

/** The errors of statements that the data source does not support. */
public final class UnsupportedStatements {

  private UnsupportedStatements() {}

  /** Returns the error of a statement that reads items. */
  public static UnsupportedOperationException read(String format) {
    return new UnsupportedOperationException(
        format
            + " only writes: SELECT, DELETE and other statements that read the table are not"
            + " supported; use DynamoDbReads to look up items by their keys, or the command reprise"
            + " dynamodb export to read a table");
  }

  /** Returns the error of a read or of a temporary view, without columns. */
  public static UnsupportedOperationException columns(String format) {
    return new UnsupportedOperationException(
        read(format).getMessage() + "; to write, list the columns of a temporary view");
  }

  /** Returns the error of a statement that replaces items of the table by others. */
  static UnsupportedOperationException overwrite(String format) {
    return new UnsupportedOperationException(
        format
            + " only adds items: overwriting (INSERT OVERWRITE, CREATE OR REPLACE TABLE AS SELECT,"
            + " the mode overwrite) is not supported; use INSERT INTO or the mode append, which"
            + " replace items of the same key, or write to a new table");
  }

  /** Returns the error of a statement that deletes or changes items. */
  static UnsupportedOperationException change(String format, String statement) {
    return new UnsupportedOperationException(
        format
            + " only adds items: "
            + statement
            + " is not supported; use INSERT INTO, which replaces items of the same key, and delete"
            + " items with DynamoDbBatch or a new table");
  }
}
