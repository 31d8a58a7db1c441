package dev.reprise.testing.contract;

import java.util.logging.Level;
import java.util.logging.Logger;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;

class DriverContractTest extends RetryDriverContract {

  private static final Logger LOG = Logger.getLogger("dev.reprise");

  /** Silences the log messages about listeners that throw. */
  @BeforeAll
  static void quiet() {
    LOG.setLevel(Level.OFF);
  }

  @AfterAll
  static void loud() {
    LOG.setLevel(null);
  }
}
