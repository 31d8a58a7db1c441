/**
 * A TCP proxy that refuses, cuts and stalls connections and discards responses, as a test defines.
 * For demonstrations and tests only.
 */
module dev.reprise.testbed.tcp {
  requires static org.jspecify;

  exports dev.reprise.testbed.tcp;
}
