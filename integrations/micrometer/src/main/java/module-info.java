/** Metrics of retries for Micrometer. */
@SuppressWarnings({"requires-automatic", "requires-transitive-automatic"}) // names, no descriptors
module dev.reprise.micrometer {
  requires transitive dev.reprise;
  requires transitive micrometer.core;
  requires static transitive org.jspecify;

  exports dev.reprise.micrometer;
}
