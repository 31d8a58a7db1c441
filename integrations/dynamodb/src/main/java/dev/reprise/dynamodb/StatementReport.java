package dev.reprise.dynamodb;

import dev.reprise.batch.report.BatchCounts;
import dev.reprise.batch.report.BatchReport;
import dev.reprise.batch.report.DeadLetter;
import java.util.List;

/**
 * How a run of statements came out: every statement that was read is accounted for.
 *
 * @param batch the account of each statement
 * @param consumed what it asked of the service
 */
public record StatementReport(BatchReport<Statement> batch, ServiceUsage consumed) {

  /**
   * Whether everything was carried out.
   *
   * @return as {@link BatchReport#allDone()}
   */
  public boolean allDone() {
    return batch.allDone();
  }

  /**
   * The numbers, in statements.
   *
   * @return as {@link BatchReport#counts()}
   */
  public BatchCounts counts() {
    return batch.counts();
  }

  /**
   * The dead statements, unless they were given to a consumer.
   *
   * @return as {@link BatchReport#deadLetters()}
   */
  public List<DeadLetter<Statement>> deadLetters() {
    return batch.deadLetters();
  }

  @Override
  public String toString() {
    return batch.toString();
  }
}
