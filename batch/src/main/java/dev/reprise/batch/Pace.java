package dev.reprise.batch;

import dev.reprise.batch.internal.pace.SharedRate;
import dev.reprise.text.PrintableText;
import java.math.BigDecimal;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * The rate at which a run sends. Units are items, unless {@link Batch#pacedBy(Pace,
 * java.util.function.ToLongFunction)} sets the cost of an item.
 *
 * <pre>{@code
 * Batch<Order> following = batch.pacedBy(Pace.adaptive());
 * Batch<Order> byCost = batch.pacedBy(Pace.adaptive(), order -> 1 + order.amount() / 1_000);
 * Batch<Order> steady = batch.pacedBy(Pace.fixed(5_000));
 * }</pre>
 *
 * <p>A pace is a value: two paces with equal parts are equal, and {@link #parse} reads the printed
 * form. A pace applies to one run; two runs of one batch do not share it, unless it is {@link
 * #shared}.
 *
 * <p>{@link #adaptive()} starts with four parallel calls, doubles them each round, and does not
 * limit their rate until the service throttles. From then on it sends at the rate that the service
 * was measured to accept: an eighth less after each throttling, then a tenth more each second, and
 * after three seconds faster and faster, until the service throttles again. Several runs that use
 * one service converge to equal rates. A period in which the source supplied few items changes
 * nothing. Unprocessed items still wait as long as the policy requires.
 *
 * <p>While the rate is limited, a call carries at most the units of a tenth of a second, and at
 * least one item, so that a slow service receives frequent small calls instead of rare large ones.
 * An item that costs more than the units of one second waits until its whole cost is available.
 */
public sealed interface Pace {

  /**
   * Returns a pace without a limit other than the parallel calls and the waits of the policy.
   *
   * @return the pace, printed as {@code unlimited}
   */
  static Pace unlimited() {
    return new Unlimited();
  }

  /**
   * Returns a pace that follows the rate that the service accepts. If replies take far longer than
   * before, and fewer parallel calls make them faster again, fewer calls run in parallel.
   *
   * @return the pace, printed as {@code adaptive}
   */
  static Adaptive adaptive() {
    return new Adaptive(Double.POSITIVE_INFINITY);
  }

  /**
   * Returns one pace for all runs in this process that use the returned object. Together they send
   * at the rate, and the measured rate of the service is kept from one run to the next. Waiting
   * runs take turns, so that each sends as many units as the others. A run that has ended does not
   * slow down the others: its turn, and the units of its calls that did not start, are available to
   * them. Each run sets its number of parallel calls separately.
   *
   * @param pace the pace of the runs together; a pace that is already shared is returned unchanged
   * @return a pace that is equal only to itself, safe for use by any thread, printed as {@code
   *     shared(adaptive)}, which {@link #parse} rejects
   */
  static Pace shared(Pace pace) {
    return pace instanceof Shared ? pace : new Shared(pace);
  }

  /**
   * Returns a pace with a fixed upper limit of the rate, even if the service would accept more.
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
   * @param text {@code unlimited}, {@code adaptive}, {@code adaptive(<=100/s)} or {@code
   *     fixed(100/s)}
   * @return the pace
   * @throws IllegalArgumentException if it has a different form, or a rate is out of its range
   */
  static Pace parse(String text) {
    String plain = text.strip();
    Matcher fixed = Fixed.TEXT.matcher(plain);
    if (fixed.matches()) {
      return fixed(Double.parseDouble(fixed.group(1)));
    }
    Matcher bounded = Adaptive.TEXT.matcher(plain);
    if (bounded.matches()) {
      return adaptive().atMost(Double.parseDouble(bounded.group(1)));
    }
    return switch (plain) {
      case "unlimited" -> unlimited();
      case "adaptive" -> adaptive();
      default ->
          throw new IllegalArgumentException(
              "pace must be unlimited, adaptive, adaptive(<=100/s) or fixed(100/s), but was "
                  + PrintableText.oneLine(plain));
    };
  }

  /** See {@link Pace#unlimited()}. */
  record Unlimited() implements Pace {

    @Override
    public String toString() {
      return "unlimited";
    }
  }

  /**
   * See {@link Pace#adaptive()}.
   *
   * @param mostUnitsPerSecond the maximum rate, more than 0; infinite by default
   */
  record Adaptive(double mostUnitsPerSecond) implements Pace {

    private static final Pattern TEXT =
        Pattern.compile("adaptive\\(\\s*<=\\s*(\\d+(?:\\.\\d+)?)/s\\s*\\)");

    /**
     * Checks the rate.
     *
     * @param mostUnitsPerSecond the rate, more than 0; infinite for no limit
     * @throws IllegalArgumentException if it is not
     */
    public Adaptive {
      if (!(mostUnitsPerSecond > 0)) {
        throw new IllegalArgumentException(
            "pace must be more than 0 units a second, but was " + mostUnitsPerSecond);
      }
    }

    /**
     * Adds a limit: in any second, at most the units of the limit and one more call are sent. The
     * rate stays one hundredth below the limit, so that a run can make up for a late timer. No
     * limit by default.
     *
     * @param unitsPerSecond the limit, more than 0 and finite; replaces any earlier one
     * @return the pace, printed as {@code adaptive(<=100/s)}
     * @throws IllegalArgumentException if {@code unitsPerSecond} is not more than 0, or not finite
     */
    public Adaptive atMost(double unitsPerSecond) {
      return new Adaptive(new Fixed(unitsPerSecond).unitsPerSecond());
    }

    boolean isBounded() {
      return mostUnitsPerSecond < Double.POSITIVE_INFINITY;
    }

    @Override
    public String toString() {
      return isBounded() ? "adaptive(<=" + Fixed.plain(mostUnitsPerSecond) + "/s)" : "adaptive";
    }
  }

  /** See {@link Pace#shared}. */
  final class Shared implements Pace {

    private final String text;
    private final SharedRate rate;

    private Shared(Pace pace) {
      this(pace.toString(), PaceRates.newRate(pace));
    }

    Shared(String text, SharedRate rate) {
      this.text = "shared(" + text + ")";
      this.rate = rate;
    }

    SharedRate rate() {
      return rate;
    }

    @Override
    public String toString() {
      return text;
    }
  }

  /**
   * See {@link Pace#fixed}.
   *
   * @param unitsPerSecond the rate, more than 0 and finite
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
