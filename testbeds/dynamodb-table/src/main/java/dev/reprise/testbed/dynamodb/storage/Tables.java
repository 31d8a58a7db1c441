package dev.reprise.testbed.dynamodb.storage;

import dev.reprise.testbed.dynamodb.protocol.ServiceError;
import java.util.NavigableMap;
import java.util.concurrent.ConcurrentNavigableMap;
import java.util.concurrent.ConcurrentSkipListMap;

/** The tables of a server by name. */
public final class Tables {

  private final ConcurrentNavigableMap<String, Table> byName = new ConcurrentSkipListMap<>();

  public void add(Table table) {
    String name = table.description().name();
    if (byName.putIfAbsent(name, table) != null) {
      throw ServiceError.tableExists(name);
    }
  }

  /** Returns the table that an operation on items names. */
  public Table get(String name) {
    Table table = byName.get(name);
    if (table == null) {
      throw ServiceError.tableNotFound();
    }
    return table;
  }

  /**
   * Returns the table that an operation on tables names; the error for a missing table names it.
   */
  public Table describe(String name) {
    Table table = byName.get(name);
    if (table == null) {
      throw ServiceError.tableNotFound(name);
    }
    return table;
  }

  public Table remove(String name) {
    Table table = byName.remove(name);
    if (table == null) {
      throw ServiceError.tableNotFound(name);
    }
    return table;
  }

  public NavigableMap<String, Table> all() {
    return byName;
  }
}
