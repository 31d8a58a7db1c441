package dev.reprise.spark.internal.write;

import java.util.List;
import java.util.function.ToLongFunction;
import org.apache.spark.sql.connector.metric.CustomMetric;
import org.apache.spark.sql.connector.metric.CustomTaskMetric;

/**
 * A metric of a running task.
 *
 * @param sum the sum over all tasks in the Spark UI
 * @param value function that returns the value of a task
 */
record TaskMetric(CustomMetric sum, ToLongFunction<TaskCounts> value) {

  private static final List<TaskMetric> ALL =
      List.of(
          new TaskMetric(new WriteMetrics.Items(), TaskCounts::done),
          new TaskMetric(new WriteMetrics.Calls(), TaskCounts::calls),
          new TaskMetric(new WriteMetrics.Retries(), TaskCounts::itemsRetried),
          new TaskMetric(new WriteMetrics.Throttles(), TaskCounts::throttledCalls),
          new TaskMetric(new WriteMetrics.Dead(), TaskCounts::dead),
          new TaskMetric(new WriteMetrics.Units(), counts -> Math.round(counts.units())));

  static CustomMetric[] sums() {
    return ALL.stream().map(TaskMetric::sum).toArray(CustomMetric[]::new);
  }

  static CustomTaskMetric[] of(TaskCounts counts) {
    return ALL.stream()
        .map(metric -> new TaskValue(metric.sum.name(), metric.value.applyAsLong(counts)))
        .toArray(CustomTaskMetric[]::new);
  }

  /** The value of a task. */
  private record TaskValue(String name, long value) implements CustomTaskMetric {}
}
