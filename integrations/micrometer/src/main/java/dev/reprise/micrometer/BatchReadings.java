package dev.reprise.micrometer;

import dev.reprise.batch.report.BatchMetrics;
import dev.reprise.batch.report.BatchMetrics.Snapshot;
import java.util.List;
import java.util.function.ToDoubleFunction;
import java.util.function.ToLongFunction;
import java.util.stream.Stream;

/** The metrics that were bound with one name. Kept, because a counter must not decrease. */
final class BatchReadings {

  private volatile List<BatchMetrics> bound = List.of();

  /** Makes metrics the last ones. In one step: without them, a counter would decrease meanwhile. */
  synchronized void add(BatchMetrics metrics) {
    bound =
        Stream.concat(bound.stream().filter(one -> one != metrics), Stream.of(metrics)).toList();
  }

  long sum(ToLongFunction<Snapshot> value) {
    return bound.stream().map(BatchMetrics::snapshot).mapToLong(value).sum();
  }

  double last(ToDoubleFunction<Snapshot> value) {
    List<BatchMetrics> all = bound;
    return all.isEmpty() ? Double.NaN : value.applyAsDouble(all.get(all.size() - 1).snapshot());
  }
}
