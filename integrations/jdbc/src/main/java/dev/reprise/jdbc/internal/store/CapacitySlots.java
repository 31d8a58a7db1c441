package dev.reprise.jdbc.internal.store;

import dev.reprise.idempotency.store.StoreFullException;
import java.sql.SQLException;
import java.util.List;

/**
 * The free slots of a bounded store. A transaction that inserts a row takes a slot first, which
 * locks the state row until the transaction ends. No other transaction can insert a row in the
 * meantime, so the count is exact. Deleted rows become free slots when no slot is free and the rows
 * are counted again.
 */
public record CapacitySlots(Statements statements, int maxEntries) {

  /** Value for a store without a bound. */
  public static final int UNBOUNDED = 0;

  /** A full store frees a tenth of its slots at a time, so that it rarely scans all rows. */
  private static final int FREED_FRACTION = 10;

  /** The maximum number of rows that one transaction deletes. */
  public static final int MAX_DELETED = 1_000;

  private record Victim(String key, long token) {}

  void take(StatementRunner sql) throws SQLException {
    if (maxEntries == UNBOUNDED || sql.update(statements.takeSlot(), maxEntries) == 1) {
      return;
    }
    sql.update(statements.setSlots(), maxEntries, 0);
    long free = maxEntries - sql.number(statements.count());
    if (free < 1) {
      free += makeRoom(sql, 1 - free);
    }
    if (free < 1) {
      throw new StoreFullException(maxEntries);
    }
    sql.update(statements.setSlots(), maxEntries, free - 1);
  }

  void giveBack(StatementRunner sql) throws SQLException {
    if (maxEntries != UNBOUNDED) {
      sql.update(statements.returnSlot());
    }
  }

  private long makeRoom(StatementRunner sql, long missing) throws SQLException {
    long wanted = Math.max(missing, Math.min(MAX_DELETED, maxEntries / FREED_FRACTION));
    long freed = delete(sql, statements.expired(), statements.deleteExpired(), wanted);
    if (freed < wanted) {
      freed += delete(sql, statements.oldestSettled(), statements.deleteSettled(), wanted - freed);
    }
    if (freed < missing) {
      freed +=
          delete(sql, statements.earliestEndedLeases(), statements.deleteEnded(), missing - freed);
    }
    return freed;
  }

  /** Deletes rows past their retention. */
  public int purge(StatementRunner sql, int atMost) throws SQLException {
    return delete(sql, statements.expired(), statements.deleteExpired(), atMost);
  }

  /** Deletes the rows that the query finds, except rows that have changed in the meantime. */
  private static int delete(StatementRunner sql, String find, String delete, long atMost)
      throws SQLException {
    List<Victim> victims =
        sql.all(row -> new Victim(row.getString("id"), row.getLong("token")), find, atMost);
    int removed = 0;
    for (Victim victim : victims) {
      removed += sql.update(delete, victim.key(), victim.token());
    }
    return removed;
  }
}
