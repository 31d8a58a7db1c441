/**
 * For tests of code that retries: virtual time, scripted operations, a recording listener, and the
 * contract that every driver keeps.
 */
module dev.reprise.testing {
  requires transitive dev.reprise;
  requires transitive org.junit.jupiter.api;
  requires static transitive org.jspecify;

  exports dev.reprise.testing;

  // JUnit calls the scenarios of the contract, which are package-private.
  opens dev.reprise.testing;
}
