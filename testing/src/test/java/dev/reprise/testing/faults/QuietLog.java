package dev.reprise.testing.faults;

import java.util.logging.Level;
import java.util.logging.Logger;
import org.junit.jupiter.api.extension.AfterAllCallback;
import org.junit.jupiter.api.extension.BeforeAllCallback;
import org.junit.jupiter.api.extension.ExtensionContext;

/** Silences the expected log messages about bugs. */
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
