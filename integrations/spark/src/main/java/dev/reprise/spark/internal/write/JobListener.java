package dev.reprise.spark.internal.write;

import dev.reprise.spark.internal.options.WriteOptions;

/** Receives the result of a job, on the thread of the driver that ends the job. */
public interface JobListener {

  /**
   * Handles the result of a job whose tasks all committed. An exception fails the job.
   *
   * @param result the sums of the tasks
   * @param options the options of the job
   */
  void committed(WriteResult result, WriteOptions options);

  /**
   * Handles the result of a job that failed or was cancelled.
   *
   * @param result the sums of the tasks that committed
   * @param options the options of the job
   */
  void aborted(WriteResult result, WriteOptions options);
}
