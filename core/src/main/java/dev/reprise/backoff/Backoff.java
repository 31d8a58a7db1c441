package dev.reprise.backoff;

import dev.reprise.decision.Progress;
import dev.reprise.decision.View;
import java.time.Duration;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.random.RandomGenerator;
import org.jspecify.annotations.Nullable;

/**
 * The delay before the next attempt. It does not decide whether there is one. A backoff is a value:
 * two built the same way are equal, and one prints as the text that {@link #parse} reads.
 *
 * <p>The delay before retry <i>n</i> (1 is the first retry) is {@code jitter(min(cap, max(floor,
 * curve(n))))}. Jitter is drawn after the cap and kept within floor and cap, so a delay is never
 * above the cap and deep retries do not line up at it. Floor, cap and jitter may be set in any
 * order.
 *
 * <table>
 *   <caption>{@code exponential(100ms).cappedAt(1s)}</caption>
 *   <tr><th>retry</th><th>1</th><th>2</th><th>3</th><th>4</th><th>5</th></tr>
 *   <tr><th>no jitter</th><td>100 ms</td><td>200 ms</td><td>400 ms</td><td>800 ms</td><td>1 s</td></tr>
 *   <tr><th>full jitter</th><td>0–100 ms</td><td>0–200 ms</td><td>0–400 ms</td><td>0–800 ms</td><td>0–1 s</td></tr>
 *   <tr><th>equal jitter</th><td>50–100 ms</td><td>100–200 ms</td><td>200–400 ms</td><td>400–800 ms</td><td>0.5–1 s</td></tr>
 * </table>
 *
 * <p>Delays are nanoseconds throughout: delays below a millisecond are kept, and delays of more
 * than 292 years count as {@link Long#MAX_VALUE} nanoseconds. Without {@link #cappedAt} delays grow
 * up to that. Immutable and safe for use by any thread. No method takes null.
 */
public final class Backoff {

  private static final Backoff NONE = new Backoff(new Fixed(0), Bounds.NONE);

  private final Curve curve;
  private final Bounds bounds;
  private final List<Stage> stages;
  private final @Nullable CachedRanges draws;

  private Backoff(Curve curve, Bounds bounds) {
    this.curve = curve;
    this.bounds = bounds;
    this.stages = curve.stages(bounds);
    draws = CachedRanges.of(this, stages);
  }

  static Backoff of(Curve curve) {
    return new Backoff(curve, Bounds.NONE);
  }

  /**
   * No wait.
   *
   * @return delays of 0
   */
  public static Backoff none() {
    return NONE;
  }

  /**
   * The same delay before every retry.
   *
   * @param delay the delay, not negative; zero is {@link #none()}
   * @return d, d, d, d, …
   * @throws IllegalArgumentException if {@code delay} is negative
   */
  public static Backoff fixed(Duration delay) {
    return of(new Fixed(Nanos.notNegative("delay", delay)));
  }

  /**
   * Delays that grow by the base each time.
   *
   * @param base the first delay and the increment, not negative
   * @return b, 2b, 3b, 4b, …
   * @throws IllegalArgumentException if {@code base} is negative
   */
  public static Backoff linear(Duration base) {
    return linear(base, base);
  }

  /**
   * Delays that grow by an increment each time.
   *
   * @param base the first delay, not negative
   * @param increment the increase at each retry, not negative
   * @return b, b + i, b + 2i, b + 3i, …
   * @throws IllegalArgumentException if one of them is negative
   */
  public static Backoff linear(Duration base, Duration increment) {
    return of(
        new Linear(Nanos.notNegative("base", base), Nanos.notNegative("increment", increment)));
  }

  /**
   * Twice as long each time.
   *
   * @param base the first delay, not negative; zero stays zero
   * @return b, 2b, 4b, 8b, …
   * @throws IllegalArgumentException if {@code base} is negative
   */
  public static Backoff exponential(Duration base) {
    return exponential(base, 2);
  }

