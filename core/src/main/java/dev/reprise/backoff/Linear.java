package dev.reprise.backoff;

import dev.reprise.internal.text.DurationText;
import java.util.List;

/** {@code base + (retry − 1) · increment}. */
record Linear(long baseNanos, long incrementNanos) implements Shape {

  @Override
  public long nanos(int retry) {
    return Nanos.plus(baseNanos, Nanos.times(incrementNanos, retry - 1L));
  }

  @Override
  public String name() {
    return "linear";
  }

  @Override
  public List<String> arguments() {
    return List.of(DurationText.format(baseNanos), "+" + DurationText.format(incrementNanos));
  }
}
