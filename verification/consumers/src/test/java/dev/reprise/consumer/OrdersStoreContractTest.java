package dev.reprise.consumer;

import dev.reprise.idempotency.store.IdempotencyStore;
import dev.reprise.idempotency.store.memory.InMemoryIdempotencyStore;
import dev.reprise.idempotency.testing.IdempotencyStoreContract;
import java.time.InstantSource;

/** The contract of idempotency stores, for a store of this project. */
class OrdersStoreContractTest extends IdempotencyStoreContract {

  @Override
  protected IdempotencyStore open(int maxEntries, InstantSource clock) {
    return new InMemoryIdempotencyStore(maxEntries, clock);
  }
}