  /**
   * Delays that grow by a factor each time. Each is computed from the base, so that no fraction of
   * a nanosecond is lost from step to step.
   *
   * @param base the first delay, not negative; zero stays zero
   * @param factor at least 1, which keeps the delay constant; it may have a fraction
   * @return b, bf, bf², bf³, …
   * @throws IllegalArgumentException if {@code base} is negative, or {@code factor} is below 1 or
   *     not finite
   */
  public static Backoff exponential(Duration base, double factor) {
    return of(new Exponential(Nanos.notNegative("base", base), factor));
  }

  /**
   * Each delay is the sum of the two previous delays.
   *
   * @param base the first delay, not negative; zero stays zero
   * @return b, b, 2b, 3b, 5b, 8b, …
   * @throws IllegalArgumentException if {@code base} is negative
   */
  public static Backoff fibonacci(Duration base) {
    return of(new Fibonacci(Nanos.notNegative("base", base)));
  }

  /**
   * A random delay, drawn from the same range each time. A floor or cap narrows the range. It takes
   * no {@link Jitter}.
   *
   * @param min the shortest delay, not negative
   * @param max the longest delay, at least {@code min}
   * @return draws from [min, max]
   * @throws IllegalArgumentException if {@code min} is negative or {@code max} is below it
   */
  public static Backoff uniform(Duration min, Duration max) {
    return of(new Uniform(Nanos.notNegative("min", min), Nanos.notNegative("max", max)));
  }

  /**
   * Given delays.
   *
   * @param delays one for each retry, the last one for all later retries as well; at least one,
   *     none negative
   * @return these delays
   * @throws IllegalArgumentException if there is none or one is negative
   */
  public static Backoff sequence(Duration... delays) {
    return of(new Sequence(false, delays));
  }

  /**
   * Given delays, and no retry after the last of them: same as {@link #sequence}, but it also
   * limits the attempts of the policy, see {@link #retries()}.
   *
   * @param delays one for each retry; at least one, none negative
   * @return these delays
   * @throws IllegalArgumentException if there is none or one is negative
   */
  public static Backoff finiteSequence(Duration... delays) {
    return of(new Sequence(true, delays));
  }

  /**
   * Decorrelated jitter as AWS published it: {@code min(cap, U(base, 3 · previous))}, the previous
   * delay being the base at the start. The previous delay is the actual wait, including a server's
   * hint. Since the draw comes before the cap, delays gather at the cap, which full jitter avoids:
   * 31 % of the deep retries wait exactly for the cap if it is 100 times the base, 25 % if it is
   * 1,000 times the base. It takes no further {@link Jitter}; {@link #cappedAt} replaces the cap.
   *
   * @param base the shortest delay, not negative; with zero there is no delay at all
   * @param cap the longest delay, more than zero, at least {@code base}
   * @return draws from [base, 3b], then from [base, 3 · previous]
   * @throws IllegalArgumentException if {@code base} is negative, or {@code cap} is zero, negative
   *     or below it
   * @see <a
   *     href="https://aws.amazon.com/blogs/architecture/exponential-backoff-and-jitter/">Exponential
   *     Backoff and Jitter</a>
   */
  public static Backoff decorrelated(Duration base, Duration cap) {
    return of(new Decorrelated(Nanos.notNegative("base", base))).cappedAt(cap);
  }

  /**
   * Random delays up to a share of the time that the call has taken, as {@code elapsed(0.7, 1.5,
   * 50)}: for callers that compete for one resource, such as a row with a version.
   *
   * @return draws from [0, clamp(0.7 t, 1.5 L, 50 L)]
   * @see #elapsed(double, double, double)
   */
  public static Backoff elapsed() {
    return of(LatencyScaled.Kind.ELAPSED.byDefault());
  }

