package dev.reprise.backoff;

import dev.reprise.internal.text.DurationText;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** The same delay each time; a delay of zero is the curve {@code none}. */
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

  /** Written out: the generated method of a record prevents class unloading once it was called. */
  @Override
  public boolean equals(@Nullable Object other) {
    return other instanceof Fixed that && delayNanos == that.delayNanos;
  }

  @Override
  public int hashCode() {
    return Long.hashCode(delayNanos);
  }
}
