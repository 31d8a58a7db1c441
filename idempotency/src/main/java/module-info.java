/**
 * The receiving side of a retry: an operation runs once for its key, and duplicates get its
 * outcome. JUnit is needed only to test your own store.
 */
module dev.reprise.idempotency {
  requires transitive dev.reprise;
  requires static transitive org.jspecify;
  requires static org.junit.jupiter.api;

  exports dev.reprise.idempotency;
  exports dev.reprise.idempotency.event;
  exports dev.reprise.idempotency.failure;
  exports dev.reprise.idempotency.key;
  exports dev.reprise.idempotency.operation;
  exports dev.reprise.idempotency.outcome;
  exports dev.reprise.idempotency.overload;
  exports dev.reprise.idempotency.store;
  exports dev.reprise.idempotency.store.file;
  exports dev.reprise.idempotency.store.memory;
  exports dev.reprise.idempotency.testing;

  // JUnit creates the areas of the contract and calls their tests, all of them package-private.
  opens dev.reprise.idempotency.testing;
}
