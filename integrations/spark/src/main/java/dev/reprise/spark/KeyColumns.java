package dev.reprise.spark;

import dev.reprise.text.PrintableText;
import java.util.Arrays;
import java.util.Map;
import java.util.Optional;
import org.apache.spark.sql.types.BinaryType;
import org.apache.spark.sql.types.DataType;
import org.apache.spark.sql.types.StructField;
import org.apache.spark.sql.types.StructType;
import org.apache.spark.sql.types.TimestampNTZType;
import org.apache.spark.sql.types.TimestampType;

/** Checks that rows have the key attributes of a table. */
final class KeyColumns {

  private KeyColumns() {}

  /**
   * Compares columns with a table's key.
   *
   * @throws IllegalArgumentException if a key attribute has no column, or one of another type
   */
  static void check(StructType schema, TableFacts facts, Mapping mapping) {
    for (Map.Entry<String, String> part : facts.key().entrySet()) {
      Optional<StructField> column =
          Arrays.stream(schema.fields())
              .filter(field -> field.name().equals(part.getKey()))
              .findFirst();
      if (column.isEmpty()) {
        throw new IllegalArgumentException(
            "the table's key attribute "
                + PrintableText.oneLine(part.getKey())
                + " needs a column of this name; there are "
                + PrintableText.oneLine(Arrays.toString(schema.fieldNames())));
      }
      String type = typeOf(column.get().dataType(), mapping);
      if (!type.equals(part.getValue())) {
        throw new IllegalArgumentException(
            "column "
                + PrintableText.oneLine(part.getKey())
                + " would be of type "
                + PrintableText.oneLine(type)
                + ", but the table's key attribute is of type "
                + part.getValue());
      }
    }
  }

  /**
   * Refuses keys that are times: their text differs from the text in items.
   *
   * @throws IllegalArgumentException naming the column
   */
  static void checkReadable(StructType schema, TableFacts facts) {
    for (StructField field : schema.fields()) {
      DataType type = field.dataType();
      if (facts.key().containsKey(field.name())
          && (type instanceof TimestampType || type instanceof TimestampNTZType)) {
        throw new IllegalArgumentException(
            "column "
                + PrintableText.oneLine(field.name())
                + ": cast a key of a timestamp to what the table has");
      }
    }
  }

  private static String typeOf(DataType type, Mapping mapping) {
    boolean numbered =
        type instanceof TimestampType && mapping.timestamps() != Mapping.Timestamps.ISO;
    if (numbered || Scalars.number(type) != null) {
      return "N";
    }
    if (type instanceof BinaryType) {
      return "B";
    }
    return Scalars.string(type, mapping.timestamps()) != null ? "S" : type.sql();
  }
}
