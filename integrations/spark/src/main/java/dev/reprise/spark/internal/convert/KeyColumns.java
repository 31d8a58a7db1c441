package dev.reprise.spark.internal.convert;

import dev.reprise.spark.internal.table.TableMetadata;
import dev.reprise.text.PrintableText;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.apache.spark.sql.types.BinaryType;
import org.apache.spark.sql.types.DataType;
import org.apache.spark.sql.types.StructField;
import org.apache.spark.sql.types.StructType;
import org.apache.spark.sql.types.TimestampNTZType;
import org.apache.spark.sql.types.TimestampType;

/** Checks the columns of rows against the key of a table. */
public final class KeyColumns {

  private KeyColumns() {}

  /**
   * Checks that each key attribute has a column of its type.
   *
   * @throws IllegalArgumentException if a key attribute has no column, two columns, or a column of
   *     a different type
   */
  public static void check(
      StructType schema, TableMetadata metadata, ConversionOptions conversion) {
    for (Map.Entry<String, String> part : metadata.key().entrySet()) {
      List<StructField> columns = named(part.getKey(), schema);
      if (columns.isEmpty()) {
        throw new IllegalArgumentException(
            "the table's key attribute "
                + PrintableText.oneLine(part.getKey())
                + " needs a column of this name; columns: "
                + PrintableText.oneLine(Arrays.toString(schema.fieldNames())));
      }
      if (columns.size() > 1) {
        throw new IllegalArgumentException(
            "column " + PrintableText.oneLine(part.getKey()) + " appears twice");
      }
      String type = typeOf(columns.get(0).dataType(), conversion);
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

  private static List<StructField> named(String name, StructType schema) {
    return Arrays.stream(schema.fields()).filter(field -> field.name().equals(name)).toList();
  }

  /**
   * Returns the key columns by which rows with equal keys are found before they are items: all but
   * timestamps that the conversion rounds, because two of them can become the same attribute.
   *
   * @throws IllegalArgumentException if there is none
   */
  public static List<String> exact(
      StructType schema, TableMetadata metadata, ConversionOptions conversion) {
    List<String> exact =
        metadata.key().keySet().stream()
            .filter(name -> !isRounded(named(name, schema).get(0).dataType(), conversion))
            .toList();
    if (exact.isEmpty()) {
      throw new IllegalArgumentException(
          "clusterBy=key cannot find the rows of a key, because timestamps="
              + conversion.timestamps().name().toLowerCase(Locale.ROOT)
              + " rounds the key column "
              + PrintableText.oneLine(String.join(", ", metadata.key().keySet()))
              + ": convert it to a number before the write, or set clusterBy=none");
    }
    return exact;
  }

  private static boolean isRounded(DataType type, ConversionOptions conversion) {
    return type instanceof TimestampType
        && conversion.timestamps() != ConversionOptions.Timestamps.ISO;
  }

  /**
   * Checks that no key column is a timestamp: its text differs from the text in items.
   *
   * @throws IllegalArgumentException with the name of the column
   */
  public static void checkReadable(StructType schema, TableMetadata metadata) {
    for (StructField field : schema.fields()) {
      DataType type = field.dataType();
      if (metadata.key().containsKey(field.name())
          && (type instanceof TimestampType || type instanceof TimestampNTZType)) {
        throw new IllegalArgumentException(
            "column "
                + PrintableText.oneLine(field.name())
                + " is a timestamp: cast it to the type of the key attribute");
      }
    }
  }

  private static String typeOf(DataType type, ConversionOptions conversion) {
    if (isRounded(type, conversion) || Scalars.number(type) != null) {
      return "N";
    }
    if (type instanceof BinaryType) {
      return "B";
    }
    return Scalars.string(type, conversion.timestamps()) != null ? "S" : type.sql();
  }
}
