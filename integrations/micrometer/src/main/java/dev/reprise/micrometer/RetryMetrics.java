package dev.reprise.micrometer;

import dev.reprise.Retry;
import dev.reprise.RetrySource;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.Tags;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * Publishes the metrics of retries to a Micrometer registry:
 *
 * <pre>{@code
 * Retry orders = RetryMetrics.of(registry).bind(Retry.of(policy).named("orders"));
 * }</pre>
 *
 * <p>A call whose first attempt succeeds allocates nothing for its metrics: it increments a
 * counter, which the registry reads. All other metrics are recorded from the events of a call, on
 * the thread that runs the call and with its context, so that exemplars carry its trace.
 *
 * <table>
 *   <caption>Meters; each has the tag {@code retry}, the name of the retry</caption>
 *   <tr><th>name</th><th>type</th><th>further tags</th><th>value</th></tr>
 *   <tr><td>{@code reprise.calls}</td><td>counter</td><td>{@code outcome}: {@code first_attempt},
 *       {@code retried}, {@code failed}</td><td>calls that have ended; {@code retried} if a later
 *       attempt was made, as a retry or a hedge, and one was accepted</td></tr>
 *   <tr><td>{@code reprise.call.attempts}</td><td>summary</td><td>{@code outcome}: {@code retried},
 *       {@code failed}</td><td>attempts of such a call</td></tr>
 *   <tr><td>{@code reprise.call.duration}</td><td>timer</td><td>{@code outcome}</td><td>time from the
 *       start of such a call to its end, including waits; with {@link #withFirstAttemptTimes()} also
 *       of calls with the outcome {@code first_attempt}</td></tr>
 *   <tr><td>{@code reprise.attempts.failed}</td><td>counter</td><td>{@code kind}: the failure kind;
 *       {@code exception} with {@link #withExceptionClasses()}</td><td>attempts that were not
 *       accepted, without those cancelled because a different attempt was accepted</td></tr>
 *   <tr><td>{@code reprise.giveups}</td><td>counter</td><td>{@code reason}: the stop reason</td>
 *       <td>calls that ended without success</td></tr>
 *   <tr><td>{@code reprise.fallbacks}</td><td>counter</td><td></td><td>failed calls that returned
 *       the result of a fallback or backup</td></tr>
 *   <tr><td>{@code reprise.waits}</td><td>timer</td><td>{@code source}: {@code backoff}, {@code
 *       jitter}, {@code server}</td><td>waits between attempts, as decided</td></tr>
 *   <tr><td>{@code reprise.hedges}</td><td>counter</td><td>{@code result}: {@code started}, {@code
 *       won}, {@code refused}</td><td>attempts in parallel with one in flight</td></tr>
 *   <tr><td>{@code reprise.budget.refused}</td><td>counter</td><td>{@code of}: {@code retry}, {@code
 *       hedge}</td><td>attempts that the budget refused</td></tr>
 *   <tr><td>{@code reprise.budget.level}</td><td>gauge</td><td></td><td>{@linkplain
 *       Retry#budgetLevel() lowest level} of the budgets of the retry and its keys, from 0 to 1;
 *       absent if the budget does not know its level</td></tr>
 *   <tr><td>{@code reprise.calls.retrying}</td><td>gauge</td><td></td><td>calls that wait for a
 *       retry, make one, or were hedged</td></tr>
 * </table>
 *
 * <p>Tags never contain a host, a message or the key of {@link Retry#on(Object)}: calls of all keys
 * are counted together. A value of an enum is its constant in lower case.
 *
 * <p>Durations and attempts have the buckets of {@linkplain
 * io.micrometer.core.instrument.Timer.Builder#serviceLevelObjectives service level objectives},
 * which a meter filter can replace; no percentile histogram is published. The meters that a
 * dashboard needs from the start are registered by {@link #bind}; a meter for a value that is rare,
 * such as a stop reason, is registered when it first occurs.
 *
 * <p>Several retries with one name share their meters: counters add up, and {@code
 * reprise.budget.level} is the lowest level. Publish all retries of a registry with the same
 * options, because registries such as that of Prometheus reject a meter whose tags differ from an
 * earlier one of its name.
 */
public final class RetryMetrics {

  private final MeterRegistry registry;
  private final MeterOptions options;

  private RetryMetrics(MeterRegistry registry, MeterOptions options) {
    this.registry = registry;
    this.options = options;
  }

  /**
   * The options of the meters.
   *
   * @param source finds the current retry of a name; null to use the one that was bound
   */
  record MeterOptions(
      Tags tags,
      boolean exceptionClasses,
      boolean firstAttemptTimes,
      @Nullable RetrySource source) {

    static final MeterOptions DEFAULTS = new MeterOptions(Tags.empty(), false, false, null);
  }

  /**
   * Creates metrics without further tags.
   *
   * @param registry receives the meters
   * @return metrics for any number of retries
   */
  public static RetryMetrics of(MeterRegistry registry) {
    return new RetryMetrics(Objects.requireNonNull(registry, "registry"), MeterOptions.DEFAULTS);
  }

  /**
   * Adds tags to all meters.
   *
   * @param added the tags, in addition to those added before
   * @return a copy with these tags
   */
  public RetryMetrics withTags(Tags added) {
    Tags all = options.tags.and(Objects.requireNonNull(added, "added"));
    return with(
        new MeterOptions(all, options.exceptionClasses, options.firstAttemptTimes, options.source));
  }

  /**
   * Adds the simple class name of the exception to {@code reprise.attempts.failed}, as the tag
   * {@code exception}; {@code none} for rejected results. Off by default, because each class adds a
   * time series.
   *
   * @return a copy with this tag
   */
  public RetryMetrics withExceptionClasses() {
    return with(new MeterOptions(options.tags, true, options.firstAttemptTimes, options.source));
  }

  /**
   * Records the duration of calls whose first attempt succeeds as well. Off by default, because it
   * reads the clock twice for each call, allocates an event and records in a histogram.
   *
   * @return a copy that records them
   */
  public RetryMetrics withFirstAttemptTimes() {
    return with(new MeterOptions(options.tags, options.exceptionClasses, true, options.source));
  }

  /**
   * Sets where to find the current retry of a name, such as a {@link
   * dev.reprise.registry.RetryRegistry}: then {@code reprise.budget.level} follows a reload that
   * changes the budget. By default, it describes the budget of the retry that was bound. All other
   * meters follow a reload in any case.
   *
   * @param source queried when the level is read; a name that it does not know is that of the retry
   *     that was bound
   * @return a copy with this source
   */
  public RetryMetrics withSource(RetrySource source) {
    Objects.requireNonNull(source, "source");
    return with(
        new MeterOptions(
            options.tags, options.exceptionClasses, options.firstAttemptTimes, source));
  }

  private RetryMetrics with(MeterOptions changed) {
    return new RetryMetrics(registry, changed);
  }

  /**
   * Registers the meters of a retry and records its calls. Bind a retry after it was named and got
   * its budget; copies of the result, for example with a different policy, are recorded by the same
   * meters.
   *
   * @param retry the retry
   * @return a copy whose calls are recorded, sharing the state
   */
  public Retry bind(Retry retry) {
    return retry.withListener(new RetryMeters(registry, options, retry));
  }

  /**
   * Same as {@link #bind}, but registers the meters when the first call ends or is retried. For a
   * retry that may never be used, such as a default one, which would else add time series that stay
   * at 0. The {@code rate} of a counter misses its first event, because there is no sample before.
   *
   * @param retry the retry
   * @return a copy whose calls are recorded, sharing the state
   */
  public Retry bindAtFirstCall(Retry retry) {
    return retry.withListener(
        new MetersFromFirstCall(
            options.firstAttemptTimes(), () -> new RetryMeters(registry, options, retry)));
  }
}
