package dev.reprise.backoff;

import dev.reprise.internal.text.DurationText;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** The base times 1, 1, 2, 3, 5, 8 and so on. */
record Fibonacci(long baseNanos) implements Shape {

  private static final long[] NUMBERS = numbers();

  private static long[] numbers() {
    long[] numbers = new long[92];
    numbers[0] = 1;
    numbers[1] = 1;
    for (int i = 2; i < numbers.length; i++) {
      numbers[i] = numbers[i - 1] + numbers[i - 2];
    }
    return numbers;
  }

  @Override
  public long nanos(int retry) {
    long times = retry > NUMBERS.length ? Nanos.MAX_DELAY_NANOS : NUMBERS[retry - 1];
    return Nanos.times(baseNanos, times);
  }

  @Override
  public String name() {
    return "fibonacci";
  }

  @Override
  public List<String> arguments() {
    return List.of(DurationText.format(baseNanos));
  }

  /** Written out: the generated method of a record prevents class unloading once it was called. */
  @Override
  public boolean equals(@Nullable Object other) {
    return other instanceof Fibonacci that && baseNanos == that.baseNanos;
  }

  @Override
  public int hashCode() {
    return Long.hashCode(baseNanos);
  }
}
