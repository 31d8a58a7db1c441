/** Batches of items that a service may accept in part, sent until every item is accounted for. */
module dev.reprise.batch {
  requires transitive dev.reprise;
  requires static transitive org.jspecify;

  exports dev.reprise.batch;
  exports dev.reprise.batch.journal;
  exports dev.reprise.batch.operation;
  exports dev.reprise.batch.report;
}
