package dev.reprise.jdbc;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowable;

import dev.reprise.RetryResult;
import dev.reprise.jdbc.classify.SqlClassifier;
import dev.reprise.jdbc.db.Db;
import dev.reprise.jdbc.store.SqlIdempotencyStore;
import java.lang.reflect.Proxy;
import java.sql.Connection;
import java.sql.DatabaseMetaData;
import java.sql.SQLException;
import java.util.function.Function;
import java.util.stream.Stream;
import javax.sql.DataSource;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * Tests that texts of databases, drivers and users are printed on one line, bounded and escaped.
 */
class ForeignTextTest {

  private interface Failing {
    void run() throws Exception;
  }

  private static String messageOf(Failing call) {
    return catchThrowable(call::run).getMessage();
  }

  private static Connection leadingTo(String product) {
    return answering(
        Connection.class,
        method ->
            switch (method) {
              case "getMetaData" ->
                  answering(DatabaseMetaData.class, inner -> inner.startsWith("get") ? product : 0);
              case "toString" -> product;
              case "getAutoCommit" -> true;
              case "getNetworkTimeout", "getTransactionIsolation" -> 0;
              default -> null;
            });
  }

  private static <P> P answering(Class<P> type, Function<String, Object> answers) {
    return type.cast(
        Proxy.newProxyInstance(
            type.getClassLoader(),
            new Class<?>[] {type},
            (proxy, method, args) -> answers.apply(method.getName())));
  }

  private static DataSource failing(String text) {
    return Sql.source(
        () -> {
          throw new SQLException(text, "28000");
        });
  }

  static Stream<Arguments> doors() {
    return Stream.of(
        door("state", text -> messageOf(() -> SqlClassifier.standard().withStateRule(text, null))),
        door(
            "diagnosis",
            text ->
                SqlClassifier.standard()
                    .diagnose(new SQLException(text, "40001"))
                    .orElseThrow()
                    .toString()),
        door(
            "table",
            text -> messageOf(() -> SqlIdempotencyStore.on(Db.H2.fresh()).table(text).open())),
        door("store", text -> messageOf(() -> SqlIdempotencyStore.on(failing(text)).open())),
        door(
            "product",
            text ->
                messageOf(() -> SqlIdempotencyStore.on(Sql.source(() -> leadingTo(text))).open())),
        door(
            "connection",
            text -> {
              RetryResult<String> result =
                  TransactionRetry.on(Sql.source(() -> leadingTo(text)))
                      .executeInTransaction(Connection::toString);
              return result.value();
            }),
        door(
            "report",
            text ->
                TransactionRetry.on(failing(text))
                    .executeInTransaction(connection -> 1)
                    .report()
                    .records()
                    .get(0)
                    .toString()));
  }

  private static Arguments door(String name, Function<String, String> door) {
    return Arguments.of(name, door);
  }

  @ParameterizedTest(name = "{0}")
  @MethodSource("doors")
  void is_one_line_bounded_and_escaped(String name, Function<String, String> door) {
    for (String hostile :
        new String[] {
          "a\nb",
          "a\r\nb",
          "a\u001b[31mb",
          "a\u202eb",
          "a\ud800b",
          "a\u0000b",
          "x".repeat(3_000_000)
        }) {
      String printed = door.apply(hostile);
      assertThat(printed.length()).isLessThan(1_000);
      assertThat(printed.chars())
          .as(printed)
          .noneMatch(character -> character < ' ' || character == 0x7f || character == 0x202e)
          .noneMatch(character -> Character.isSurrogate((char) (int) character));
    }
  }
}
