package dev.reprise.dynamodb;

import dev.reprise.Retry;
import dev.reprise.batch.Batch;
import dev.reprise.batch.Pace;
import dev.reprise.batch.SameKey;
import dev.reprise.batch.journal.BatchJournal;
import dev.reprise.batch.report.BatchCounts;
import dev.reprise.batch.report.BatchListener;
import dev.reprise.batch.report.DeadLetter;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Executor;
import java.util.function.Consumer;
import java.util.function.ToLongFunction;
import org.jspecify.annotations.Nullable;

/**
 * What can be set of a {@link DynamoDbBatch}. Changed only until the batch that owns it is made.
 */
final class Settings implements Cloneable {

  Retry retry;
  int parallelism = 8;
  Pace pace = Pace.adaptive();
  double capacityShare;
  SameKey sameKey = SameKey.WAITS;
  boolean consistent;
  @Nullable List<String> projection;
  @Nullable Executor executor;
  @Nullable BatchJournal journal;
  Watchers<ItemWrite> writes = Watchers.none();
  Watchers<KeyRead> reads = Watchers.none();
  Watchers<WriteTransaction> transactions = Watchers.none();
  Watchers<Statement> statements = Watchers.none();

  Settings(Retry retry) {
    this.retry = retry;
  }

  /**
   * Who is told of the items of one kind.
   *
   * @param onDead takes the dead letters; null keeps them in the report
   * @param listeners hear of all
   */
  record Watchers<I>(
      @Nullable Consumer<? super DeadLetter<I>> onDead, List<BatchListener<I>> listeners) {

    static <I> Watchers<I> none() {
      return new Watchers<>(null, List.of());
    }

    Watchers<I> onDead(Consumer<? super DeadLetter<I>> consumer) {
      return new Watchers<>(consumer, listeners);
    }

    Watchers<I> and(BatchListener<I> listener) {
      List<BatchListener<I>> more = new ArrayList<>(listeners);
      more.add(listener);
      return new Watchers<>(onDead, List.copyOf(more));
    }

    Watchers<I> telling(Consumer<? super BatchCounts> consumer) {
      return and(
          new BatchListener<>() {
            @Override
            public void progressed(BatchCounts counts) {
              consumer.accept(counts);
            }
          });
    }
  }

  Settings copy() {
    try {
      return (Settings) clone();
    } catch (CloneNotSupportedException impossible) {
      throw new AssertionError(impossible);
    }
  }

  /** Whether the table is to be asked for more than its key schema. */
  boolean wantsFacts() {
    return capacityShare > 0;
  }

  /** A batch of items that are read, which need no journal. */
  <I> Batch<I> watching(Batch<I> plain, Watchers<I> watchers) {
    Batch<I> batch = plain.parallelism(parallelism);
    if (executor != null) {
      batch = batch.withExecutor(executor);
    }
    if (watchers.onDead() != null) {
      batch = batch.onDeadLetter(watchers.onDead());
    }
    for (BatchListener<I> listener : watchers.listeners()) {
      batch = batch.withListener(listener);
    }
    return batch;
  }

  <I> Batch<I> watching(
      Batch<I> plain, Watchers<I> watchers, String target, ToLongFunction<I> fingerprint) {
    Batch<I> batch = watching(plain, watchers);
    if (journal == null) {
      return batch;
    }
    String input = journal.description();
    return batch.journaledIn(
        journal.describing(input.isEmpty() ? target : input + "; " + target), fingerprint);
  }
}
