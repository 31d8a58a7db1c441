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
 * BatchSettings of a {@link DynamoDbBatch}. Changed only before the batch that owns them is
 * created.
 */
final class BatchSettings implements Cloneable {

  Retry retry;
  int parallelism = 8;
  Pace pace = Pace.adaptive();
  double capacityShare;
  SameKey sameKey = SameKey.WAITS;
  boolean consistent;
  @Nullable List<String> projection;
  @Nullable Executor executor;
  @Nullable BatchJournal journal;
  ItemListeners<ItemWrite> writes = ItemListeners.none();
  ItemListeners<KeyRead> reads = ItemListeners.none();
  ItemListeners<WriteTransaction> transactions = ItemListeners.none();
  ItemListeners<Statement> statements = ItemListeners.none();

  BatchSettings(Retry retry) {
    this.retry = retry;
  }

  /**
   * Listeners of the items of one kind.
   *
   * @param onDead takes the dead letters; null keeps them in the report
   * @param all the listeners
   */
  record ItemListeners<I>(
      @Nullable Consumer<? super DeadLetter<I>> onDead, List<BatchListener<I>> all) {

    static <I> ItemListeners<I> none() {
      return new ItemListeners<>(null, List.of());
    }

    ItemListeners<I> onDead(Consumer<? super DeadLetter<I>> consumer) {
      return new ItemListeners<>(consumer, all);
    }

    ItemListeners<I> and(BatchListener<I> listener) {
      List<BatchListener<I>> more = new ArrayList<>(all);
      more.add(listener);
      return new ItemListeners<>(onDead, List.copyOf(more));
    }

    ItemListeners<I> withProgress(Consumer<? super BatchCounts> consumer) {
      return and(
          new BatchListener<>() {
            @Override
            public void progressed(BatchCounts counts) {
              consumer.accept(counts);
            }
          });
    }
  }

  BatchSettings copy() {
    try {
      return (BatchSettings) clone();
    } catch (CloneNotSupportedException impossible) {
      throw new AssertionError(impossible);
    }
  }

  /** Returns whether a run needs the capacity of the table. */
  boolean wantsFacts() {
    return capacityShare > 0;
  }

  /** Adds listeners to a batch without a journal. */
  <I> Batch<I> withListeners(Batch<I> plain, ItemListeners<I> listeners) {
    Batch<I> batch = plain.parallelism(parallelism);
    if (executor != null) {
      batch = batch.withExecutor(executor);
    }
    if (listeners.onDead() != null) {
      batch = batch.onDeadLetter(listeners.onDead());
    }
    for (BatchListener<I> listener : listeners.all()) {
      batch = batch.withListener(listener);
    }
    return batch;
  }

  <I> Batch<I> withListeners(
      Batch<I> plain, ItemListeners<I> listeners, String target, ToLongFunction<I> fingerprint) {
    Batch<I> batch = withListeners(plain, listeners);
    if (journal == null) {
      return batch;
    }
    String input = journal.description();
    return batch.journaledIn(
        journal.describing(input.isEmpty() ? target : input + "; " + target), fingerprint);
  }
}
