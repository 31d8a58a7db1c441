/**
 * Tools for tests of code that retries: virtual time, scripted operations, a recording listener,
 * and the contract that every driver keeps. Only the contract needs JUnit Jupiter, 5.10 or newer.
 */
module dev.reprise.testing {
  requires transitive dev.reprise;
  requires static transitive org.jspecify;
  requires static org.junit.jupiter.api;

  exports dev.reprise.testing;
  exports dev.reprise.testing.contract;
  exports dev.reprise.testing.shape;

  // JUnit calls the scenarios of the contract, which are package-private.
  opens dev.reprise.testing.contract;
}
