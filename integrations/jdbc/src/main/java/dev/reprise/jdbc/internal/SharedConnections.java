package dev.reprise.jdbc.internal;

import java.util.Map;
import javax.sql.DataSource;

/** Data sources that lend a connection which somebody else uses at the same time. */
public final class SharedConnections {

  private static final String SPRING = "org.springframework.jdbc.datasource.";

  private static final Map<String, String> REASONS =
      Map.of(
          SPRING + "TransactionAwareDataSourceProxy",
          "it lends the connection of a running transaction, which would be ended;"
              + " use its target data source",
          SPRING + "SingleConnectionDataSource",
          "it lends one connection to all threads, and no other if that breaks; use a pool");

  private SharedConnections() {}

  /**
   * Refuses such a data source; transactions would end each other there.
   *
   * @param dataSource asked for connections later
   * @return the data source
   * @throws IllegalArgumentException if it is one of them, named with the reason
   */
  public static DataSource refuse(DataSource dataSource) {
    for (Class<?> type = dataSource.getClass(); type != null; type = type.getSuperclass()) {
      String reason = REASONS.get(type.getName());
      if (reason != null) {
        throw new IllegalArgumentException(
            "dataSource must not be a " + type.getSimpleName() + ": " + reason);
      }
    }
    return dataSource;
  }
}
