package dev.reprise.jdbc.store;

import static dev.reprise.jdbc.store.SqlIdempotencyStoreTest.granted;
import static dev.reprise.jdbc.store.TestStores.OUTCOME;
import static dev.reprise.jdbc.store.TestStores.REQUEST;
import static dev.reprise.jdbc.store.TestStores.key;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.zaxxer.hikari.HikariDataSource;
import dev.reprise.idempotency.store.Claim;
import dev.reprise.idempotency.store.StoreFullException;
import dev.reprise.jdbc.db.Db;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.MethodSource;

/** Tests a store on connections with various settings, which it restores. */
class ConnectionsTest {

  private static final String KEY = key("one");

  static Stream<Arguments> kinds() {
    List<Arguments> all = new ArrayList<>();
    for (Db kind : Db.values()) {
      for (boolean autoCommit : new boolean[] {true, false}) {
        all.add(Arguments.of(kind, autoCommit, Connection.TRANSACTION_SERIALIZABLE));
        if (kind != Db.SQLITE) {
          all.add(Arguments.of(kind, autoCommit, Connection.TRANSACTION_REPEATABLE_READ));
        }
      }
    }
    return all.stream();
  }

  @ParameterizedTest
  @MethodSource("kinds")
  void works_on_connections_of_any_kind_and_restores_them(
      Db kind, boolean autoCommit, int isolation) throws Exception {
    List<String> changed = Collections.synchronizedList(new ArrayList<>());
    SqlIdempotencyStore store =
        SqlIdempotencyStore.on(
                new ConfiguredDataSource(TestStores.pool(kind), autoCommit, isolation, changed))
            .table(TestStores.freshTable())
            .createSchema()
            .maxEntries(50)
            .open();
    Callable<Claim> work = () -> store.claim(KEY, REQUEST);
    List<Claim> claims = SqlIdempotencyStoreTest.inParallel(Collections.nCopies(8, work));
    assertThat(claims).filteredOn(Claim.Granted.class::isInstance).hasSize(1);
    long token =
        claims.stream()
            .filter(Claim.Granted.class::isInstance)
            .mapToLong(claim -> ((Claim.Granted) claim).token())
            .sum();
    assertThat(store.renew(KEY, token, REQUEST.lease())).isTrue();
    assertThat(store.record(KEY, token, OUTCOME)).isTrue();
    assertThat(store.claim(KEY, REQUEST)).isInstanceOf(Claim.Completed.class);
    assertThat(store.release(key("two"), granted(store.claim(key("two"), REQUEST)))).isTrue();
    assertThat(store.find(KEY)).isPresent();
    assertThat(store.purge(1)).isZero();
    assertThat(changed).isEmpty();
  }

  /** A pool of one connection: code that does not return a connection finds none the next time. */
  @ParameterizedTest
  @EnumSource(Db.class)
  void returns_connections_in_every_case(Db kind) throws SQLException {
    try (HikariDataSource one = TestStores.pooled(TestStores.database(kind))) {
      one.getHikariConfigMXBean().setMaximumPoolSize(1);
      one.getHikariConfigMXBean().setConnectionTimeout(5_000);
      String table = TestStores.freshTable();
      SqlIdempotencyStore store =
          SqlIdempotencyStore.on(one).table(table).createSchema().maxEntries(1).open();
      granted(store.claim(KEY, REQUEST));
      for (int time = 0; time < 3; time++) {
        assertThat(store.claim(KEY, REQUEST)).isInstanceOf(Claim.Held.class);
        assertThatThrownBy(() -> store.claim(key("two"), REQUEST))
            .isInstanceOf(StoreFullException.class);
      }
      TestStores.database(kind).execute("DROP TABLE " + table);
      for (int time = 0; time < 3; time++) {
        assertThatThrownBy(() -> store.claim(KEY, REQUEST)).hasMessageContaining(table);
        assertThatThrownBy(() -> store.record(KEY, 1, OUTCOME)).hasMessageContaining(table);
      }
      assertThat(one.getHikariPoolMXBean().getActiveConnections()).isZero();
    }
  }
}
