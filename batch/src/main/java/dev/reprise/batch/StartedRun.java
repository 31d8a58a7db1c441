package dev.reprise.batch;

import dev.reprise.batch.internal.run.BatchSettings;
import dev.reprise.batch.internal.run.Coordinator;
import dev.reprise.batch.internal.run.ExecutorMailbox;
import dev.reprise.batch.internal.run.InputSource;
import dev.reprise.batch.report.BatchCounts;
import dev.reprise.batch.report.BatchReport;
import dev.reprise.decision.StopReason;
import java.util.concurrent.CompletableFuture;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/** A run on an executor. */
final class StartedRun<I> implements BatchRun<I> {

  private final CompletableFuture<BatchReport<I>> report = new CompletableFuture<>();
  private final ExecutorMailbox mailbox;
  private final Coordinator<I> coordinator;
  private final Consumer<@Nullable Throwable> onEnd;
  private volatile boolean ended;

  private StartedRun(
      BatchSettings<I> settings, InputSource<I> source, Consumer<@Nullable Throwable> onEnd) {
    this.onEnd = onEnd;
    mailbox = new ExecutorMailbox(settings.retry().environment().executor(), this::broke);
    coordinator = new Coordinator<>(settings, source, mailbox, this::end);
  }

  static <I> StartedRun<I> of(BatchSettings<I> settings, InputSource<I> source) {
    return of(settings, source, bug -> {});
  }

  /**
   * Starts a run.
   *
   * @param onEnd called before the report is completed, with the internal error that ended the run
   */
  static <I> StartedRun<I> of(
      BatchSettings<I> settings, InputSource<I> source, Consumer<@Nullable Throwable> onEnd) {
    StartedRun<I> run = new StartedRun<>(settings, source, onEnd);
    CompletableFuture<?> unused = run.report.whenComplete((report, failure) -> run.cancel());
    run.mailbox.start(run.coordinator);
    return run;
  }

  private void end(BatchReport<I> result) {
    ended = true;
    onEnd.accept(null);
    report.complete(result);
  }

  /** Completes the run after an internal error, so that no caller waits forever. */
  private void broke(Throwable bug) {
    coordinator.closeJournal();
    onEnd.accept(bug);
    report.completeExceptionally(
        new IllegalStateException("internal error of the batch engine after " + counts(), bug));
  }

  @Override
  public CompletableFuture<BatchReport<I>> report() {
    return report;
  }

  @Override
  public void cancel() {
    if (!ended) {
      mailbox.post(() -> coordinator.stop(StopReason.CANCELLED, true));
    }
  }

  @Override
  public BatchCounts counts() {
    return coordinator.counts();
  }
}
