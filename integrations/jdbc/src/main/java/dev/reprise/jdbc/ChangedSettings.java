package dev.reprise.jdbc;

import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Objects;
import java.util.Properties;

/**
 * The settings of a connection that the work changes by its setters, each as it was before the
 * first change. Pools put back some of them, none puts back all.
 */
final class ChangedSettings {

  private static final Map<String, String> MAY_BE_LIVE =
      Map.of("getTypeMap", "setTypeMap", "getClientInfo", "setClientInfo");

  private final Connection connection;
  private final Map<String, Undo> undo = new LinkedHashMap<>();

  private interface Undo {
    void run() throws SQLException;
  }

  ChangedSettings(Connection connection) {
    this.connection = connection;
  }

  /**
   * Remembers what the method is about to change; most do nothing here. Drivers may return what
   * they hold instead of a copy, which the work then changes: that is remembered when it is asked
   * for.
   */
  void remember(String method) throws SQLException {
    String setter = MAY_BE_LIVE.getOrDefault(method, method);
    if (!undo.containsKey(setter)) {
      switch (setter) {
        case "setSchema" -> undo.put(setter, schema());
        case "setCatalog" -> {
          String before = connection.getCatalog();
          undo.put(setter, () -> connection.setCatalog(before));
        }
        case "setNetworkTimeout" -> {
          int before = connection.getNetworkTimeout();
          undo.put(setter, () -> connection.setNetworkTimeout(Runnable::run, before));
        }
        case "setHoldability" -> {
          int before = connection.getHoldability();
          undo.put(setter, () -> connection.setHoldability(before));
        }
        case "setTypeMap" -> undo.put(setter, typeMap());
        case "setClientInfo" -> undo.put(setter, clientInfo());
        default -> {}
      }
    }
  }

  private Undo typeMap() throws SQLException {
    Map<String, Class<?>> live = connection.getTypeMap();
    Map<String, Class<?>> before = live == null ? null : new HashMap<>(live);
    return () -> {
      if (!Objects.equals(before, connection.getTypeMap())) {
        connection.setTypeMap(before);
      }
    };
  }

  /** No driver that returns null keeps what it is given. */
  private Undo clientInfo() throws SQLException {
    Properties live = connection.getClientInfo();
    if (live == null) {
      return () -> {};
    }
    Properties before = (Properties) live.clone();
    return () -> {
      if (!before.equals(connection.getClientInfo())) {
        connection.setClientInfo(before);
      }
    };
  }

  /** PostgreSQL's schema is the first of a list, of which {@code getSchema} knows no more. */
  private Undo schema() throws SQLException {
    String before = connection.getSchema();
    if (!"PostgreSQL".equals(connection.getMetaData().getDatabaseProductName())) {
      return () -> connection.setSchema(before);
    }
    String path = searchPath();
    return () -> {
      connection.setSchema(before); // for pools that remember it
      setSearchPath(path);
    };
  }

  private String searchPath() throws SQLException {
    try (Statement statement = connection.createStatement();
        ResultSet row = statement.executeQuery("SELECT current_setting('search_path')")) {
      row.next();
      return row.getString(1);
    }
  }

  private void setSearchPath(String path) throws SQLException {
    String sql = "SELECT set_config('search_path', ?, false)";
    try (PreparedStatement statement = connection.prepareStatement(sql)) {
      statement.setString(1, path);
      statement.execute();
    }
  }

  /**
   * Puts all of them back, out of a transaction: what PostgreSQL sets in one is gone with its
   * rollback. The transaction of the work is over.
   */
  void putBack() throws SQLException {
    if (undo.isEmpty()) {
      return;
    }
    boolean autoCommit = connection.getAutoCommit();
    if (!autoCommit) {
      connection.setAutoCommit(true);
    }
    for (Undo each : undo.values()) {
      each.run();
    }
    if (!autoCommit) {
      connection.setAutoCommit(false);
    }
  }
}
