package dev.reprise.policy;

import dev.reprise.decision.View;
import dev.reprise.hedge.Hedge;
import dev.reprise.internal.text.DurationText;
import java.time.Duration;
import java.util.Arrays;
import java.util.Objects;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * Time limit of an attempt: fixed, set by the number of the attempt, or by the latency of recent
 * attempts on the same resource. A value: two built the same way are equal, and one prints as the
 * text that {@link #parse} reads.
 *
 * <p>Immutable and safe for use by any thread. No method takes null.
 */
public final class AttemptTimeout {

  static final double FACTOR = 2;

  /**
   * Limits by number of the attempt, the last one for all later attempts; for a percentile only the
   * cap.
   */
  private final long[] nanos;

  private final double percentile;
  private final double factor;
  private final long floorNanos;

  private AttemptTimeout(long[] nanos, double percentile, double factor, long floorNanos) {
    this.nanos = nanos;
    this.percentile = percentile;
    this.factor = factor;
    this.floorNanos = floorNanos;
  }

  /**
   * A limit for each attempt, by its number in the call: a short one for the first, to leave a slow
   * server early, and longer ones for later attempts.
   *
   * @param first for the first attempt, more than zero
   * @param later for the second, the third and so on, more than zero; the last one for all later
   *     attempts as well
   * @return the timeout
   * @throws IllegalArgumentException if a time is zero or negative
   */
  public static AttemptTimeout of(Duration first, Duration... later) {
    long[] nanos = new long[1 + later.length];
    nanos[0] = positive("attemptTimeout", first);
    for (int i = 0; i < later.length; i++) {
      nanos[i + 1] = positive("attemptTimeout " + (i + 2), later[i]);
    }
    return new AttemptTimeout(nanos, 0, 0, 0);
  }

  /**
   * A multiple, by default twice, of a percentile of the recent attempts on the same resource.
   * Attempts that timed out count with their timeout: if all attempts become slower, the timeout
   * grows with each of them up to the cap; with a factor of 1 it would not grow. Until {@value
   * Hedge#MIN_SAMPLES} attempts were measured, the cap applies.
   *
   * @param percentile more than 0, less than 100
   * @param cap the longest, more than zero
   * @return the timeout
   * @throws IllegalArgumentException if an argument is not within its bounds
   */
  public static AttemptTimeout atPercentile(double percentile, Duration cap) {
    if (!(percentile > 0 && percentile < 100)) {
      throw new IllegalArgumentException(
          "percentile must be more than 0 and less than 100, but was " + percentile);
    }
    return new AttemptTimeout(new long[] {positive("cap", cap)}, percentile, FACTOR, 0);
  }

  /**
   * Sets the factor of the percentile.
   *
   * @param factor more than 1; 2, the default
   * @return a copy with this factor
   * @throws IllegalArgumentException if {@code factor} is 1 or less, or not finite
   * @throws IllegalStateException if the timeout is not a percentile
   */
  public AttemptTimeout times(double factor) {
    checkPercentile("times");
    if (!(factor > 1 && factor < Double.POSITIVE_INFINITY)) {
      throw new IllegalArgumentException("times must be more than 1, but was " + factor);
    }
    return new AttemptTimeout(nanos, percentile, factor, floorNanos);
  }

  /**
   * Sets the shortest timeout, for short percentiles.
   *
   * @param floor not negative, at most the cap; zero, the default, for no floor
   * @return a copy with this floor
   * @throws IllegalArgumentException if {@code floor} is negative or above the cap
   * @throws IllegalStateException if the timeout is not a percentile
   */
  public AttemptTimeout withFloor(Duration floor) {
    checkPercentile("floor");
    if (floor.isNegative() || DurationText.saturatedNanos(floor) > nanos[0]) {
      throw new IllegalArgumentException(
          "floor must be from 0 s to the cap, "
              + DurationText.inWords(nanos[0])
              + ", but was "
              + DurationText.inWords(floor));
    }
    return new AttemptTimeout(nanos, percentile, factor, DurationText.saturatedNanos(floor));
  }

  private void checkPercentile(String setting) {
    if (!readsLatencies()) {
      throw new IllegalStateException(
          setting + " needs a percentile, but the attempt timeout is " + this);
    }
  }

  /**
   * Reads the text form.
   *
   * @param text such as {@code 2s}, {@code sequence(2s, 5s)} or {@code percentile(99, x2,
   *     floor=10ms, cap=5s)}
   * @return the timeout that prints as this text
   * @throws IllegalArgumentException if the text is not of this form, with a message that points at
   *     the character
   */
  public static AttemptTimeout parse(String text) {
    return AttemptTimeoutText.FORM.parse(Objects.requireNonNull(text, "text"));
  }

  /**
   * Returns a timeout that only measures, for callers that limit attempts themselves.
   *
   * @param longest the time limit of every attempt, more than zero
   * @return a timeout of always that time, which reads latencies if this one does
   */
  public AttemptTimeout fixedAt(Duration longest) {
    return readsLatencies() ? atPercentile(percentile, longest).withFloor(longest) : of(longest);
  }

  /**
   * Returns the time limit of an attempt.
   *
   * @param attempt its number in the call, from 1
   * @param view snapshot of the called resource
   * @return nanoseconds, more than 0
   */
  public long nanos(int attempt, View view) {
    if (!readsLatencies()) {
      return nanos[Math.min(Math.max(1, attempt), nanos.length) - 1];
    }
    if (view.latencies().count() < Hedge.MIN_SAMPLES) {
      return nanos[0];
    }
    double times = factor * view.latencies().percentileNanos(percentile);
    return Math.max(1, Math.max(floorNanos, times >= nanos[0] ? nanos[0] : (long) times));
  }

  /**
   * The longest that an attempt may take.
   *
   * @return nanoseconds, more than 0
   */
  public long maxNanos() {
    return Arrays.stream(nanos).max().orElseThrow();
  }

  /**
   * Returns whether latencies have to be measured for it.
   *
   * @return true for a percentile
   */
  public boolean readsLatencies() {
    return percentile > 0;
  }

  private static long positive(String setting, Duration value) {
    Objects.requireNonNull(value, setting);
    if (value.isZero() || value.isNegative()) {
      throw new IllegalArgumentException(
          setting + " must be more than 0 s, but was " + DurationText.inWords(value));
    }
    return DurationText.saturatedNanos(value);
  }

  @Override
  public boolean equals(@Nullable Object other) {
    return other instanceof AttemptTimeout that
        && Arrays.equals(nanos, that.nanos)
        && percentile == that.percentile
        && factor == that.factor
        && floorNanos == that.floorNanos;
  }

  @Override
  public int hashCode() {
    return Objects.hash(Arrays.hashCode(nanos), percentile, factor, floorNanos);
  }

  /**
   * Returns the text form.
   *
   * @return what {@link #parse} reads
   */
  @Override
  public String toString() {
    if (readsLatencies()) {
      return AttemptTimeoutText.percentile(
          percentile, factor, Duration.ofNanos(floorNanos), Duration.ofNanos(nanos[0]));
    }
    return nanos.length == 1
        ? DurationText.format(nanos[0])
        : Arrays.stream(nanos)
            .mapToObj(DurationText::format)
            .collect(Collectors.joining(", ", "sequence(", ")"));
  }
}
