package dev.reprise.micrometer;

import dev.reprise.batch.report.BatchMetrics;
import dev.reprise.batch.report.BatchMetrics.Snapshot;
import dev.reprise.decision.StopReason;
import io.micrometer.core.instrument.FunctionCounter;
import io.micrometer.core.instrument.FunctionTimer;
import io.micrometer.core.instrument.Gauge;
import io.micrometer.core.instrument.Meter;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.Tags;
import java.util.Objects;
import java.util.concurrent.TimeUnit;
import java.util.function.Function;
import java.util.function.Supplier;
import java.util.function.ToDoubleFunction;
import java.util.function.ToLongFunction;

/**
 * Publishes the metrics of batches to a Micrometer registry, which reads them from {@link
 * BatchMetrics}:
 *
 * <pre>{@code
 * BatchMetrics metrics = BatchMeters.of(registry).bind("prices", new BatchMetrics());
 * BatchReport<Price> report = batch.withListener(metrics.listener()).run(prices);
 * }</pre>
 *
 * <table>
 *   <caption>Meters; each has the tag {@code batch}, the name given to {@link #bind}</caption>
 *   <tr><th>name</th><th>type</th><th>further tags</th><th>value</th></tr>
 *   <tr><td>{@code reprise.batch.items}</td><td>counter</td><td>{@code result}: {@code done}, {@code
 *       superseded}, {@code not_attempted}</td><td>items of the input</td></tr>
 *   <tr><td>{@code reprise.batch.items.dead}</td><td>counter</td><td>{@code reason}: the stop
 *       reason</td><td>items given up</td></tr>
 *   <tr><td>{@code reprise.batch.items.sent}</td><td>counter</td><td></td><td>items in all
 *       calls</td></tr>
 *   <tr><td>{@code reprise.batch.items.resent}</td><td>counter</td><td></td><td>those of them that an
 *       earlier call had carried</td></tr>
 *   <tr><td>{@code reprise.batch.call.duration}</td><td>timer</td><td></td><td>number and duration of
 *       calls; no buckets</td></tr>
 *   <tr><td>{@code reprise.batch.calls.throttled}</td><td>counter</td><td></td><td>calls that were
 *       refused, completely or in part, because of load or a quota</td></tr>
 *   <tr><td>{@code reprise.batch.calls.partial}</td><td>counter</td><td></td><td>calls that completed
 *       some of their items</td></tr>
 *   <tr><td>{@code reprise.batch.calls.isolating}</td><td>counter</td><td></td><td>calls with a half
 *       of a chunk that was refused as a whole</td></tr>
 *   <tr><td>{@code reprise.batch.pace.delay}</td><td>timer</td><td></td><td>delays of calls by the
 *       pace</td></tr>
 *   <tr><td>{@code reprise.batch.pace.rate}</td><td>gauge</td><td></td><td>units a second that the
 *       pace allows; not a number if it is not limited</td></tr>
 *   <tr><td>{@code reprise.batch.pace.parallelism}</td><td>gauge</td><td></td><td>parallel calls that
 *       the pace allows</td></tr>
 *   <tr><td>{@code reprise.batch.runs}</td><td>counter</td><td></td><td>runs that have ended</td></tr>
 * </table>
 *
 * <p>Several metrics with one name add up; the gauges describe those that were bound last.
 */
public final class BatchMeters {

  private final MeterRegistry registry;
  private final Tags tags;

  private BatchMeters(MeterRegistry registry, Tags tags) {
    this.registry = registry;
    this.tags = tags;
  }

  /**
   * Creates meters without further tags.
   *
   * @param registry receives the meters
   * @return meters for any number of batches
   */
  public static BatchMeters of(MeterRegistry registry) {
    return new BatchMeters(Objects.requireNonNull(registry, "registry"), Tags.empty());
  }

  /**
   * Adds tags to all meters.
   *
   * @param added the tags, in addition to those added before
   * @return a copy with these tags
   */
  public BatchMeters withTags(Tags added) {
    return new BatchMeters(registry, tags.and(Objects.requireNonNull(added, "added")));
  }

