package dev.reprise.batch;

import java.math.BigDecimal;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * How fast a run sends. Units are items, unless {@link Batch#pacedBy(Pace,
 * java.util.function.ToLongFunction)} says what an item costs. A pace is a value: equal by its
 * parts, and {@link #parse} reads what it prints. A pace holds for one run; two runs of one batch
 * do not share it.
 *
 * <p>{@link #adaptive()} sends without a limit until the service throttles. From then on it sends
 * at the rate that the service was seen to accept: a tenth less after each throttling, back to that
 * rate in two seconds, and above it ever faster, along the curve of CUBIC (RFC 9438), until it
 * throttles again. A rest that comes back still waits as the policy says.
 *
 * <p>While the rate is limited, a call takes no more than a quarter of a second's worth of it, and
 * at least one item, so that a slow service is asked often for little rather than seldom for much.
 */
public sealed interface Pace {

  /**
   * No limit but the calls in parallel and the waits of the policy.
   *
   * @return the pace, printed as {@code unlimited}
   */
  static Pace unlimited() {
    return new Unlimited();
  }

  /**
   * Follows what the service accepts. Where answers take more than twice as long as they did, fewer
   * calls go in parallel.
   *
   * @return the pace, printed as {@code adaptive}
   */
  static Pace adaptive() {
    return new Adaptive();
  }

  /**
   * A rate that is not passed, whatever the service would accept.
   *
   * @param unitsPerSecond the rate, more than 0 and finite
   * @return the pace, printed as {@code fixed(100/s)}
   * @throws IllegalArgumentException if {@code unitsPerSecond} is not more than 0, or not finite
   */
  static Pace fixed(double unitsPerSecond) {
    return new Fixed(unitsPerSecond);
  }

  /**
   * Reads a pace.
   *
   * @param text {@code unlimited}, {@code adaptive} or {@code fixed(100/s)}
   * @return the pace
   * @throws IllegalArgumentException if it is none of them, or a rate is out of its range
   */
  static Pace parse(String text) {
    String plain = text.strip();
    Matcher fixed = Fixed.TEXT.matcher(plain);
    if (fixed.matches()) {
      return fixed(Double.parseDouble(fixed.group(1)));
    }
    return switch (plain) {
      case "unlimited" -> unlimited();
      case "adaptive" -> adaptive();
      default ->
          throw new IllegalArgumentException(
              "pace must be unlimited, adaptive or fixed(100/s), but was " + plain);
    };
  }

  /** See {@link Pace#unlimited()}. */
  record Unlimited() implements Pace {

    @Override
    public String toString() {
      return "unlimited";
    }
  }

  /** See {@link Pace#adaptive()}. */
  record Adaptive() implements Pace {

    @Override
    public String toString() {
      return "adaptive";
    }
  }

  /**
   * See {@link Pace#fixed}.
   *
   * @param unitsPerSecond the rate
   */
  record Fixed(double unitsPerSecond) implements Pace {

    private static final Pattern TEXT = Pattern.compile("fixed\\((\\d+(?:\\.\\d+)?)/s\\)");

    /**
     * Checks the rate.
     *
     * @param unitsPerSecond the rate, more than 0 and finite
     * @throws IllegalArgumentException if it is not
     */
    public Fixed {
      if (!(unitsPerSecond > 0) || unitsPerSecond == Double.POSITIVE_INFINITY) {
        throw new IllegalArgumentException(
            "pace must be more than 0 units a second and finite, but was " + unitsPerSecond);
      }
    }

    @Override
    public String toString() {
      return "fixed(" + plain(unitsPerSecond) + "/s)";
    }

    private static String plain(double rate) {
      return BigDecimal.valueOf(rate).stripTrailingZeros().toPlainString();
    }
  }
}
