package dev.reprise.micrometer;

import dev.reprise.Retry;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.Tags;
import java.util.Objects;

/**
 * Publishes the metrics of retries to a Micrometer registry:
 *
 * <pre>{@code
 * Retry orders = RetryMetrics.of(registry).bind(Retry.of(policy).named("orders"));
 * }</pre>
 *
 * <p>A call whose first attempt succeeds allocates nothing for its metrics: it increments a
 * counter, which the registry reads. All other metrics are recorded from the events of a call, on
 * the thread of the call and with its context, so that exemplars carry its trace.
 *
 * <table>
 *   <caption>Meters; each has the tag {@code retry}, the name of the retry</caption>
 *   <tr><th>name</th><th>type</th><th>further tags</th><th>value</th></tr>
 *   <tr><td>{@code reprise.calls}</td><td>counter</td><td>{@code outcome}: {@code first_attempt},
 *       {@code retried}, {@code failed}</td><td>calls that have ended</td></tr>
 *   <tr><td>{@code reprise.call.attempts}</td><td>summary</td><td>{@code outcome}: {@code retried},
 *       {@code failed}</td><td>attempts of calls that did not succeed at their first attempt</td></tr>
 *   <tr><td>{@code reprise.call.duration}</td><td>timer</td><td>{@code outcome}</td><td>time from the
 *       start of such a call to its end, including waits; of all calls with {@link
 *       #withFirstAttemptTimes()}</td></tr>
 *   <tr><td>{@code reprise.attempts.failed}</td><td>counter</td><td>{@code kind}: the failure kind;
 *       {@code exception} with {@link #withExceptionClasses()}</td><td>attempts that were not
 *       accepted</td></tr>
 *   <tr><td>{@code reprise.giveups}</td><td>counter</td><td>{@code reason}: the stop reason</td>
 *       <td>calls that ended without success</td></tr>
 *   <tr><td>{@code reprise.waits}</td><td>timer</td><td>{@code source}: {@code backoff}, {@code
 *       jitter}, {@code server}</td><td>waits between attempts, as decided</td></tr>
 *   <tr><td>{@code reprise.hedges}</td><td>counter</td><td>{@code result}: {@code started}, {@code
 *       won}, {@code refused}</td><td>further attempts while one was in flight</td></tr>
 *   <tr><td>{@code reprise.budget.refused}</td><td>counter</td><td>{@code of}: {@code retry}, {@code
 *       hedge}</td><td>attempts that the budget refused</td></tr>
 *   <tr><td>{@code reprise.budget.level}</td><td>gauge</td><td></td><td>level of the budget from 0 to
 *       1; absent if the budget does not know its level</td></tr>
 *   <tr><td>{@code reprise.calls.retrying}</td><td>gauge</td><td></td><td>calls that are retrying
 *       now</td></tr>
 * </table>
 *
 * <p>Tags never contain a host, a message or the key of {@link Retry#on(Object)}: the calls of all
 * keys are counted together, and the two gauges describe the state of the calls without a key.
 */
public final class RetryMetrics {

  private final MeterRegistry registry;
  private final Tags tags;
  private final boolean exceptionClasses;
  private final boolean firstAttemptTimes;

  private RetryMetrics(
      MeterRegistry registry, Tags tags, boolean exceptionClasses, boolean firstAttemptTimes) {
    this.registry = registry;
    this.tags = tags;
    this.exceptionClasses = exceptionClasses;
    this.firstAttemptTimes = firstAttemptTimes;
  }

  /**
   * Creates metrics without further tags.
   *
   * @param registry receives the meters
   * @return metrics for any number of retries
   */
  public static RetryMetrics of(MeterRegistry registry) {
    return new RetryMetrics(
        Objects.requireNonNull(registry, "registry"), Tags.empty(), false, false);
  }

  /**
   * Adds tags to all meters.
   *
   * @param added the tags, in addition to those added before
   * @return a copy with these tags
   */
  public RetryMetrics withTags(Tags added) {
    return new RetryMetrics(registry, tags.and(added), exceptionClasses, firstAttemptTimes);
  }

  /**
   * Adds the simple class name of the exception to {@code reprise.attempts.failed}, as the tag
   * {@code exception}; {@code none} for rejected results. Off by default, because each class adds a
   * time series.
   *
   * @return a copy with this tag
   */
  public RetryMetrics withExceptionClasses() {
    return new RetryMetrics(registry, tags, true, firstAttemptTimes);
  }

  /**
   * Records the duration of calls whose first attempt succeeds as well. Off by default, because it
   * reads the clock twice per call and allocates an event.
   *
   * @return a copy that records them
   */
  public RetryMetrics withFirstAttemptTimes() {
    return new RetryMetrics(registry, tags, exceptionClasses, true);
  }

  /**
   * Registers the meters of a retry and records its calls. Bind a retry after its other settings:
   * the meters describe its name and its state at this moment. Several retries with one name share
   * their meters, except the gauges, which describe the first of them.
   *
   * @param retry the retry
   * @return a copy whose calls are recorded, sharing the state
   */
  public Retry bind(Retry retry) {
    return retry.withListener(
        new RetryMeters(
            registry, tags.and("retry", retry.name()), retry, exceptionClasses, firstAttemptTimes));
  }
}
