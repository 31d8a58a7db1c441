package dev.reprise.event;

import java.util.ArrayList;
import java.util.List;
import java.util.ResourceBundle;
import org.jspecify.annotations.Nullable;

/** Records messages at a level or above. */
final class RecordingLogger implements System.Logger {

  final List<String> lines = new ArrayList<>();
  private final Level lowest;

  RecordingLogger(Level lowest) {
    this.lowest = lowest;
  }

  @Override
  public String getName() {
    return "recording";
  }

  @Override
  public boolean isLoggable(Level level) {
    return level.getSeverity() >= lowest.getSeverity();
  }

  @Override
  public void log(
      Level level,
      @Nullable ResourceBundle bundle,
      @Nullable String message,
      @Nullable Throwable thrown) {
    throw new AssertionError("logged a stack trace, which nobody has escaped", thrown);
  }

  @Override
  public void log(
      Level level,
      @Nullable ResourceBundle bundle,
      @Nullable String format,
      @Nullable Object @Nullable ... parameters) {
    lines.add(level + " " + format);
  }
}
