package dev.reprise.idempotency.testing;

import dev.reprise.idempotency.store.IdempotencyStore;
import java.time.InstantSource;
import java.util.function.BiFunction;

/** The contract of a store that is opened by a function. */
final class StoreContractOf extends IdempotencyStoreContract {

  private final BiFunction<Integer, InstantSource, IdempotencyStore> open;

  StoreContractOf(BiFunction<Integer, InstantSource, IdempotencyStore> open) {
    this.open = open;
  }

  @Override
  protected IdempotencyStore open(int maxEntries, InstantSource clock) {
    return open.apply(maxEntries, clock);
  }
}
