package dev.reprise.spark.internal.convert;

import dev.reprise.text.PrintableText;
import java.io.Serializable;
import java.math.BigDecimal;
import java.time.DateTimeException;
import java.time.Instant;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.RowFactory;
import org.apache.spark.sql.types.ArrayType;
import org.apache.spark.sql.types.BinaryType;
import org.apache.spark.sql.types.BooleanType;
import org.apache.spark.sql.types.ByteType;
import org.apache.spark.sql.types.DataType;
import org.apache.spark.sql.types.DateType;
import org.apache.spark.sql.types.DecimalType;
import org.apache.spark.sql.types.DoubleType;
import org.apache.spark.sql.types.FloatType;
import org.apache.spark.sql.types.IntegerType;
import org.apache.spark.sql.types.LongType;
import org.apache.spark.sql.types.MapType;
import org.apache.spark.sql.types.ShortType;
import org.apache.spark.sql.types.StringType;
import org.apache.spark.sql.types.StructField;
import org.apache.spark.sql.types.StructType;
import org.apache.spark.sql.types.TimestampNTZType;
import org.apache.spark.sql.types.TimestampType;
import org.jspecify.annotations.Nullable;
import scala.jdk.javaapi.CollectionConverters;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;

/**
 * Converts items to rows of a schema, the reverse of {@link ItemEncoder}. A missing or NULL
 * attribute becomes null, and a set becomes an array. A value that does not fit its column fails; a
 * number is rounded only for a column of type float or double, and a time is cut to microseconds,
 * the precision of Spark. Dates and timestamps are values of {@code java.time}, for any session.
 *
 * @param timestamps unit of numbers that become timestamps
 */
public record ItemDecoder(ConversionOptions.Timestamps timestamps) implements Serializable {

  /**
   * Checks that attributes can be converted to every type of a schema.
   *
   * @throws IllegalArgumentException with the name of the column
   */
  public static void check(DataType type, String path) {
    if (type instanceof StructType struct) {
      for (StructField field : struct.fields()) {
        check(field.dataType(), path.isEmpty() ? field.name() : path + "." + field.name());
      }
    } else if (type instanceof ArrayType array) {
      check(array.elementType(), path + ".element");
    } else if (type instanceof MapType map && map.keyType() instanceof StringType) {
      check(map.valueType(), path + ".value");
    } else if (Scalars.number(type) == null
        && Scalars.string(type, ConversionOptions.Timestamps.ISO) == null
        && !(type instanceof BooleanType)
        && !(type instanceof BinaryType)) {
      throw new IllegalArgumentException(
          "column "
              + PrintableText.oneLine(path)
              + ": an item cannot hold the type "
              + PrintableText.oneLine(type.sql()));
    }
  }

  public Row row(Map<String, AttributeValue> item, StructType schema, String path) {
    StructField[] fields = schema.fields();
    @Nullable Object[] values = new Object[fields.length];
    for (int at = 0; at < fields.length; at++) {
      String name = fields[at].name();
      values[at] =
          value(item.get(name), fields[at].dataType(), path.isEmpty() ? name : path + "." + name);
    }
    return RowFactory.create(values);
  }

  private @Nullable Object value(@Nullable AttributeValue value, DataType type, String path) {
    if (value == null || value.type() == AttributeValue.Type.NUL) {
      return null;
    }
    try {
      Object decoded = known(value, type, path);
      if (decoded != null) {
        return decoded;
      }
    } catch (ArithmeticException | IllegalArgumentException | DateTimeException wrong) {
      throw unfit(value, type, path, wrong);
    }
    throw unfit(value, type, path, null);
  }

  /** Returns a failure that does not contain the value, which may be confidential. */
  private static IllegalArgumentException unfit(
      AttributeValue value, DataType type, String path, @Nullable RuntimeException cause) {
    if (cause instanceof UnfitValueException inner) {
      return inner;
    }
    return new UnfitValueException(
        "attribute " + path + " of type " + value.type() + " does not fit into " + type.sql());
  }

  /** Failure for a value that does not fit its column, with the path of the attribute. */
  private static final class UnfitValueException extends IllegalArgumentException {

    private static final long serialVersionUID = 1L;

    UnfitValueException(String message) {
      super(message);
    }
  }

  private @Nullable Object known(AttributeValue value, DataType type, String path) {
    return switch (value.type()) {
      case S -> ofString(value.s(), type);
      case N -> ofNumber(new BigDecimal(value.n()), type);
      case BOOL -> type instanceof BooleanType ? value.bool() : null;
      case B -> type instanceof BinaryType ? value.b().asByteArray() : null;
      case M -> ofMap(value.m(), type, path);
      case L -> array(value.l(), type, path);
      case SS -> array(value.ss().stream().map(AttributeValue::fromS).toList(), type, path);
      case NS -> array(value.ns().stream().map(AttributeValue::fromN).toList(), type, path);
      case BS -> array(value.bs().stream().map(AttributeValue::fromB).toList(), type, path);
      default -> null;
    };
  }

  private @Nullable Object ofString(String text, DataType type) {
    if (type instanceof StringType) {
      return text;
    }
    if (type instanceof DateType) {
      return TimeConversions.storable(LocalDate.parse(text));
    }
    if (type instanceof TimestampNTZType) {
      return TimeConversions.storable(LocalDateTime.parse(text));
    }
    return type instanceof TimestampType ? TimeConversions.storable(Instant.parse(text)) : null;
  }

  private @Nullable Object ofNumber(BigDecimal number, DataType type) {
    if (type instanceof LongType) {
      return number.longValueExact();
    }
    if (type instanceof IntegerType) {
      return number.intValueExact();
    }
    if (type instanceof ShortType) {
      return number.shortValueExact();
    }
    if (type instanceof ByteType) {
      return number.byteValueExact();
    }
    if (type instanceof DoubleType) {
      double rounded = number.doubleValue();
      return Double.isInfinite(rounded) ? null : rounded;
    }
    if (type instanceof FloatType) {
      float rounded = number.floatValue();
      return Float.isInfinite(rounded) ? null : rounded;
    }
    if (type instanceof DecimalType decimal) {
      BigDecimal scaled = number.setScale(decimal.scale());
      return scaled.precision() > decimal.precision() ? null : scaled;
    }
    return type instanceof TimestampType
        ? TimeConversions.storable(TimeConversions.instant(number.longValueExact(), timestamps))
        : null;
  }

  private @Nullable Object ofMap(
      Map<String, AttributeValue> attributes, DataType type, String path) {
    if (type instanceof StructType struct) {
      return row(attributes, struct, path);
    }
    if (!(type instanceof MapType map)) {
      return null;
    }
    Map<String, @Nullable Object> decoded = new LinkedHashMap<>();
    attributes.forEach(
        (name, value) -> decoded.put(name, value(value, map.valueType(), path + "." + name)));
    return CollectionConverters.asScala(decoded);
  }

  private @Nullable Object array(List<AttributeValue> values, DataType type, String path) {
    if (!(type instanceof ArrayType array)) {
      return null;
    }
    @Nullable Object[] decoded = new Object[values.size()];
    for (int at = 0; at < decoded.length; at++) {
      decoded[at] = value(values.get(at), array.elementType(), path + "[" + at + "]");
    }
    return decoded;
  }
}
