/** Transactions that are retried, and an idempotency store on SQL. */
module dev.reprise.jdbc {
  requires transitive dev.reprise;
  requires transitive dev.reprise.idempotency;
  requires transitive java.sql;
  requires static transitive org.jspecify;

  exports dev.reprise.jdbc;
  exports dev.reprise.jdbc.store;
}
