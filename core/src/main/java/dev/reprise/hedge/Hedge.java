package dev.reprise.hedge;

import dev.reprise.decision.Latencies;
import dev.reprise.decision.View;
import dev.reprise.internal.text.DurationText;
import dev.reprise.internal.text.NumberText;
import dev.reprise.internal.text.PartName;
import dev.reprise.internal.text.TextReader;
import java.time.Duration;
import java.util.Objects;
import java.util.OptionalDouble;
import java.util.OptionalLong;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * When to send another attempt while one has not answered yet, and how many may be in flight. The
 * first good answer wins. A hedge is a value: two built the same way are equal, and one prints as
 * the text that {@link #parse} reads.
 *
 * <p>Source: Jeffrey Dean and Luiz André Barroso, <i>The Tail at Scale</i>, Communications of the
 * ACM 56 (2), 2013, "Hedged requests": deferred until the first has been outstanding for longer
 * than the 95th percentile, a second request costs about 5 % more load.
 */
public final class Hedge {

  /** How many latencies a {@link #atPercentile percentile} needs: {@value}. */
  public static final int MIN_SAMPLES = 20;

  private static final int MAX_IN_FLIGHT = 2;

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

  /** A delay that code sets. Compares by the identity of the code. */
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

    /** Written out: what a record makes by itself keeps the class loader for ever, once called. */
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
   * Sends another attempt when the last one has not answered for a time.
   *
   * @param delay the time, not negative; zero sends all that may be in flight at once
   * @return a hedge with at most 2 attempts in flight
   * @throws IllegalArgumentException if {@code delay} is negative
   */
  public static Hedge after(Duration delay) {
    return new Hedge(0, notNegative("delay", delay), MAX_IN_FLIGHT, null);
  }

  /**
   * Sends another attempt when the last one has taken longer than a share of the recent ones on the
   * same resource. No attempt is hedged before {@value #MIN_SAMPLES} have been measured.
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
   * Sends another attempt when the last one has been out for as long as code says, which knows the
   * latencies of recent attempts on the same resource. It may have been given none of them yet.
   *
   * @param name what it prints as: letters, digits, '_', '.', '$' and '-', a letter first
   * @param delay answers with the time, negative counting as zero, or with null for no hedge; asked
   *     whenever an attempt has started, on the thread that goes on with the call. Must be pure;
   *     where it throws, there is no hedge
   * @return a hedge with at most 2 attempts in flight, which prints as {@code custom(name)} and
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
   * @return the hedge that prints so
   * @throws IllegalArgumentException if the text is not of this form, with a message that points at
   *     the character
   */
  public static Hedge parse(String text) {
    return TextReader.readAll(Objects.requireNonNull(text, "text"), HedgeText::read);
  }

  /**
   * Hedges no sooner than this, however short the percentile.
   *
   * @param floor the time, not negative; zero, the default, for no floor
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
   * Limits the attempts in flight, the first included.
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
   * How long an attempt may be out before another is sent.
   *
   * @param view what is known of the called resource
   * @return nanoseconds, at least 0; empty as long as too few latencies are known, and where code
   *     sends none
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
   * How many attempts may be in flight, the first included.
   *
   * @return at least 2
   */
  public int maxInFlight() {
    return maxInFlight;
  }

  /**
   * Whether latencies have to be measured for this hedge.
   *
   * @return true for a percentile and for code
   */
  public boolean readsLatencies() {
    return isPercentile() || code != null;
  }

  /**
   * Whether the delay is a percentile of the latency of recent attempts.
   *
   * @return false if it is fixed, or set by code
   */
  public boolean isPercentile() {
    return percentile > 0;
  }

  /**
   * The share of recent attempts that the delay follows.
   *
   * @return more than 0, less than 100; empty if the delay is fixed or set by code
   */
  public OptionalDouble percentile() {
    return isPercentile() ? OptionalDouble.of(percentile) : OptionalDouble.empty();
  }

  /**
   * The least time that an attempt is out before another is sent.
   *
   * @return the fixed delay, or the floor of a percentile; not negative; zero where code sets it
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
   * @return what {@link #parse} reads, but for {@code custom(name)}
   */
  @Override
  public String toString() {
    if (code != null) {
      return "custom("
          + code.name()
          + (maxInFlight == MAX_IN_FLIGHT ? "" : ", maxInFlight=" + maxInFlight)
          + ")";
    }
    String first =
        isPercentile()
            ? "percentile(" + NumberText.format(percentile)
            : "after(" + DurationText.format(nanos);
    String floor = isPercentile() && nanos > 0 ? ", floor=" + DurationText.format(nanos) : "";
    return first
        + floor
        + (maxInFlight == MAX_IN_FLIGHT ? "" : ", maxInFlight=" + maxInFlight)
        + ")";
  }
}
