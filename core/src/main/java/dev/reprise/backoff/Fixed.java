package dev.reprise.backoff;

import dev.reprise.internal.text.DurationText;
import java.util.List;

/** The same delay each time; of no length, it is the curve {@code none}. */
record Fixed(long delayNanos) implements Shape {

  @Override
  public long nanos(int retry) {
    return delayNanos;
  }

  @Override
  public String name() {
    return delayNanos == 0 ? "none" : "fixed";
  }

  @Override
  public List<String> arguments() {
    return delayNanos == 0 ? List.of() : List.of(DurationText.format(delayNanos));
  }
}
