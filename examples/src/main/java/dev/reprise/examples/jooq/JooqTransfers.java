package dev.reprise.examples.jooq;

import static org.jooq.impl.DSL.field;
import static org.jooq.impl.DSL.name;
import static org.jooq.impl.DSL.table;

import dev.reprise.jdbc.TransactionRetry;
import java.sql.SQLException;
import org.jooq.DSLContext;
import org.jooq.Field;
import org.jooq.Record;
import org.jooq.SQLDialect;
import org.jooq.Table;
import org.jooq.impl.DSL;

/** jOOQ on the connection of a retried transaction. */
public final class JooqTransfers {

  private static final Table<Record> ACCOUNT = table(name("account"));
  private static final Field<Integer> ID = field(name("id"), Integer.class);
  private static final Field<Long> BALANCE = field(name("balance"), Long.class);

  private final TransactionRetry transactions;
  private final SQLDialect dialect;

  /**
   * Transfers between accounts.
   *
   * @param transactions made once for the data source
   * @param dialect of the database
   */
  public JooqTransfers(TransactionRetry transactions, SQLDialect dialect) {
    this.transactions = transactions;
    this.dialect = dialect;
  }

  long transfer(int from, int to, long amount) throws SQLException {
    return transactions.inTransaction(
        connection -> {
          DSLContext sql = DSL.using(connection, dialect);
          add(sql, from, -amount);
          add(sql, to, amount);
          return sql.select(BALANCE).from(ACCOUNT).where(ID.eq(from)).fetchSingle(BALANCE);
        });
  }

  private static void add(DSLContext sql, int account, long amount) {
    sql.update(ACCOUNT).set(BALANCE, BALANCE.plus(amount)).where(ID.eq(account)).execute();
  }
}
