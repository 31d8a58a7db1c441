package dev.reprise.spark;

import org.apache.spark.sql.catalyst.InternalRow;
import org.apache.spark.sql.connector.write.DataWriter;
import org.apache.spark.sql.connector.write.DataWriterFactory;

/**
 * Goes to the executors.
 *
 * @param plan what a task must know
 * @param queryId names the files of this job
 */
record TaskWriterFactory(WritePlan plan, String queryId) implements DataWriterFactory {

  @Override
  public DataWriter<InternalRow> createWriter(int partition, long attempt) {
    return new TaskWriter(plan, partition, attempt, queryId);
  }
}
