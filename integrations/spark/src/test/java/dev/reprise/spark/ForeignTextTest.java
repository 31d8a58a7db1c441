package dev.reprise.spark;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowable;

import dev.reprise.testing.HostileText;
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

/** Options, tables and columns are printed on one line, bounded and escaped. */
class ForeignTextTest {

  private static final DataType MAP =
      DataTypes.createMapType(DataTypes.LongType, DataTypes.StringType);

  static Stream<Arguments> doors() {
    return Stream.of(
        door("unknown option", text -> message(() -> options("a" + text, "1"))),
        door("choice", text -> message(() -> options("nulls", "a" + text))),
        door("whole number", text -> message(() -> options("parallelism", "a" + text))),
        door("number", text -> message(() -> options("unitsPerSecond", "a" + text))),
        door("policy", text -> message(() -> options("policy", "a" + text))),
        door("endpoint", text -> message(() -> new Target("a", null, "/ " + text).client(1))),
        door("missing set", text -> message(() -> encoder(column("b"), "a" + text))),
        door("set", text -> message(() -> encoder(column("a" + text), "a" + text))),
        door("column twice", text -> message(() -> encoder(twice("a" + text)))),
        door("map", text -> message(() -> encoder(column("a" + text, MAP)))),
        door("column of no type", text -> message(() -> encoder(column("a" + text, interval())))),
        door("missing key", text -> message(() -> check(column("b" + text), "a" + text, "S"))),
        door(
            "key of another type",
            text -> message(() -> check(column("a" + text), "a" + text, "N"))),
        door("time as a key", text -> message(() -> checkReadable("a" + text))),
        door("table on demand", text -> message(() -> Rate.limit(0, 0.5, 0, "a" + text))),
        door("report", text -> report(text).toString()),
        door("dead rows", text -> new RowsDeadException(report(text), 1).getMessage()));
  }

  private static Arguments door(String name, UnaryOperator<String> shows) {
    return Arguments.of(name, shows);
  }

  @ParameterizedTest(name = "{0}")
  @MethodSource("doors")
  void is_one_line_of_bounded_length_and_escaped(String name, UnaryOperator<String> shows) {
    assertThat(shows.apply("Xy")).isNotEmpty();
    HostileText.assertPrintable(shows);
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
    return ItemEncoder.of(schema, new Mapping(false, Mapping.Timestamps.MILLIS, Set.of(sets)));
  }

  private static TableFacts facts(String key, String type) {
    return new TableFacts(new LinkedHashMap<>(Map.of(key, type)), 0, 0);
  }

  private static void check(StructType schema, String key, String type) {
    KeyColumns.check(
        schema, facts(key, type), new Mapping(false, Mapping.Timestamps.MILLIS, Set.of()));
  }

  private static void checkReadable(String name) {
    KeyColumns.checkReadable(column(name, DataTypes.TimestampType), facts(name, "N"));
  }

  private static SparkWriteReport report(String text) {
    List<String> texts = Collections.nCopies(10, text);
    return new SparkWriteReport(
        "a" + text, true, 1, 2, 1, 0, 1, 1, 2, 0, 0, 0, 1, texts, texts, Duration.ZERO);
  }
}
