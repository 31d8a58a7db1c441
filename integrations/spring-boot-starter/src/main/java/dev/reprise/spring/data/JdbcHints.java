package dev.reprise.spring.data;

import java.sql.CallableStatement;
import java.sql.Connection;
import java.sql.DatabaseMetaData;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.Statement;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.springframework.aot.hint.MemberCategory;
import org.springframework.aot.hint.RuntimeHints;
import org.springframework.aot.hint.RuntimeHintsRegistrar;

/**
 * Hints for a native image in which {@code reprise-jdbc} runs: the connections and statements that
 * it passes to the work of a transaction are proxies, it drops a connection by a method of its
 * pool, it recognises data sources of Spring by name, and it reads tables and statements from
 * resources.
 */
final class JdbcHints implements RuntimeHintsRegistrar {

  private static final List<Class<?>> PROXIES =
      List.of(
          Connection.class,
          Statement.class,
          PreparedStatement.class,
          CallableStatement.class,
          ResultSet.class,
          DatabaseMetaData.class);

  private static final String C3P0 = "com.mchange.v2.c3p0.C3P0ProxyConnection";

  /** Data sources and connections that are recognised, and pools whose methods are called. */
  private static final List<String> BY_NAME =
      List.of(
          C3P0,
          "com.zaxxer.hikari.HikariDataSource",
          "com.zaxxer.hikari.pool.ProxyConnection",
          "io.agroal.pool.ConnectionHandler",
          "io.agroal.pool.wrapper.ConnectionWrapper",
          "org.apache.tomcat.jdbc.pool.PooledConnection",
          "org.springframework.jdbc.datasource.ConnectionProxy",
          "org.springframework.jdbc.datasource.SingleConnectionDataSource",
          "org.springframework.jdbc.datasource.TransactionAwareDataSourceProxy");

  @Override
  public void registerHints(RuntimeHints hints, @Nullable ClassLoader loader) {
    for (Class<?> type : PROXIES) {
      hints.proxies().registerJdkProxy(type);
      hints.reflection().registerType(type, MemberCategory.INVOKE_PUBLIC_METHODS);
    }
    for (String name : BY_NAME) {
      hints.reflection().registerTypeIfPresent(loader, name, MemberCategory.INVOKE_PUBLIC_METHODS);
    }
    hints
        .reflection()
        .registerTypeIfPresent(loader, C3P0, type -> type.withField("RAW_CONNECTION"));
    hints
        .resources()
        .registerPattern("dev/reprise/jdbc/classify/*.tsv")
        .registerPattern("dev/reprise/jdbc/internal/store/*.sql");
  }
}
