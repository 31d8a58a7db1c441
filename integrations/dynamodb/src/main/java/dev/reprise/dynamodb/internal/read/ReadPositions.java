package dev.reprise.dynamodb.internal.read;

import dev.reprise.batch.report.BatchCall;
import dev.reprise.batch.report.BatchCounts;
import dev.reprise.batch.report.BatchListener;
import dev.reprise.batch.report.BatchReport;
import dev.reprise.batch.report.DeadLetter;
import dev.reprise.dynamodb.internal.run.BatchSettings.ItemListeners;
import dev.reprise.dynamodb.read.KeyRead;
import java.util.List;
import java.util.function.Consumer;

/** Positions of dead reads among all keys given; a batch counts each key once. */
final class ReadPositions {

  private ReadPositions() {}

  /** Returns listeners that pass dead reads on with their positions. */
  static ItemListeners<KeyRead> of(ItemListeners<KeyRead> listeners) {
    Consumer<? super DeadLetter<KeyRead>> onDead = listeners.onDead();
    return new ItemListeners<>(
        onDead == null ? null : dead -> onDead.accept(of(dead)),
        listeners.all().stream().<BatchListener<KeyRead>>map(Positioned::new).toList());
  }

  /** Returns a report whose dead reads have their positions. */
  static BatchReport<KeyRead> of(BatchReport<KeyRead> report) {
    return new BatchReport<>(
        report.counts(),
        report.stopReason(),
        report.sourceExhausted(),
        report.deadLetters().stream().map(ReadPositions::of).toList(),
        report.sourceFailure().orElse(null),
        report.callbackFailure().orElse(null),
        report.journalFailure().orElse(null),
        report.stopFailure().orElse(null));
  }

  private static DeadLetter<KeyRead> of(DeadLetter<KeyRead> dead) {
    return new DeadLetter<>(
        dead.item(),
        PendingRead.of(dead.item()).positionOr(dead.position()),
        dead.stopReason(),
        dead.kind(),
        dead.attempts(),
        dead.error(),
        dead.message());
  }

  /** Passes everything on, dead reads with their positions. */
  private record Positioned(BatchListener<KeyRead> to) implements BatchListener<KeyRead> {

    @Override
    public void itemsDone(List<KeyRead> items) {
      to.itemsDone(items);
    }

    @Override
    public void itemDoneBefore(KeyRead item) {
      to.itemDoneBefore(item);
    }

    @Override
    public void itemDead(DeadLetter<KeyRead> dead) {
      to.itemDead(of(dead));
    }

    @Override
    public void itemSuperseded(KeyRead item) {
      to.itemSuperseded(item);
    }

    @Override
    public void itemNotAttempted(KeyRead item) {
      to.itemNotAttempted(item);
    }

    @Override
    public void callEnded(BatchCall call) {
      to.callEnded(call);
    }

    @Override
    public void progressed(BatchCounts counts) {
      to.progressed(counts);
    }

    @Override
    public void ended(BatchReport<KeyRead> report) {
      to.ended(of(report));
    }
  }
}
