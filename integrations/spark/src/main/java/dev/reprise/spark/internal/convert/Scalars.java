package dev.reprise.spark.internal.convert;

import dev.reprise.text.PrintableText;
import java.time.LocalDate;
import org.apache.spark.sql.catalyst.expressions.SpecializedGetters;
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
import org.apache.spark.sql.types.NullType;
import org.apache.spark.sql.types.ShortType;
import org.apache.spark.sql.types.StringType;
import org.apache.spark.sql.types.TimestampNTZType;
import org.apache.spark.sql.types.TimestampType;
import org.jspecify.annotations.Nullable;
import software.amazon.awssdk.core.SdkBytes;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;

/** Conversion of columns of scalar types. */
final class Scalars {

  /** Conversion of a value, not null, to text. */
  @FunctionalInterface
  interface Text {
    String of(SpecializedGetters from, int at);
  }

  private Scalars() {}

  /** Returns the conversion of a numeric type; null for other types. */
  static @Nullable Text number(DataType type) {
    if (type instanceof IntegerType) {
      return (from, at) -> Integer.toString(from.getInt(at));
    }
    if (type instanceof LongType) {
      return (from, at) -> Long.toString(from.getLong(at));
    }
    if (type instanceof ShortType) {
      return (from, at) -> Short.toString(from.getShort(at));
    }
    if (type instanceof ByteType) {
      return (from, at) -> Byte.toString(from.getByte(at));
    }
    if (type instanceof DoubleType) {
      return (from, at) -> text(from.getDouble(at));
    }
    if (type instanceof FloatType) {
      return (from, at) -> text(from.getFloat(at));
    }
    if (type instanceof DecimalType decimal) {
      int precision = decimal.precision();
      int scale = decimal.scale();
      return (from, at) -> from.getDecimal(at, precision, scale).toJavaBigDecimal().toString();
    }
    return null;
  }

  /** Returns the conversion of a type that is written as a string; null for other types. */
  static @Nullable Text string(DataType type, ConversionOptions.Timestamps timestamps) {
    if (type instanceof StringType) {
      return (from, at) -> from.getUTF8String(at).toString();
    }
    if (type instanceof DateType) {
      return (from, at) -> LocalDate.ofEpochDay(from.getInt(at)).toString();
    }
    if (type instanceof TimestampNTZType) {
      return (from, at) -> TimeConversions.text(from.getLong(at), false);
    }
    if (type instanceof TimestampType && timestamps == ConversionOptions.Timestamps.ISO) {
      return (from, at) -> TimeConversions.text(from.getLong(at), true);
    }
    return null;
  }

  /**
   * Returns the conversion of other types.
   *
   * @throws IllegalArgumentException if no item can hold the type
   */
  static ItemEncoder.Value other(
      DataType type, ConversionOptions.Timestamps timestamps, String path) {
    if (type instanceof TimestampType) {
      return (from, at) ->
          AttributeValue.fromN(TimeConversions.number(from.getLong(at), timestamps));
    }
    if (type instanceof BooleanType) {
      return (from, at) -> AttributeValue.fromBool(from.getBoolean(at));
    }
    if (type instanceof BinaryType) {
      return (from, at) -> AttributeValue.fromB(SdkBytes.fromByteArray(from.getBinary(at)));
    }
    if (type instanceof NullType) {
      return (from, at) -> null;
    }
    throw new IllegalArgumentException(
        "column "
            + PrintableText.oneLine(path)
            + ": an item cannot hold the type "
            + PrintableText.oneLine(type.sql()));
  }

  /** Returns the shortest text that parses to the same number; negative zero becomes 0. */
  private static String text(double value) {
    return value == 0 ? "0" : Double.toString(value);
  }

  private static String text(float value) {
    return value == 0 ? "0" : Float.toString(value);
  }
}
