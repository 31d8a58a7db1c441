package dev.reprise.micrometer;

import dev.reprise.batch.report.BatchMetrics;
import dev.reprise.batch.report.BatchMetrics.Snapshot;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.function.ToDoubleFunction;
import java.util.function.ToLongFunction;

/** The metrics that were bound with one name. Kept, because a counter must not decrease. */
final class BatchReadings {

  private final List<BatchMetrics> bound = new CopyOnWriteArrayList<>();

  /** Adds metrics, unless they were added before. */
  void add(BatchMetrics metrics) {
    bound.remove(metrics);
    bound.add(metrics);
  }

  long sum(ToLongFunction<Snapshot> value) {
    return bound.stream().map(BatchMetrics::snapshot).mapToLong(value).sum();
  }

  double last(ToDoubleFunction<Snapshot> value) {
    return bound.isEmpty()
        ? Double.NaN
        : value.applyAsDouble(bound.get(bound.size() - 1).snapshot());
  }
}
