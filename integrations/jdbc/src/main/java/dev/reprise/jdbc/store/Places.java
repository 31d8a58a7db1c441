package dev.reprise.jdbc.store;

import dev.reprise.idempotency.store.StoreFullException;
import java.sql.SQLException;
import java.util.List;

/**
 * The places of a bounded store. Who inserts a row takes a place first, and so holds the state's
 * row until its transaction ends: nobody else inserts in between, and the count is exact. Rows that
 * are deleted are found when the places are used up and counted anew.
 */
record Places(Statements statements, int maxEntries) {

  /** No bound. */
  static final int UNBOUNDED = 0;

  /** A store frees a tenth of its places at once, so that it seldom looks through all of them. */
  private static final int PART = 10;

  /** And no more than so many, which one transaction may well delete. */
  static final int MOST = 1_000;

  private record Victim(String key, long token) {}

  void take(Sql sql) throws SQLException {
    if (maxEntries == UNBOUNDED || sql.update(statements.takePlace(), maxEntries) == 1) {
      return;
    }
    sql.update(statements.setPlaces(), maxEntries, 0);
    long free = maxEntries - sql.number(statements.count());
    if (free < 1) {
      free += makeRoom(sql, 1 - free);
    }
    if (free < 1) {
      throw new StoreFullException(maxEntries);
    }
    sql.update(statements.setPlaces(), maxEntries, free - 1);
  }

  void giveBack(Sql sql) throws SQLException {
    if (maxEntries != UNBOUNDED) {
      sql.update(statements.givePlaceBack());
    }
  }

  private long makeRoom(Sql sql, long missing) throws SQLException {
    long wanted = Math.max(missing, Math.min(MOST, maxEntries / PART));
    long freed = forget(sql, statements.aged(), statements.forgetAged(), wanted);
    if (freed < wanted) {
      freed += forget(sql, statements.oldestSettled(), statements.forgetSettled(), wanted - freed);
    }
    if (freed < missing) {
      freed += forget(sql, statements.endedLongestAgo(), statements.forgetEnded(), missing - freed);
    }
    return freed;
  }

  /** Removes what is too old. */
  int purge(Sql sql, int atMost) throws SQLException {
    return forget(sql, statements.aged(), statements.forgetAged(), atMost);
  }

  /** A row that has changed since it was found stays. */
  private static int forget(Sql sql, String find, String delete, long atMost) throws SQLException {
    List<Victim> victims =
        sql.all(row -> new Victim(row.getString("id"), row.getLong("token")), find, atMost);
    int removed = 0;
    for (Victim victim : victims) {
      removed += sql.update(delete, victim.key(), victim.token());
    }
    return removed;
  }
}
