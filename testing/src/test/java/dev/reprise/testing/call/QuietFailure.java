package dev.reprise.testing.call;

import java.io.IOException;

/** A failure without a stack trace, which is fast to create. */
public class QuietFailure extends IOException {

  public QuietFailure(String message) {
    super(message);
  }

  static boolean bug() {
    throw new IllegalStateException("a bug in the policy");
  }

  @Override
  public synchronized Throwable fillInStackTrace() {
    return this;
  }

  public static final class Other extends QuietFailure {

    public Other(String message) {
      super(message);
    }
  }
}
