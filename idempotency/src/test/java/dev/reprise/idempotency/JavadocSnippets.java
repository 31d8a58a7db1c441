package dev.reprise.idempotency;

import dev.reprise.idempotency.store.IdempotencyStore;
import dev.reprise.idempotency.store.memory.InMemoryIdempotencyStore;

/** The code shown in the Javadoc of this module. */
final class JavadocSnippets {

  private JavadocSnippets() {}

  static IdempotencyStore store() {
    IdempotencyStore store = new InMemoryIdempotencyStore(1_000);
    return store;
  }
}
