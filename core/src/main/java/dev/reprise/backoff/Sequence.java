package dev.reprise.backoff;

import dev.reprise.internal.text.DurationText;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Given delays, the last of which repeats. */
final class Sequence implements Shape {

  private final long[] delays;

  Sequence(Duration... durations) {
    if (durations.length == 0) {
      throw new IllegalArgumentException("sequence must have at least 1 delay, but had 0");
    }
    delays = new long[durations.length];
    for (int i = 0; i < delays.length; i++) {
      delays[i] = Nanos.notNegative("delay " + (i + 1) + " of the sequence", durations[i]);
    }
  }

  @Override
  public long nanos(int retry) {
    return delays[Math.min(retry, delays.length) - 1];
  }

  @Override
  public String name() {
    return "sequence";
  }

  @Override
  public List<String> arguments() {
    return Arrays.stream(delays).mapToObj(DurationText::format).toList();
  }

  @Override
  public boolean equals(@Nullable Object other) {
    return other instanceof Sequence that && Arrays.equals(delays, that.delays);
  }

  @Override
  public int hashCode() {
    return Arrays.hashCode(delays);
  }
}
