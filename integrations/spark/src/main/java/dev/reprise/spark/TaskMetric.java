package dev.reprise.spark;

import java.util.List;
import java.util.function.ToLongFunction;
import org.apache.spark.sql.connector.metric.CustomMetric;
import org.apache.spark.sql.connector.metric.CustomTaskMetric;

/**
 * A metric that a task reports while it writes.
 *
 * @param sum name of the sum over all tasks in the UI
 * @param value the value of the task
 */
record TaskMetric(CustomMetric sum, ToLongFunction<TaskCounts> value) {

  private static final List<TaskMetric> ALL =
      List.of(
          new TaskMetric(new Metrics.Items(), TaskCounts::done),
          new TaskMetric(new Metrics.Calls(), TaskCounts::calls),
          new TaskMetric(new Metrics.Retries(), TaskCounts::itemsRetried),
          new TaskMetric(new Metrics.Throttles(), TaskCounts::throttledCalls),
          new TaskMetric(new Metrics.Dead(), TaskCounts::dead),
          new TaskMetric(new Metrics.Units(), counts -> Math.round(counts.units())));

  static CustomMetric[] sums() {
    return ALL.stream().map(TaskMetric::sum).toArray(CustomMetric[]::new);
  }

  static CustomTaskMetric[] of(TaskCounts counts) {
    return ALL.stream()
        .map(metric -> new TaskValue(metric.sum.name(), metric.value.applyAsLong(counts)))
        .toArray(CustomTaskMetric[]::new);
  }

  /** Returns the metric of a task. */
  private record TaskValue(String name, long value) implements CustomTaskMetric {}
}
