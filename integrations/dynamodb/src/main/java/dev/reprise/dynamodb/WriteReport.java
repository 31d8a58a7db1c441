package dev.reprise.dynamodb;

import dev.reprise.batch.report.BatchCounts;
import dev.reprise.batch.report.BatchReport;
import dev.reprise.batch.report.DeadLetter;
import java.util.List;

/**
 * How a run of writes came out: every write that was read is accounted for.
 *
 * @param batch the account of each write
 * @param consumed what it asked of the service
 */
public record WriteReport(BatchReport<ItemWrite> batch, ServiceUsage consumed) {

  /**
   * Whether everything was written.
   *
   * @return as {@link BatchReport#allDone()}
   */
  public boolean allDone() {
    return batch.allDone();
  }

  /**
   * The numbers.
   *
   * @return as {@link BatchReport#counts()}
   */
  public BatchCounts counts() {
    return batch.counts();
  }

  /**
   * The dead writes, unless they were given to a consumer.
   *
   * @return as {@link BatchReport#deadLetters()}
   */
  public List<DeadLetter<ItemWrite>> deadLetters() {
    return batch.deadLetters();
  }

  @Override
  public String toString() {
    return batch.toString();
  }
}
