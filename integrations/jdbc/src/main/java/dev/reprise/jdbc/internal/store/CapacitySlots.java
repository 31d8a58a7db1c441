package dev.reprise.jdbc.internal.store;

import dev.reprise.idempotency.store.StoreFullException;
import java.sql.SQLException;
import java.util.List;

/**
 * The free slots of a bounded store. A transaction that inserts a row takes a slot first and so
 * locks the state row until it ends. No other transaction inserts meanwhile, so the count is exact.
 * Deleted rows become free slots when the slots are used up and the rows are counted again.
 */
public record CapacitySlots(Statements statements, int maxEntries) {

  /** No bound. */
  public static final int UNBOUNDED = 0;

  /** A full store frees a tenth of its slots at once, so that it seldom scans all rows. */
  private static final int PART = 10;

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
    long wanted = Math.max(missing, Math.min(MAX_DELETED, maxEntries / PART));
    long freed = forget(sql, statements.aged(), statements.forgetAged(), wanted);
    if (freed < wanted) {
      freed += forget(sql, statements.oldestSettled(), statements.forgetSettled(), wanted - freed);
    }
    if (freed < missing) {
      freed += forget(sql, statements.endedLongestAgo(), statements.forgetEnded(), missing - freed);
    }
    return freed;
  }

  /** Deletes rows past their retention. */
  public int purge(StatementRunner sql, int atMost) throws SQLException {
    return forget(sql, statements.aged(), statements.forgetAged(), atMost);
  }

  /** Deletes the rows found, except those that changed since. */
  private static int forget(StatementRunner sql, String find, String delete, long atMost)
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
