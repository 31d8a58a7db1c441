package dev.reprise.testing;

import java.io.IOException;

/** A failure that costs little. */
class QuietFailure extends IOException {

  QuietFailure(String message) {
    super(message);
  }

  static boolean bug() {
    throw new IllegalStateException("a bug in the policy");
  }

  @Override
  public synchronized Throwable fillInStackTrace() {
    return this;
  }

  static final class Other extends QuietFailure {

    Other(String message) {
      super(message);
    }
  }
}
