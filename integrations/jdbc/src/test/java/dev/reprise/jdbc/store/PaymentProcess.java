package dev.reprise.jdbc.store;

import dev.reprise.idempotency.IdempotencyGuard;
import dev.reprise.idempotency.key.Fingerprint;
import dev.reprise.idempotency.key.IdempotencyKey;
import dev.reprise.idempotency.operation.Holder;
import dev.reprise.idempotency.outcome.OutcomeCodec;
import dev.reprise.jdbc.db.Db;
import dev.reprise.jdbc.db.TestDatabase;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.time.Duration;
import java.util.List;
import javax.sql.DataSource;

/** Pays each name once: writes a row to the table of effects and the outcome in one transaction. */
final class PaymentProcess {

  static final String TABLE = "payer_keys";
  static final String EFFECTS = "payer_effects";

  private static final Fingerprint REQUEST = Fingerprint.of("10 EUR");

  final SqlIdempotencyStore store;
  final IdempotencyGuard<String> guard;
  private final DataSource dataSource;
  private final String process = "process " + ProcessHandle.current().pid();

  PaymentProcess(DataSource dataSource) {
    this.dataSource = dataSource;
    store = SqlIdempotencyStore.on(dataSource).table(TABLE).open();
    guard =
        IdempotencyGuard.of(store, OutcomeCodec.string())
            .lease(Duration.ofSeconds(1))
            .waitAtMost(Duration.ofMinutes(1));
  }

  static IdempotencyKey key(String name) {
    return IdempotencyKey.of("ann", "pay", name);
  }

  String pay(String name) throws SQLException {
    return guard.call(key(name), REQUEST, holder -> pay(name, holder));
  }

  private String pay(String name, Holder<String> holder) throws SQLException {
    String line = name + " " + holder.token() + " " + process;
    try (Connection connection = dataSource.getConnection()) {
      connection.setAutoCommit(false);
      try (PreparedStatement effect =
          connection.prepareStatement("INSERT INTO " + EFFECTS + " (name, line) VALUES (?, ?)")) {
        effect.setString(1, name);
        effect.setString(2, line);
        effect.executeUpdate();
      }
      holder.recordIn(store.inTransaction(connection), line);
      connection.commit();
      return line;
    }
  }

  /** The main method of a child process: {@code port database user password name …}. */
  public static void main(String[] args) throws SQLException {
    TestDatabase database =
        new TestDatabase(Db.POSTGRESQL, Integer.parseInt(args[0]), args[1], args[2], args[3], "");
    PaymentProcess payer = new PaymentProcess(TestStores.pooled(database));
    System.out.println("ready");
    for (String name : List.of(args).subList(4, args.length)) {
      System.out.println(payer.pay(name));
    }
  }
}
