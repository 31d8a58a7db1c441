package dev.reprise.testing.faults;

import org.jspecify.annotations.Nullable;

/** Text of failures for messages of the test, without calling their methods. */
final class FailureText {

  private static final int FRAMES = 12;

  private FailureText() {}

  static String of(@Nullable Throwable failure) {
    if (failure == null) {
      return "nothing";
    }
    StringBuilder text = new StringBuilder(failure.getClass().getName());
    if (!(failure instanceof ConnectionReset)) {
      text.append(": ").append(failure.getMessage());
      StackTraceElement[] trace = failure.getStackTrace();
      for (int i = 0; i < Math.min(FRAMES, trace.length); i++) {
        text.append("\n      at ").append(trace[i]);
      }
    }
    return text.toString();
  }
}
