package dev.reprise.spark.internal.convert;

import dev.reprise.text.PrintableText;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Function;
import org.apache.spark.sql.catalyst.expressions.SpecializedGetters;
import org.apache.spark.sql.catalyst.util.ArrayData;
import org.apache.spark.sql.catalyst.util.MapData;
import org.apache.spark.sql.types.ArrayType;
import org.apache.spark.sql.types.BinaryType;
import org.apache.spark.sql.types.DataType;
import org.apache.spark.sql.types.MapType;
import org.apache.spark.sql.types.Metadata;
import org.apache.spark.sql.types.StringType;
import org.apache.spark.sql.types.StructField;
import org.apache.spark.sql.types.StructType;
import org.jspecify.annotations.Nullable;
import software.amazon.awssdk.core.SdkBytes;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;

/**
 * Converts rows to items, directly from Spark's internal form of a row. It chooses the conversion
 * of each column once, by the schema, and refuses a type that no item can hold.
 */
public final class ItemEncoder {

  private static final AttributeValue NULL = AttributeValue.fromNul(true);

  /** Reads a value that is not null; returns null for a value that is omitted. */
  @FunctionalInterface
  interface Value {
    @Nullable AttributeValue encode(SpecializedGetters from, int at);
  }

  private final String[] names;
  private final Value[] values;
  private final boolean writesNulls;

  private ItemEncoder(String[] names, Value[] values, boolean writesNulls) {
    this.names = names;
    this.values = values;
    this.writesNulls = writesNulls;
  }

  /**
   * Chooses the conversion of each column.
   *
   * @throws IllegalArgumentException if a column appears twice, has a type that cannot be stored,
   *     is declared as a set but is not an array of scalars, or has unknown metadata of DynamoDB
   */
  public static ItemEncoder of(StructType schema, ConversionOptions options) {
    SchemaReader reader = new SchemaReader(options);
    ItemEncoder encoder = reader.struct(schema, "");
    Set<String> unknown = new HashSet<>(options.sets());
    unknown.removeAll(reader.setsSeen);
    if (!unknown.isEmpty()) {
      throw new IllegalArgumentException(
          "sets names columns that do not exist: " + PrintableText.oneLine(unknown.toString()));
    }
    return encoder;
  }

  /** Returns the item of a row. The item does not refer to the row, because Spark reuses it. */
  public Map<String, AttributeValue> encode(SpecializedGetters row) {
    Map<String, AttributeValue> item = new LinkedHashMap<>(names.length * 2);
    for (int at = 0; at < names.length; at++) {
      AttributeValue value = row.isNullAt(at) ? null : values[at].encode(row, at);
      if (value != null) {
        item.put(names[at], value);
      } else if (writesNulls) {
        item.put(names[at], NULL);
      }
    }
    return item;
  }

  private static AttributeValue number(String text) {
    return AttributeValue.fromN(text);
  }

  /** Chooses the conversions of a schema. */
  private static final class SchemaReader {

    private final ConversionOptions options;
    private final Set<String> setsSeen = new HashSet<>();

    SchemaReader(ConversionOptions options) {
      this.options = options;
    }

    ItemEncoder struct(StructType schema, String path) {
      StructField[] fields = schema.fields();
      String[] names = new String[fields.length];
      Value[] values = new Value[fields.length];
      Set<String> seen = new HashSet<>();
      for (int at = 0; at < fields.length; at++) {
        StructField field = fields[at];
        String inner = path.isEmpty() ? field.name() : path + "." + field.name();
        if (!seen.add(field.name())) {
          throw new IllegalArgumentException(
              "column " + PrintableText.oneLine(inner) + " appears twice");
        }
        names[at] = field.name();
        values[at] = isSet(field, inner) ? set(field.dataType(), inner) : value(field, inner);
      }
      return new ItemEncoder(names, values, options.writesNulls());
    }

    private boolean isSet(StructField field, String path) {
      setsSeen.add(path);
      return options.sets().contains(path) || isMarked(field.metadata(), path);
    }

    private static boolean isMarked(Metadata metadata, String path) {
      if (!metadata.contains(ConversionOptions.METADATA)) {
        return false;
      }
      String text;
      try {
        text = String.valueOf(metadata.getString(ConversionOptions.METADATA));
      } catch (ClassCastException other) {
        text = "no string";
      }
      if (!"set".equalsIgnoreCase(text)) {
        throw new IllegalArgumentException(
            "column "
                + PrintableText.oneLine(path)
                + ": the only value of dynamodb in the metadata of a column is set, but it was "
                + PrintableText.oneLine(text));
      }
      return true;
    }

