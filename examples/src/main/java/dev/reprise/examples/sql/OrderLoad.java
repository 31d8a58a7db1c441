package dev.reprise.examples.sql;

import dev.reprise.batch.Batch;
import dev.reprise.batch.report.BatchReport;
import dev.reprise.jdbc.TransactionRetry;
import java.util.Iterator;
import javax.sql.DataSource;

/** Loads orders into a database. */
public final class OrderLoad {

  record Order(long id, String customer) {}

  private final Batch<Order> inserts;
  private final Batch<Order> upserts;

  /**
   * Loads orders into a table {@code orders}.
   *
   * @param dataSource a pool of connections
   */
  public OrderLoad(DataSource dataSource) {
    TransactionRetry transactions =
        TransactionRetry.on(dataSource)
            .policy(TransactionRetry.defaultPolicy().toBuilder().withoutTimeLimit().build());
    inserts =
        transactions.batch(
            "INSERT INTO orders (id, customer) VALUES (?, ?)",
            (statement, order) -> {
              statement.setLong(1, order.id());
              statement.setString(2, order.customer());
            });
    upserts =
        transactions
            .idempotent()
            .batch(
                "MERGE INTO orders KEY (id) VALUES (?, ?)",
                (statement, order) -> {
                  statement.setLong(1, order.id());
                  statement.setString(2, order.customer());
                });
  }

  BatchReport<Order> insert(Iterator<Order> orders) {
    BatchReport<Order> report = inserts.chunkSize(500).parallelism(4).run(orders);
    report.deadLetters().forEach(dead -> System.err.println(dead.item() + ": " + dead.message()));
    return report;
  }

  BatchReport<Order> upsert(Iterator<Order> orders) {
    return upserts.run(orders);
  }
}
