/**
 * A TCP proxy that refuses, cuts, swallows and holds connections as a test asks. For demonstrations
 * and tests only.
 */
module dev.reprise.testbed.tcp {
  requires static org.jspecify;

  exports dev.reprise.testbed.tcp;
}
