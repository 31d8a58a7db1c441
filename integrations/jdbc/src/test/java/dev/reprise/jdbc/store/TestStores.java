package dev.reprise.jdbc.store;

import com.zaxxer.hikari.HikariConfig;
import com.zaxxer.hikari.HikariDataSource;
import dev.reprise.idempotency.key.Fingerprint;
import dev.reprise.idempotency.key.IdempotencyKey;
import dev.reprise.idempotency.store.ClaimRequest;
import dev.reprise.idempotency.store.StoredOutcome;
import dev.reprise.jdbc.db.Db;
import dev.reprise.jdbc.db.TestDatabase;
import java.nio.charset.StandardCharsets;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.util.EnumMap;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicInteger;
import javax.sql.DataSource;

/** One database of each kind for all tests of stores, and a separate table for each store. */
final class TestStores {

  static final ClaimRequest REQUEST = request(Duration.ofMinutes(1));
  static final StoredOutcome OUTCOME = outcome("done");

  private static final Map<Db, TestDatabase> DATABASES = new EnumMap<>(Db.class);
  private static final Map<Db, HikariDataSource> POOLS = new EnumMap<>(Db.class);
  private static final Set<Db> EMPTIED = ConcurrentHashMap.newKeySet();
  private static final AtomicInteger TABLES = new AtomicInteger();

  private TestStores() {}

  static synchronized TestDatabase database(Db kind) {
    return DATABASES.computeIfAbsent(kind, TestStores::freshDatabase);
  }

  /**
   * SQLite has no fair lock: with eight writers, one can wait for more than the default of 3
   * seconds.
   */
  private static TestDatabase freshDatabase(Db kind) {
    return kind == Db.SQLITE ? kind.fresh().with("?busy_timeout=30000") : kind.fresh();
  }

  static synchronized DataSource pool(Db kind) {
    return POOLS.computeIfAbsent(kind, it -> pooled(database(it)));
  }

  static HikariDataSource pooled(DataSource dataSource) {
    HikariConfig config = new HikariConfig();
    config.setDataSource(dataSource);
    config.setMaximumPoolSize(10);
    config.setMinimumIdle(1);
    return new HikariDataSource(config);
  }

  static String freshTable() {
    return "keys_" + TABLES.incrementAndGet();
  }

  /** Returns the settings of an empty store, with its schema. */
  static SqlIdempotencyStoreBuilder fresh(Db kind) {
    return SqlIdempotencyStore.on(pool(kind)).table(freshTable()).createSchema();
  }

  /** Returns the settings of a store that has been emptied, for tests that use it in sequence. */
  static SqlIdempotencyStoreBuilder emptied(Db kind) {
    SqlIdempotencyStoreBuilder builder = SqlIdempotencyStore.on(pool(kind)).table("emptied");
    if (EMPTIED.add(kind)) {
      builder.createSchema();
    }
    try (Connection connection = pool(kind).getConnection();
        Statement statement = connection.createStatement()) {
      statement.execute("DELETE FROM emptied");
      statement.execute("UPDATE emptied_state SET bound = 0, free_slots = 0");
    } catch (SQLException failure) {
      throw new IllegalStateException(failure);
    }
    return builder;
  }

  static String key(String text) {
    return IdempotencyKey.of("principal", "operation", text).digest();
  }

  static ClaimRequest request(Duration lease) {
    return new ClaimRequest(Fingerprint.of("request").digest(), lease, Duration.ofHours(1));
  }

  static StoredOutcome outcome(String text) {
    return StoredOutcome.of(text.getBytes(StandardCharsets.UTF_8));
  }
}
