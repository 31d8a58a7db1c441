package dev.reprise.hedge;

import dev.reprise.decision.Latencies;
import dev.reprise.decision.View;
import dev.reprise.internal.text.DurationText;
import dev.reprise.internal.text.PartName;
import java.time.Duration;
import java.util.List;
import java.util.Objects;
import java.util.OptionalDouble;
import java.util.OptionalLong;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * Settings for hedging: the delay before another attempt is sent while one is in flight, and the
 * maximum number of attempts in flight. If one of several attempts in flight fails, the next one is
 * sent at once, without the delay. The first accepted outcome ends the call. A hedge is a value:
 * two with the same settings are equal, and {@code toString} returns the text that {@link #parse}
 * reads.
 *
 * <p>Source: Jeffrey Dean and Luiz André Barroso, <i>The Tail at Scale</i>, Communications of the
 * ACM 56 (2), 2013, "Hedged requests": deferred until the first has been outstanding for longer
 * than the 95th percentile, a second request costs about 5 % more load.
 */
public final class Hedge {

  /** Number of latencies that a {@link #atPercentile percentile} needs: {@value}. */
  public static final int MIN_SAMPLES = 20;

  static final int MAX_IN_FLIGHT = 2;

  private final double percentile;
  private final long nanos;
  private final int maxInFlight;
  private final @Nullable Code code;

  private Hedge(double percentile, long nanos, int maxInFlight, @Nullable Code code) {
    this.percentile = percentile;
    this.nanos = nanos;
    this.maxInFlight = maxInFlight;
    this.code = code;
  }

  /** A delay computed by user code. Compares by the identity of the code. */
  private record Code(String name, Function<? super Latencies, @Nullable Duration> delay) {

    OptionalLong nanos(Latencies latencies) {
      try {
        Duration answer = delay.apply(latencies);
        if (answer == null) {
          return OptionalLong.empty();
        }
        return OptionalLong.of(answer.isNegative() ? 0 : DurationText.saturatedNanos(answer));
      } catch (Throwable bug) {
        return OptionalLong.empty();
      }
    }

    /**
     * Written out: the generated method of a record prevents class unloading once it was called.
     */
    @Override
    public boolean equals(@Nullable Object other) {
      return other instanceof Code that && name.equals(that.name) && delay == that.delay;
    }

    @Override
    public int hashCode() {
      return 31 * name.hashCode() + System.identityHashCode(delay);
    }
  }

  /**
   * Sends another attempt when the last one has been in flight for a fixed time.
   *
   * @param delay the time, not negative; zero sends the maximum number of attempts at once
   * @return a hedge with at most 2 attempts in flight
   * @throws IllegalArgumentException if {@code delay} is negative
   */
  public static Hedge after(Duration delay) {
    return new Hedge(0, notNegative("delay", delay), MAX_IN_FLIGHT, null);
  }

  /**
   * Sends another attempt when the last one has taken longer than a percentile of the recent
   * attempts on the same resource. No attempt is hedged before {@value #MIN_SAMPLES} attempts have
   * been measured.
   *
   * @param percentile more than 0, less than 100; 95 hedges about one attempt in twenty
   * @return a hedge with at most 2 attempts in flight
   * @throws IllegalArgumentException if {@code percentile} is not within its bounds
   */
  public static Hedge atPercentile(double percentile) {
    if (!(percentile > 0 && percentile < 100)) {
      throw new IllegalArgumentException(
          "percentile must be more than 0 and less than 100, but was " + percentile);
    }
    return new Hedge(percentile, 0, MAX_IN_FLIGHT, null);
  }

  /**
   * Sends another attempt when the last one has been in flight for a time that code computes from
   * the latencies of recent attempts on the same resource. At first there may be no latencies.
   *
   * @param name name in the text form: letters, digits, '_', '.', '$' and '-', a letter first
   * @param delay returns the time, where a negative time counts as zero, or null for no hedge;
   *     called whenever an attempt has started, on the thread that continues the call. Must be
   *     pure; if it throws, there is no hedge
   * @return a hedge with at most 2 attempts in flight, whose text form is {@code custom(name)},
   *     which {@link #parse} refuses; compares by the identity of the code
   * @throws IllegalArgumentException if the name has other characters
   */
  public static Hedge custom(String name, Function<? super Latencies, @Nullable Duration> delay) {
    Objects.requireNonNull(delay, "delay");
    return new Hedge(0, 0, MAX_IN_FLIGHT, new Code(PartName.checked("hedge", name), delay));
  }

  /**
   * Reads the text form.
   *
   * @param text such as {@code after(50ms)}, {@code after(50ms, maxInFlight=3)} or {@code
   *     percentile(95, floor=5ms)}
   * @return the hedge with this text form
   * @throws IllegalArgumentException if the text is not of this form, with a message that points at
   *     the character
   */
  public static Hedge parse(String text) {
    return HedgeText.FORM.parse(Objects.requireNonNull(text, "text"));
  }

  /**
   * Sets the minimum delay of a percentile.
   *
   * @param floor the minimum delay, not negative; zero, the default, for none
   * @return a copy with this floor
   * @throws IllegalArgumentException if {@code floor} is negative
   * @throws IllegalStateException if the delay is not a percentile
   */
  public Hedge withFloor(Duration floor) {
    if (!isPercentile()) {
      throw new IllegalStateException("floor needs a percentile, but the hedge is " + this);
    }
    return new Hedge(percentile, notNegative("floor", floor), maxInFlight, null);
  }

  /**
   * Sets the maximum number of attempts in flight, including the first.
   *
   * @param max at least 2, the default
   * @return a copy with this limit
   * @throws IllegalArgumentException if {@code max} is less than 2
   */
  public Hedge maxInFlight(int max) {
    if (max < 2) {
      throw new IllegalArgumentException("maxInFlight must be at least 2, but was " + max);
    }
    return new Hedge(percentile, nanos, max, code);
  }

  /**
   * Time that an attempt may be in flight before another is sent.
   *
   * @param view snapshot of the called resource
   * @return nanoseconds, at least 0; empty while too few latencies are known, or if the code
   *     returns null
   */
  public OptionalLong delayNanos(View view) {
    if (code != null) {
      return code.nanos(view.latencies());
    }
    if (!isPercentile()) {
      return OptionalLong.of(nanos);
    }
    return view.latencies().count() < MIN_SAMPLES
        ? OptionalLong.empty()
        : OptionalLong.of(Math.max(nanos, view.latencies().percentileNanos(percentile)));
  }

  /**
   * Maximum number of attempts in flight, including the first.
   *
   * @return at least 2
   */
  public int maxInFlight() {
    return maxInFlight;
  }

  /**
   * Returns true if this hedge needs measured latencies.
   *
   * @return true for a percentile and for code
   */
  public boolean readsLatencies() {
    return isPercentile() || code != null;
  }

  /**
   * Returns true if the delay is a percentile of the latencies of recent attempts.
   *
   * @return false if it is fixed, or computed by code
   */
  public boolean isPercentile() {
    return percentile > 0;
  }

  /**
   * The percentile of recent latencies that is used as delay.
   *
   * @return more than 0, less than 100; empty if the delay is fixed or computed by code
   */
  public OptionalDouble percentile() {
    return isPercentile() ? OptionalDouble.of(percentile) : OptionalDouble.empty();
  }

  /**
   * Minimum time that an attempt is in flight before another is sent.
   *
   * @return the fixed delay, or the floor of a percentile; not negative; zero if code computes it
   */
  public Duration minDelay() {
    return Duration.ofNanos(nanos);
  }

  private static long notNegative(String setting, Duration value) {
    if (value.isNegative()) {
      throw new IllegalArgumentException(
          setting + " must not be negative, but was " + DurationText.inWords(value));
    }
    return DurationText.saturatedNanos(value);
  }

  @Override
  public boolean equals(@Nullable Object other) {
    return other instanceof Hedge that
        && percentile == that.percentile
        && nanos == that.nanos
        && maxInFlight == that.maxInFlight
        && Objects.equals(code, that.code);
  }

  @Override
  public int hashCode() {
    return Objects.hash(percentile, nanos, maxInFlight, code);
  }

  /**
   * The text form.
   *
   * @return a text that {@link #parse} reads, except for {@code custom(name)}
   */
  @Override
  public String toString() {
    return HedgeText.format(this, code == null ? List.of() : List.of(code.name()));
  }
}
