package dev.reprise.testing.hostile;

import org.jspecify.annotations.Nullable;

/** Failures in messages of the test, without asking their own methods. */
final class Text {

  private static final int FRAMES = 12;

  private Text() {}

  static String of(@Nullable Throwable failure) {
    if (failure == null) {
      return "nothing";
    }
    StringBuilder text = new StringBuilder(failure.getClass().getName());
    if (!(failure instanceof Reset)) {
      text.append(": ").append(failure.getMessage());
      StackTraceElement[] trace = failure.getStackTrace();
      for (int i = 0; i < Math.min(FRAMES, trace.length); i++) {
        text.append("\n      at ").append(trace[i]);
      }
    }
    return text.toString();
  }
}
