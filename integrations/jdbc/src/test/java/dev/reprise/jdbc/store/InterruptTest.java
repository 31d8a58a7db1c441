package dev.reprise.jdbc.store;

import static dev.reprise.jdbc.store.SqlIdempotencyStoreTest.granted;
import static dev.reprise.jdbc.store.TestStores.OUTCOME;
import static dev.reprise.jdbc.store.TestStores.REQUEST;
import static dev.reprise.jdbc.store.TestStores.key;
import static org.assertj.core.api.Assertions.assertThat;

import dev.reprise.jdbc.db.Db;
import java.nio.file.Path;
import java.sql.SQLException;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.locks.LockSupport;
import javax.sql.DataSource;
import org.h2.jdbcx.JdbcDataSource;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Tests that no outcome is lost because its thread was interrupted, before or during a call. */
class InterruptTest {

  private static final int KEYS = 100;

  @TempDir Path folder;

  @ParameterizedTest
  @EnumSource(Db.class)
  void works_during_frequent_interrupts(Db kind) throws Exception {
    hail(TestStores.fresh(kind).open());
  }

  @Test
  void works_on_a_file_of_h2_if_the_flag_was_set_before() throws SQLException {
    SqlIdempotencyStore store = onFile("");
    for (int number = 0; number < KEYS; number++) {
      Thread.currentThread().interrupt();
      complete(store, key("" + number));
      assertThat(Thread.interrupted()).isTrue();
    }
  }

  @Test
  void works_on_an_asynchronous_file_of_h2_during_frequent_interrupts() throws Exception {
    hail(onFile("async:"));
  }

  private SqlIdempotencyStore onFile(String fileSystem) throws SQLException {
    JdbcDataSource file = new JdbcDataSource();
    file.setURL("jdbc:h2:" + fileSystem + folder.resolve("h2") + ";DB_CLOSE_DELAY=-1");
    DataSource dataSource = file;
    return SqlIdempotencyStore.on(dataSource).createSchema().open();
  }

  private static void complete(SqlIdempotencyStore store, String key) {
    assertThat(store.record(key, granted(store.claim(key, REQUEST)), OUTCOME)).isTrue();
  }

  private static void hail(SqlIdempotencyStore store) throws InterruptedException {
    Thread worker = Thread.currentThread();
    AtomicBoolean ended = new AtomicBoolean();
    Thread hail =
        new Thread(
            () -> {
              while (!ended.get()) {
                worker.interrupt();
                LockSupport.parkNanos(50_000);
              }
            });
    hail.start();
    try {
      for (int number = 0; number < KEYS; number++) {
        complete(store, key("" + number));
      }
    } finally {
      ended.set(true);
      while (hail.isAlive()) {
        LockSupport.parkNanos(100_000);
      }
      Thread.interrupted();
    }
    for (int number = 0; number < KEYS; number++) {
      assertThat(store.find(key("" + number)).orElseThrow().outcome()).isEqualTo(OUTCOME);
    }
  }
}