  /**
   * Random delays up to a share of the time t that the call has taken. The bounds are multiples of
   * the latency L, so the same settings fit latencies of 1 ms and of 1 s. L is {@link
   * View#attemptLatencyNanos()}; while that is unknown, the duration of the attempt that just
   * failed; if that was not measured, 10 ms. The time counts from {@link
   * Progress#countedSinceNanos()}, in a later part of a chain as well. It takes no {@link Jitter}.
   * A floor or cap narrows the range.
   *
   * @param share of the time, at least 0
   * @param min the smallest upper end of the range, in latencies, at least 0
   * @param max the largest upper end of the range, in latencies, more than 0, at least {@code min}
   * @return draws from [0, clamp(share · t, min · L, max · L)]
   * @throws IllegalArgumentException if one of them is out of its bounds or not finite
   */
  public static Backoff elapsed(double share, double min, double max) {
    return of(new LatencyScaled(LatencyScaled.Kind.ELAPSED, share, new LatencyBounds(min, max)));
  }

  /**
   * Random delays up to the time that the local callers in retry need one after another, as {@code
   * contention(1.33, 2, 65)}: for callers that compete for one resource and share a {@code
   * RetryState}.
   *
   * @return draws from [0, clamp(n L 1.33^(k − 1), 2 L, max(65 L, n L))] before retry k
   * @see #contention(double, double, double)
   */
  public static Backoff contention() {
    return of(LatencyScaled.Kind.CONTENTION.byDefault());
  }

  /**
   * Random delays up to the time that the n local callers in retry need one after another: n is
   * {@link View#retrying()}, at least 1. Callers in other processes are unknown; the factor
   * compensates for them. L, jitter, floor and cap are as for {@link #elapsed(double, double,
   * double)}.
   *
   * @param factor by which the range grows from retry to retry, at least 1
   * @param min the smallest upper end of the range, in latencies, at least 0
   * @param max the largest upper end of the range while few callers are in retry, in latencies,
   *     more than 0, at least {@code min}
   * @return draws from [0, clamp(n · L · factor^(k − 1), min · L, max(max · L, n · L))] before
   *     retry k
   * @throws IllegalArgumentException if one of them is out of its bounds or not finite
   */
  public static Backoff contention(double factor, double min, double max) {
    return of(
        new LatencyScaled(LatencyScaled.Kind.CONTENTION, factor, new LatencyBounds(min, max)));
  }

  /**
   * Delays computed by code, under the name {@code function}.
   *
   * @param function computes the delay; floor, cap and jitter are applied to its result
   * @return a backoff that equals only those of the same function object, and prints as a text that
   *     {@link #parse} refuses
   */
  public static Backoff custom(BackoffFunction function) {
    return custom("function", function);
  }

  /**
   * Delays computed by code.
   *
   * @param name name in the text form {@code custom(name)}: letters, digits, {@code _}, {@code .}
   *     and {@code -}
   * @param function computes the delay; floor, cap and jitter are applied to its result
   * @return a backoff that equals only those of the same name and function object, and prints as a
   *     text that {@link #parse} refuses
   * @throws IllegalArgumentException if {@code name} is empty or has other characters
   */
  public static Backoff custom(String name, BackoffFunction function) {
    return of(new Custom(name, function));
  }

  /**
   * Reads the text form: {@code exponential(100ms, x2, floor=10ms, cap=10s, jitter=full)}, {@code
   * none}, {@code fixed(1s)}, {@code linear(100ms, +50ms)}, {@code fibonacci(100ms)}, {@code
   * uniform(10ms, 50ms)}, {@code sequence(1ms, 5ms, 1s)}, {@code decorrelated(10ms, cap=2s)},
   * {@code elapsed(x0.7, min=1.5L, max=50L)}, {@code contention(x1.33, min=2L, max=65L)}, {@code
   * then(3, fixed(10ms), exponential(1s, x2))}. All take {@code floor}, {@code cap} and {@code
   * jitter}, which is {@code none}, {@code full}, {@code equal} or {@code proportional(0.2)}. Units
   * are ns, us, ms, s, m, h and d.
   *
   * @param text the text, blanks around it allowed
   * @return the backoff that {@link #toString} would print so
   * @throws IllegalArgumentException if the text is not of this form, with a message that points at
   *     the character, or if the setting it describes would be refused here
   */
  public static Backoff parse(String text) {
    return BackoffText.FORM.parse(Objects.requireNonNull(text, "text"));
  }

