package dev.reprise.dynamodb;

import dev.reprise.batch.report.BatchCounts;
import dev.reprise.batch.report.BatchReport;
import dev.reprise.batch.report.DeadLetter;
import java.util.List;

/**
 * How a run of transactions came out: every transaction that was read is accounted for.
 *
 * @param batch the account of each transaction
 * @param consumed what it asked of the service
 */
public record TransactionReport(BatchReport<WriteTransaction> batch, ServiceUsage consumed) {

  /**
   * Whether everything was carried out.
   *
   * @return as {@link BatchReport#allDone()}
   */
  public boolean allDone() {
    return batch.allDone();
  }

  /**
   * The numbers, in transactions.
   *
   * @return as {@link BatchReport#counts()}
   */
  public BatchCounts counts() {
    return batch.counts();
  }

  /**
   * The dead transactions, unless they were given to a consumer. {@link CancelledWrite#of} tells
   * which writes were in the way of one.
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
