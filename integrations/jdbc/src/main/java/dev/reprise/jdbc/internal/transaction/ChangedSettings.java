package dev.reprise.jdbc.internal.transaction;

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
 * The original values of the settings that the work changes by setters of the connection. Pools
 * restore only some of them.
 */
final class ChangedSettings {

  private static final Map<String, String> LIVE_GETTERS =
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
   * Stores the original value of the setting that a method is about to change. Some drivers return
   * their own map instead of a copy, which the work can change, so its getter counts as a setter.
   * Methods that change no setting have no effect here.
   */
  void remember(String method) throws SQLException {
    String setter = LIVE_GETTERS.getOrDefault(method, method);
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

  /** A driver that returns null does not store client info. */
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

  /** In PostgreSQL, {@code getSchema} returns only the first schema of the search path. */
  private Undo schema() throws SQLException {
    String before = connection.getSchema();
    if (!"PostgreSQL".equals(connection.getMetaData().getDatabaseProductName())) {
      return () -> connection.setSchema(before);
    }
    String path = searchPath();
    return () -> {
      connection.setSchema(before); // for pools that store it
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
   * Restores all changed settings after the transaction of the work has ended, and outside of any
   * transaction: PostgreSQL undoes changes of settings when it rolls back.
   */
  void restore() throws SQLException {
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