  /**
   * Switches to another backoff after a number of retries. Both keep their own floor, cap and
   * jitter; those set on the result also apply, and jitter can be set on the result only if neither
   * has one. The second backoff begins with its first delay: it counts retries from 1, and has no
   * previous delay. It prints as {@code then(3, fixed(10ms), exponential(1s, x2))}.
   *
   * @param retries number of retries that use this backoff, at least 1
   * @param next backoff of all later retries
   * @return this backoff, then the other
   * @throws IllegalArgumentException if {@code retries} is below 1, or more than 64 backoffs would
   *     be chained
   */
  public Backoff thenAfter(int retries, Backoff next) {
    return of(new Chain(retries, this, Objects.requireNonNull(next, "next")));
  }

  /**
   * Lengthens shorter delays. Jitter does not go below it.
   *
   * @param floor the shortest delay, not negative, at most the cap; zero, the default, for none
   * @return a copy with this floor in place of any earlier one
   * @throws IllegalArgumentException if {@code floor} is negative or above the cap
   */
  public Backoff withFloor(Duration floor) {
    long nanos = Nanos.notNegative("floor", floor);
    return new Backoff(curve, new Bounds(nanos, bounds.capNanos(), bounds.jitter()));
  }

  /**
   * Shortens longer delays. Jitter does not go above it.
   *
   * @param cap the longest delay, more than zero, at least the floor; no cap by default
   * @return a copy with this cap in place of any earlier one
   * @throws IllegalArgumentException if {@code cap} is zero or negative, below the floor, or below
   *     the base of a {@link #decorrelated} curve
   */
  public Backoff cappedAt(Duration cap) {
    long nanos = Nanos.positive("cap", cap);
    return new Backoff(curve, new Bounds(bounds.floorNanos(), nanos, bounds.jitter()));
  }

  /**
   * Spreads the delays.
   *
   * @param jitter the jitter; none by default
   * @return a copy with this jitter in place of any earlier one
   * @throws IllegalArgumentException if a jitter is given and the curve, or a part of it, is
   *     already random
   */
  public Backoff jitter(Jitter jitter) {
    Objects.requireNonNull(jitter, "jitter");
    return new Backoff(curve, new Bounds(bounds.floorNanos(), bounds.capNanos(), jitter));
  }

  /**
   * The delay before the next retry. Takes at most one number from {@code random}, and none if the
   * delay is fixed. The same arguments give the same delay, unless a {@link #custom} function does
   * otherwise.
   *
   * @param progress progress of the call: the next retry is number {@link Progress#retry()}, and 1
   *     where that is less
   * @param view snapshot of the called resource
   * @param nowNanos the current tick
   * @param random source of jitter
   * @return nanoseconds, at least 0; {@link Long#MAX_VALUE} for longer delays
   */
  public long delayNanos(Progress progress, View view, long nowNanos, RandomGenerator random) {
    int retry = Math.max(1, progress.retry());
    if (draws != null && draws.covers(retry)) {
      return draws.nanos(retry, random);
    }
    Stage stage = stage(retry);
    return stage
        .leaf()
        .delayNanos(stage.bounds(), retry - stage.after(), progress, view, nowNanos, random);
  }

  /**
   * Returns the range of the delay before a retry, without drawing a delay. The range is exact,
   * except for the mean of {@link #decorrelated}: that is within one percent, and assumes that no
   * hint of a server lengthened a delay.
   *
   * @param retry number of the retry, from 1
   * @return the range; empty where the latency or a {@link #custom} function sets the delay
   * @throws IllegalArgumentException if {@code retry} is below 1
   */
  public Optional<DelayRange> range(int retry) {
    if (retry < 1) {
      throw new IllegalArgumentException("retry must be at least 1, but was " + retry);
    }
    Stage stage = stage(retry);
    return stage.leaf().range(stage.bounds(), retry - stage.after());
  }

