package dev.reprise.batch;

import dev.reprise.batch.internal.run.BatchSettings;
import dev.reprise.batch.internal.run.CallerMailbox;
import dev.reprise.batch.internal.run.Coordinator;
import dev.reprise.batch.internal.run.InputSource;
import dev.reprise.batch.report.BatchReport;
import java.util.Objects;
import java.util.concurrent.atomic.AtomicReference;
import org.jspecify.annotations.Nullable;

/** A run on the thread of its caller. */
final class CallerRun {

  private CallerRun() {}

  static <I> BatchReport<I> toEnd(BatchSettings<I> settings, InputSource<I> source) {
    AtomicReference<@Nullable BatchReport<I>> report = new AtomicReference<>();
    CallerMailbox mailbox = new CallerMailbox(settings.retry().environment().sleeper());
    Coordinator<I> coordinator = new Coordinator<>(settings, source, mailbox, report::set);
    try {
      mailbox.run(coordinator);
    } finally {
      coordinator.closeJournal();
    }
    return Objects.requireNonNull(report.get());
  }
}
