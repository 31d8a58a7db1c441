/**
 * The receiving side of a retry: an operation runs for its key, and duplicates get its outcome.
 * JUnit is needed only by who tests a store of his own.
 */
module dev.reprise.idempotency {
  requires transitive dev.reprise;
  requires static transitive org.jspecify;
  requires static org.junit.jupiter.api;

  exports dev.reprise.idempotency;
  exports dev.reprise.idempotency.store;
  exports dev.reprise.idempotency.testing;

  // JUnit creates the areas of the contract and calls their tests, all of them package-private.
  opens dev.reprise.idempotency.testing;
}