  /**
   * Returns the range of the results of {@link #delayNanos} for the same arguments. As exact as
   * {@link #range(int)}.
   *
   * @param progress progress of the call
   * @param view snapshot of the called resource
   * @param nowNanos the current tick
   * @return the range; empty where a {@link #custom} function sets the delay
   */
  public Optional<DelayRange> range(Progress progress, View view, long nowNanos) {
    int retry = Math.max(1, progress.retry());
    Stage stage = stage(retry);
    return stage.leaf().range(stage.bounds(), retry - stage.after(), progress, view, nowNanos);
  }

  /**
   * Returns the number of retries that have delays. A policy makes no further retry; for a later
   * retry {@link #delayNanos} returns the last delay.
   *
   * @return at least 1 for {@link #finiteSequence}, also as the last part of a chain; {@link
   *     Integer#MAX_VALUE} for no limit
   */
  public int retries() {
    Stage last = stages.get(stages.size() - 1);
    int retries = last.leaf() instanceof Sequence given ? given.retries() : Integer.MAX_VALUE;
    return retries > Integer.MAX_VALUE - last.after() ? Integer.MAX_VALUE : last.after() + retries;
  }

  /**
   * The cap, in all parts of a chain.
   *
   * @return nanoseconds that no delay exceeds; {@link Long#MAX_VALUE} for no cap
   */
  public long capNanos() {
    return Stage.longestCapNanos(stages);
  }

  /**
   * The jitter set on this backoff, not that of its parts.
   *
   * @return the jitter
   */
  public Jitter jitter() {
    return bounds.jitter();
  }

  /**
   * Returns whether delays are spread at random, by jitter or by the curve.
   *
   * @return true if they are before at least one retry
   */
  public boolean hasJitter() {
    return Stage.anySpread(stages);
  }

  /**
   * Returns whether the delay before a retry is drawn at random, by jitter or by the curve.
   *
   * @param retry number of the retry, from 1
   * @return true if it is
   */
  public boolean isRandom(int retry) {
    return stage(Math.max(1, retry)).isSpread();
  }

  /**
   * Returns whether delays are scaled by the latency of attempts. A driver measures every attempt
   * for such a backoff, including the first.
   *
   * @return true if {@link #elapsed} or {@link #contention} has a part in it
   */
  public boolean readsAverageLatency() {
    return LatencyScaled.isIn(stages);
  }

  /**
   * Returns whether the delay before a retry depends only on its number and on chance.
   *
   * @return false if {@link #decorrelated}, {@link #elapsed}, {@link #contention} or {@link
   *     #custom} has a part in it
   */
  public boolean dependsOnlyOnRetryNumber() {
    return draws != null;
  }

  /**
   * Returns whether a {@link #custom} function has a part in it.
   *
   * @return true if {@link #parse} would refuse the text form
   */
  public boolean isCustom() {
    return curve instanceof Chain chain
        ? chain.first().isCustom() || chain.second().isCustom()
        : curve instanceof Custom;
  }

  Backoff reaching(LatencyBounds reach) {
    return new Backoff(((LatencyScaled) curve).within(reach), bounds);
  }

  int parts() {
    return curve instanceof Chain chain ? chain.parts() : 1;
  }

  List<Stage> stagesWithin(Bounds outer) {
    return curve.stages(bounds.within(outer));
  }

  private Stage stage(int retry) {
    int index = stages.size() - 1;
    while (stages.get(index).after() >= retry) {
      index--;
    }
    return stages.get(index);
  }

  @Override
  public boolean equals(@Nullable Object other) {
    return other instanceof Backoff that && curve.equals(that.curve) && bounds.equals(that.bounds);
  }

  @Override
  public int hashCode() {
    return 31 * curve.hashCode() + bounds.hashCode();
  }

  /**
   * Returns the text form.
   *
   * @return a text that {@link #parse} reads, unless it contains a {@link #custom} function
   */
  @Override
  public String toString() {
    return BackoffText.format(curve, bounds);
  }
}
