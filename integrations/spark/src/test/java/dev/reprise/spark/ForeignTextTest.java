package dev.reprise.spark;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowable;

import dev.reprise.spark.internal.convert.ConversionOptions;
import dev.reprise.spark.internal.convert.ItemEncoder;
import dev.reprise.spark.internal.convert.KeyColumns;
import dev.reprise.spark.internal.options.WriteOptions;
import dev.reprise.spark.internal.table.TableLocation;
import dev.reprise.spark.internal.table.TableMetadata;
import dev.reprise.spark.internal.task.CapacityLimit;
import dev.reprise.testing.UntrustedText;
import java.time.Duration;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.UnaryOperator;
import java.util.stream.Stream;
import org.apache.spark.sql.types.DataType;
import org.apache.spark.sql.types.DataTypes;
import org.apache.spark.sql.types.StructField;
import org.apache.spark.sql.types.StructType;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * Tests that messages print names of options, tables and columns on one line, bounded and escaped.
 */
class ForeignTextTest {

  private static final DataType MAP =
      DataTypes.createMapType(DataTypes.LongType, DataTypes.StringType);

  static Stream<Arguments> messages() {
    return Stream.of(
        source("unknown option", text -> message(() -> options("a" + text, "1"))),
        source("choice", text -> message(() -> options("nulls", "a" + text))),
        source("whole number", text -> message(() -> options("parallelism", "a" + text))),
        source("number", text -> message(() -> options("unitsPerSecond", "a" + text))),
        source("policy", text -> message(() -> options("policy", "a" + text))),
        source(
            "endpoint", text -> message(() -> new TableLocation("a", null, "/ " + text).client(1))),
        source("missing set", text -> message(() -> encoder(column("b"), "a" + text))),
        source("set", text -> message(() -> encoder(column("a" + text), "a" + text))),
        source("column twice", text -> message(() -> encoder(twice("a" + text)))),
        source("map", text -> message(() -> encoder(column("a" + text, MAP)))),
        source("column of no type", text -> message(() -> encoder(column("a" + text, interval())))),
        source("missing key", text -> message(() -> check(column("b" + text), "a" + text, "S"))),
        source(
            "key of another type",
            text -> message(() -> check(column("a" + text), "a" + text, "N"))),
        source("time as a key", text -> message(() -> checkReadable("a" + text))),
        source(
            "table on demand", text -> message(() -> CapacityLimit.ofJob(0, 0.5, 0, "a" + text))),
        source("report", text -> report(text).toString()),
        source("dead rows", text -> new DeadRowsException(report(text), 1).getMessage()));
  }

  private static Arguments source(String name, UnaryOperator<String> text) {
    return Arguments.of(name, text);
  }

  @ParameterizedTest(name = "{0}")
  @MethodSource("messages")
  void is_one_line_of_bounded_length_and_escaped(String name, UnaryOperator<String> message) {
    assertThat(message.apply("Xy")).isNotEmpty();
    UntrustedText.assertPrintable(message);
  }

  private static String message(ThrowingCallable call) {
    return catchThrowable(call).getMessage();
  }

  private static WriteOptions options(String name, String value) {
    return WriteOptions.of(Map.of("table", "orders", name, value));
  }

  private static StructType column(String name) {
    return column(name, DataTypes.StringType);
  }

  private static StructType column(String name, DataType type) {
    return new StructType().add(name, type);
  }

  private static StructType twice(String name) {
    StructField field = column(name).fields()[0];
    return new StructType(new StructField[] {field, field});
  }

  private static DataType interval() {
    return DataTypes.CalendarIntervalType;
  }

  private static Object encoder(StructType schema, String... sets) {
    return ItemEncoder.of(
        schema, new ConversionOptions(false, ConversionOptions.Timestamps.MILLIS, Set.of(sets)));
  }

  private static TableMetadata metadata(String key, String type) {
    return new TableMetadata(new LinkedHashMap<>(Map.of(key, type)), 0, 0);
  }

  private static void check(StructType schema, String key, String type) {
    KeyColumns.check(
        schema,
        metadata(key, type),
        new ConversionOptions(false, ConversionOptions.Timestamps.MILLIS, Set.of()));
  }

  private static void checkReadable(String name) {
    KeyColumns.checkReadable(column(name, DataTypes.TimestampType), metadata(name, "N"));
  }

  private static SparkWriteReport report(String text) {
    List<String> texts = Collections.nCopies(10, text);
    return new SparkWriteReport(
        "a" + text, true, 1, 2, 1, 0, 1, 1, 2, 0, 0, 0, 1, texts, texts, Duration.ZERO);
  }
}
