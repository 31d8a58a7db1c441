package dev.reprise.spark.internal.write;

import org.apache.spark.sql.catalyst.InternalRow;
import org.apache.spark.sql.connector.write.DataWriter;
import org.apache.spark.sql.connector.write.DataWriterFactory;

/**
 * Creates the writers of tasks on the executors.
 *
 * @param plan the plan of the write
 * @param queryId identifier of the job in file names
 */
record TaskWriterFactory(WritePlan plan, String queryId) implements DataWriterFactory {

  @Override
  public DataWriter<InternalRow> createWriter(int partition, long attempt) {
    return new TaskWriter(plan, partition, attempt, queryId);
  }
}
