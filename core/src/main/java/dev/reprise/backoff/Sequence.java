package dev.reprise.backoff;

import dev.reprise.internal.text.DurationText;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** Given delays; after the last one it repeats, or there is no further retry. */
final class Sequence implements Shape {

  /** Follows the last delay in the text form. */
  static final String END = "end";

  private final long[] delays;
  private final boolean ends;

  Sequence(boolean ends, Duration... durations) {
    this.ends = ends;
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

  /** Number of retries that have a delay. */
  int retries() {
    return ends ? delays.length : Integer.MAX_VALUE;
  }

  @Override
  public String name() {
    return "sequence";
  }

  @Override
  public List<String> arguments() {
    Stream<String> texts = Arrays.stream(delays).mapToObj(DurationText::format);
    return Stream.concat(texts, ends ? Stream.of(END) : Stream.empty()).toList();
  }

  @Override
  public boolean equals(@Nullable Object other) {
    return other instanceof Sequence that
        && ends == that.ends
        && Arrays.equals(delays, that.delays);
  }

  @Override
  public int hashCode() {
    return 31 * Arrays.hashCode(delays) + Boolean.hashCode(ends);
  }
}
