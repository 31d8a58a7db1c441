package dev.reprise.spark;

import java.util.Iterator;
import org.apache.spark.TaskContext;
import org.apache.spark.api.java.function.MapPartitionsFunction;
import org.apache.spark.sql.Row;

/**
 * Reads the items of the keys of a partition.
 *
 * @param plan the plan of the read
 */
record ReadTask(ReadPlan plan) implements MapPartitionsFunction<Row, Row> {

  @Override
  public Iterator<Row> call(Iterator<Row> rows) {
    TaskContext context = TaskContext.get();
    FoundRows found = new FoundRows(plan, rows, context.numPartitions());
    context.addTaskCompletionListener(found);
    return found;
  }
}
