package dev.reprise.spark.internal.read;

import java.util.Iterator;
import org.apache.spark.TaskContext;
import org.apache.spark.api.java.function.MapPartitionsFunction;
import org.apache.spark.sql.Row;

/**
 * Looks up the items for the rows of a partition.
 *
 * @param plan the plan of the read
 */
public record ReadTask(ReadPlan plan) implements MapPartitionsFunction<Row, Row> {

  @Override
  public Iterator<Row> call(Iterator<Row> rows) {
    TaskContext context = TaskContext.get();
    ItemLookup lookup = new ItemLookup(plan, rows, context.numPartitions());
    context.addTaskCompletionListener(lookup);
    return lookup;
  }
}
