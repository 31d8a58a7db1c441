package dev.reprise.examples.sql;

import static org.assertj.core.api.Assertions.assertThat;

import dev.reprise.batch.report.BatchReport;
import dev.reprise.examples.sql.OrderLoad.Order;
import java.sql.Connection;
import java.sql.Statement;
import java.util.stream.Stream;
import org.h2.jdbcx.JdbcDataSource;
import org.junit.jupiter.api.Test;

class OrderLoadTest {

  @Test
  void inserts_all_orders_but_the_one_that_exists_and_then_replaces_it() throws Exception {
    JdbcDataSource database = AccountTables.create();
    try (Connection connection = database.getConnection();
        Statement statement = connection.createStatement()) {
      statement.execute("CREATE TABLE orders (id BIGINT PRIMARY KEY, customer VARCHAR(20))");
      statement.execute("INSERT INTO orders VALUES (7, 'old')");
    }
    OrderLoad load = new OrderLoad(database);

    BatchReport<Order> inserted = load.insert(orders().iterator());

    assertThat(inserted.deadLetters()).extracting(dead -> dead.item().id()).containsExactly(7L);
    assertThat(inserted.counts().done()).isEqualTo(1_999);
    assertThat(load.upsert(orders().iterator()).allDone()).isTrue();
    assertThat(AccountTables.number(database, "SELECT count(*) FROM orders WHERE customer = 'new'"))
        .isEqualTo(2_000);
  }

  private static Stream<Order> orders() {
    return Stream.iterate(0L, id -> id + 1).limit(2_000).map(id -> new Order(id, "new"));
  }
}
