package dev.reprise.dynamodb.write;

import dev.reprise.batch.report.BatchCounts;
import dev.reprise.batch.report.BatchReport;
import dev.reprise.batch.report.DeadLetter;
import dev.reprise.dynamodb.table.ServiceUsage;
import java.util.List;

/**
 * Result of a run of writes, with the outcome of every write that was read. Immutable.
 *
 * @param batch the outcome of each write
 * @param usage requests sent and capacity consumed
 */
public record WriteReport(BatchReport<ItemWrite> batch, ServiceUsage usage) {

  /**
   * Returns whether every write was done.
   *
   * @return as {@link BatchReport#allDone()}
   */
  public boolean allDone() {
    return batch.allDone();
  }

  /**
   * Returns the counts.
   *
   * @return as {@link BatchReport#counts()}
   */
  public BatchCounts counts() {
    return batch.counts();
  }

  /**
   * Returns the dead writes, unless a consumer took them.
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