  /**
   * Registers the meters of a batch. The registry keeps the metrics.
   *
   * @param name the name of the batch
   * @param metrics the metrics of its runs
   * @return the same metrics
   */
  public BatchMetrics bind(String name, BatchMetrics metrics) {
    Objects.requireNonNull(metrics, "metrics");
    new Registration(registry, tags.and("batch", Objects.requireNonNull(name, "name")), metrics)
        .register();
    return metrics;
  }

  private record Registration(MeterRegistry registry, Tags tags, BatchMetrics metrics) {

    void register() {
      items("done", Snapshot::done);
      items("superseded", Snapshot::superseded);
      items("not_attempted", Snapshot::notAttempted);
      for (StopReason reason : StopReason.values()) {
        if (reason != StopReason.SUCCEEDED) {
          counter(
              "reprise.batch.items.dead",
              "Items given up",
              tags.and("reason", Attempts.text(reason)),
              now -> now.deadByReason().getOrDefault(reason, 0L));
        }
      }
      counter("reprise.batch.items.sent", "Items in all calls", tags, Snapshot::sent);
      String resent = "Items in all calls that an earlier call had carried";
      counter("reprise.batch.items.resent", resent, tags, Snapshot::retried);
      calls();
      counter("reprise.batch.runs", "Runs that have ended", tags, Snapshot::runs);
    }

    private void calls() {
      String throttled = "Calls that were refused because of load or a quota";
      counter("reprise.batch.calls.throttled", throttled, tags, Snapshot::throttledCalls);
      String partial = "Calls that completed some of their items";
      counter("reprise.batch.calls.partial", partial, tags, Snapshot::partialCalls);
      String isolating = "Calls with a half of a chunk that was refused as a whole";
      counter("reprise.batch.calls.isolating", isolating, tags, Snapshot::isolatingCalls);
      timer("reprise.batch.call.duration", "Duration of calls", Snapshot::callNanos);
      timer("reprise.batch.pace.delay", "Delays of calls by the pace", Snapshot::paceNanos);
      String rate = "Units a second that the pace allows";
      gauge(
          "reprise.batch.pace.rate",
          rate,
          now -> Double.isInfinite(now.unitsPerSecond()) ? Double.NaN : now.unitsPerSecond());
      String parallelism = "Parallel calls that the pace allows";
      gauge("reprise.batch.pace.parallelism", parallelism, Snapshot::parallelism);
    }

    private void items(String result, ToLongFunction<Snapshot> value) {
      counter("reprise.batch.items", "Items of the input", tags.and("result", result), value);
    }

    /** The function references the metrics: a function counter keeps its object only weakly. */
    private void counter(
        String name, String description, Tags all, ToLongFunction<Snapshot> value) {
      read(
          name,
          all,
          read ->
              FunctionCounter.builder(name, read, any -> read.get().sum(value))
                  .description(description)
                  .tags(all)
                  .register(registry));
    }

    private void timer(String name, String description, ToLongFunction<Snapshot> nanos) {
      read(
          name,
          tags,
          read ->
              FunctionTimer.builder(
                      name,
                      read,
                      any -> read.get().sum(Snapshot::calls),
                      any -> read.get().sum(nanos),
                      TimeUnit.NANOSECONDS)
                  .description(description)
                  .tags(tags)
                  .register(registry));
    }

    private void gauge(String name, String description, ToDoubleFunction<Snapshot> value) {
      read(
          name,
          tags,
          read ->
              Gauge.builder(name, () -> read.get().last(value))
                  .description(description)
                  .tags(tags)
                  .register(registry));
    }

    private void read(String name, Tags all, Function<Supplier<BatchReadings>, Meter> meter) {
      SharedReadings.of(registry, name, all, new BatchReadings(), (any, read) -> meter.apply(read))
          .add(metrics);
    }
  }
}
