package dev.reprise.batch;

import dev.reprise.batch.report.BatchCounts;
import dev.reprise.batch.report.BatchReport;
import java.util.concurrent.CompletableFuture;

/**
 * A run under way. Safe for use by any thread.
 *
 * @param <I> type of the items
 */
public interface BatchRun<I> {

  /**
   * The end of the run.
   *
   * @return always the same future; completes with the report, whatever the operation, the source
   *     or a listener throws. Completing it by any means cancels the run; its report then goes to
   *     listeners only
   */
  CompletableFuture<BatchReport<I>> report();

  /**
   * Stops the run: nothing more is read or sent, calls under way are interrupted or cancelled, and
   * the report follows as soon as they have ended. Items that were sent and not answered count as
   * dead, since they may have arrived; those never sent as not attempted. Does nothing once the run
   * is over.
   */
  void cancel();

  /**
   * The numbers so far.
   *
   * @return as of the last call that ended
   */
  BatchCounts counts();
}
