/** Metrics and observations of retries, batches and idempotency guards for Micrometer. */
@SuppressWarnings({"requires-automatic", "requires-transitive-automatic"}) // names, no descriptors
module dev.reprise.micrometer {
  requires transitive dev.reprise;
  requires transitive micrometer.core;
  requires transitive micrometer.observation;
  requires transitive micrometer.commons;
  requires static transitive dev.reprise.batch;
  requires static transitive dev.reprise.idempotency;
  requires static transitive org.jspecify;

  exports dev.reprise.micrometer;
}
