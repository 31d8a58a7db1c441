package dev.reprise.examples.spring.shop;

import java.util.List;
import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.stereotype.Repository;

@Repository
class Orders {

  private final JdbcClient database;

  Orders(JdbcClient database) {
    this.database = database;
  }

  void save(Order order) {
    database
        .sql("MERGE INTO orders (number, euros) KEY (number) VALUES (?, ?)")
        .params(order.number(), order.euros())
        .update();
  }

  List<Order> notInLedger() {
    return database
        .sql("SELECT number, euros FROM orders WHERE NOT in_ledger")
        .query(Order.class)
        .list();
  }

  void markInLedger(List<Order> written) {
    written.forEach(
        order ->
            database
                .sql("UPDATE orders SET in_ledger = TRUE WHERE number = ?")
                .param(order.number())
                .update());
  }
}
