package dev.reprise.testing.faults;

import java.util.logging.Level;
import java.util.logging.Logger;
import org.junit.jupiter.api.extension.AfterAllCallback;
import org.junit.jupiter.api.extension.BeforeAllCallback;
import org.junit.jupiter.api.extension.ExtensionContext;

/** What is logged of bugs is expected, and stays out of the build's output. */
final class QuietLog implements BeforeAllCallback, AfterAllCallback {

  private static final Logger LOG = Logger.getLogger("dev.reprise");

  @Override
  public void beforeAll(ExtensionContext context) {
    LOG.setLevel(Level.OFF);
  }

  @Override
  public void afterAll(ExtensionContext context) {
    LOG.setLevel(null);
  }
}
