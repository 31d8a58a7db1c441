package dev.reprise.dynamodb.statement;

import dev.reprise.batch.report.BatchCounts;
import dev.reprise.batch.report.BatchReport;
import dev.reprise.batch.report.DeadLetter;
import dev.reprise.dynamodb.table.ServiceUsage;
import java.util.List;

/**
 * Result of a run of statements, with the outcome of every statement that was read. Immutable.
 *
 * @param batch the outcome of each statement
 * @param usage requests sent and capacity consumed
 */
public record StatementReport(BatchReport<PartiqlStatement> batch, ServiceUsage usage) {

  /**
   * Returns whether every statement was carried out.
   *
   * @return as {@link BatchReport#allDone()}
   */
  public boolean allDone() {
    return batch.allDone();
  }

  /**
   * Returns the counts, in statements.
   *
   * @return as {@link BatchReport#counts()}
   */
  public BatchCounts counts() {
    return batch.counts();
  }

  /**
   * Returns the dead statements, unless a consumer took them.
   *
   * @return as {@link BatchReport#deadLetters()}
   */
  public List<DeadLetter<PartiqlStatement>> deadLetters() {
    return batch.deadLetters();
  }

  @Override
  public String toString() {
    return batch.toString();
  }
}
