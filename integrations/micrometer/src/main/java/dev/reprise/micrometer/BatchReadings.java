package dev.reprise.micrometer;

import dev.reprise.batch.report.BatchMetrics;
import dev.reprise.batch.report.BatchMetrics.Snapshot;
import java.util.List;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.ToDoubleFunction;
import java.util.function.ToLongFunction;
import java.util.stream.Stream;

/** The metrics that were bound with one name. Kept, because a counter must not decrease. */
final class BatchReadings {

  private final AtomicReference<List<BatchMetrics>> bound = new AtomicReference<>(List.of());

  /** Makes metrics the last ones. In one step: without them, a counter would decrease meanwhile. */
  void add(BatchMetrics metrics) {
    bound.updateAndGet(
        before ->
            Stream.concat(before.stream().filter(one -> one != metrics), Stream.of(metrics))
                .toList());
  }

  long sum(ToLongFunction<Snapshot> value) {
    return bound.get().stream().map(BatchMetrics::snapshot).mapToLong(value).sum();
  }

  double last(ToDoubleFunction<Snapshot> value) {
    List<BatchMetrics> all = bound.get();
    return all.isEmpty() ? Double.NaN : value.applyAsDouble(all.get(all.size() - 1).snapshot());
  }
}
