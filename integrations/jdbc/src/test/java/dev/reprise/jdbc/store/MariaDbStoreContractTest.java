package dev.reprise.jdbc.store;

import dev.reprise.idempotency.store.IdempotencyStore;
import dev.reprise.idempotency.testing.IdempotencyStoreContract;
import dev.reprise.jdbc.db.Db;
import java.time.InstantSource;

class MariaDbStoreContractTest extends IdempotencyStoreContract {

  @Override
  protected IdempotencyStore open(int maxEntries, InstantSource clock) {
    return TestStores.emptied(Db.MARIADB).maxEntries(maxEntries).clock(clock).open();
  }
}
