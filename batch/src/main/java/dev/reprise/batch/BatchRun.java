package dev.reprise.batch;

import dev.reprise.batch.report.BatchCounts;
import dev.reprise.batch.report.BatchReport;
import java.util.concurrent.CompletableFuture;

/**
 * A run that was started. Safe for use by any thread.
 *
 * <pre>{@code
 * BatchRun<Order> run =
 *     batch.onDeadLetter(deadLetters::add).onProgress(bar::add).start(input.iterator());
 *
 * BatchReport<Order> report = run.report().join(); // or run.cancel()
 * }</pre>
 *
 * @param <I> type of the items
 */
public interface BatchRun<I> {

  /**
   * Returns the future of the report. Actions that depend on it may run on the thread that
   * coordinated the run, which has ended then.
   *
   * @return always the same future; completes with the report, even if the operation, the source or
   *     a listener throws. Completing it by any means cancels the run, whose report is then passed
   *     to listeners only
   */
  CompletableFuture<BatchReport<I>> report();

  /**
   * Stops the run: no more items are read or sent, calls in flight are interrupted or cancelled,
   * and the report follows as soon as they have ended. Items that were sent and have no reply count
   * as dead, because they may have arrived, with the reason of the run, whatever exception the
   * interrupted call throws; items that were never sent count as not attempted. Does nothing after
   * the end of the run.
   */
  void cancel();

  /**
   * Returns the numbers so far.
   *
   * @return the numbers at the end of the last call that has ended; after the end of the run, those
   *     of the report
   */
  BatchCounts counts();
}