    private Value value(StructField field, String path) {
      return value(field.dataType(), path);
    }

    private Value value(DataType type, String path) {
      Scalars.@Nullable Text number = Scalars.number(type);
      if (number != null) {
        return (from, at) -> number(number.of(from, at));
      }
      Scalars.@Nullable Text string = Scalars.string(type, options.timestamps());
      if (string != null) {
        return (from, at) -> AttributeValue.fromS(string.of(from, at));
      }
      if (type instanceof ArrayType array) {
        return list(array, path);
      }
      if (type instanceof MapType map) {
        return map(map, path);
      }
      if (type instanceof StructType struct) {
        ItemEncoder inner = struct(struct, path);
        int size = struct.length();
        return (from, at) -> AttributeValue.fromM(inner.encode(from.getStruct(at, size)));
      }
      return Scalars.other(type, options.timestamps(), path);
    }

    private Value list(ArrayType type, String path) {
      Value element = value(type.elementType(), path + ".element");
      return (from, at) -> {
        ArrayData array = from.getArray(at);
        List<AttributeValue> values = new ArrayList<>(array.numElements());
        for (int i = 0; i < array.numElements(); i++) {
          AttributeValue value = array.isNullAt(i) ? null : element.encode(array, i);
          values.add(value == null ? NULL : value);
        }
        return AttributeValue.fromL(values);
      };
    }

    private Value map(MapType type, String path) {
      if (!(type.keyType() instanceof StringType)) {
        throw new IllegalArgumentException(
            "column "
                + PrintableText.oneLine(path)
                + ": keys of a map must be strings, but were "
                + PrintableText.oneLine(type.keyType().sql()));
      }
      Value element = value(type.valueType(), path + ".value");
      boolean writesNulls = options.writesNulls();
      return (from, at) -> {
        MapData map = from.getMap(at);
        ArrayData keys = map.keyArray();
        ArrayData values = map.valueArray();
        Map<String, AttributeValue> encoded = new LinkedHashMap<>(map.numElements() * 2);
        for (int i = 0; i < map.numElements(); i++) {
          AttributeValue value = values.isNullAt(i) ? null : element.encode(values, i);
          if (value != null || writesNulls) {
            encoded.put(keys.getUTF8String(i).toString(), value == null ? NULL : value);
          }
        }
        return AttributeValue.fromM(encoded);
      };
    }

    /** Converts an array to a set without nulls and duplicates; an empty set counts as null. */
    private Value set(DataType type, String path) {
      DataType element = type instanceof ArrayType array ? array.elementType() : type;
      Scalars.@Nullable Text number = Scalars.number(element);
      Scalars.@Nullable Text string = Scalars.string(element, options.timestamps());
      if (!(type instanceof ArrayType)
          || (number == null && string == null && !isBinary(element))) {
        throw new IllegalArgumentException(
            "column "
                + PrintableText.oneLine(path)
                + ": a set must be an array of strings, numbers or binary, but was "
                + PrintableText.oneLine(type.sql()));
      }
      if (number != null) {
        return texts(number, AttributeValue::fromNs);
      }
      return string != null ? texts(string, AttributeValue::fromSs) : binaries();
    }

    private static boolean isBinary(DataType type) {
      return type instanceof BinaryType;
    }

    private static Value texts(Scalars.Text element, Function<List<String>, AttributeValue> maker) {
      return (from, at) -> {
        ArrayData array = from.getArray(at);
        Set<String> distinct = new LinkedHashSet<>();
        for (int i = 0; i < array.numElements(); i++) {
          if (!array.isNullAt(i)) {
            distinct.add(element.of(array, i));
          }
        }
        return distinct.isEmpty() ? null : maker.apply(List.copyOf(distinct));
      };
    }

    private static Value binaries() {
      return (from, at) -> {
        ArrayData array = from.getArray(at);
        Set<SdkBytes> distinct = new LinkedHashSet<>();
        for (int i = 0; i < array.numElements(); i++) {
          if (!array.isNullAt(i)) {
            distinct.add(SdkBytes.fromByteArray(array.getBinary(i)));
          }
        }
        return distinct.isEmpty() ? null : AttributeValue.fromBs(List.copyOf(distinct));
      };
    }
  }
}
