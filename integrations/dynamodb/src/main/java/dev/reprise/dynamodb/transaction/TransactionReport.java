package dev.reprise.dynamodb.transaction;

import dev.reprise.batch.report.BatchCounts;
import dev.reprise.batch.report.BatchReport;
import dev.reprise.batch.report.DeadLetter;
import dev.reprise.dynamodb.table.ServiceUsage;
import java.util.List;

/**
 * Result of a run of transactions, with the outcome of every transaction that was read. Immutable.
 *
 * @param batch the outcome of each transaction
 * @param usage requests sent and capacity consumed
 */
public record TransactionReport(BatchReport<WriteTransaction> batch, ServiceUsage usage) {

  /**
   * Returns whether every transaction was carried out.
   *
   * @return as {@link BatchReport#allDone()}
   */
  public boolean allDone() {
    return batch.allDone();
  }

  /**
   * Returns the counts, in transactions.
   *
   * @return as {@link BatchReport#counts()}
   */
  public BatchCounts counts() {
    return batch.counts();
  }

  /**
   * Returns the dead transactions, unless a consumer took them. {@link CancelledWrite#of} returns
   * the writes that caused the cancellation of one.
   *
   * @return as {@link BatchReport#deadLetters()}
   */
  public List<DeadLetter<WriteTransaction>> deadLetters() {
    return batch.deadLetters();
  }

  @Override
  public String toString() {
    return batch.toString();
  }
}
