/**
 * Classification of database failures, transactions and batches that are retried, and an
 * idempotency store.
 */
module dev.reprise.jdbc {
  requires transitive dev.reprise;
  requires transitive dev.reprise.batch;
  requires transitive dev.reprise.idempotency;
  requires transitive java.sql;
  requires static transitive org.jspecify;

  exports dev.reprise.jdbc;
  exports dev.reprise.jdbc.classify;
  exports dev.reprise.jdbc.store;
  exports dev.reprise.jdbc.transaction;
}
