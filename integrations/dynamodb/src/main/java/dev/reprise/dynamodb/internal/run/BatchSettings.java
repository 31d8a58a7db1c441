package dev.reprise.dynamodb.internal.run;

import dev.reprise.Retry;
import dev.reprise.batch.Batch;
import dev.reprise.batch.Pace;
import dev.reprise.batch.SameKey;
import dev.reprise.batch.journal.BatchJournal;
import dev.reprise.batch.report.BatchCounts;
import dev.reprise.batch.report.BatchListener;
import dev.reprise.batch.report.DeadLetter;
import dev.reprise.dynamodb.read.KeyRead;
import dev.reprise.dynamodb.statement.PartiqlStatement;
import dev.reprise.dynamodb.transaction.WriteTransaction;
import dev.reprise.dynamodb.write.ItemWrite;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Executor;
import java.util.function.Consumer;
import java.util.function.ToLongFunction;
import org.jspecify.annotations.Nullable;

/** Settings of a batch. Changed only before the batch that owns them is created. */
public final class BatchSettings implements Cloneable {

  public Retry retry;
  public int parallelism = 8;
  public Pace pace = Pace.adaptive();
  public double capacityShare;
  public SameKey sameKey = SameKey.WAITS;
  public boolean consistent;
  public @Nullable List<String> projection;
  public @Nullable Executor executor;
  public @Nullable Executor reading;
  public @Nullable Duration linger;
  public @Nullable BatchJournal journal;
  public ItemListeners<ItemWrite> writes = ItemListeners.none();
  public ItemListeners<KeyRead> reads = ItemListeners.none();
  public ItemListeners<WriteTransaction> transactions = ItemListeners.none();
  public ItemListeners<PartiqlStatement> statements = ItemListeners.none();

  public BatchSettings(Retry retry) {
    this.retry = retry;
  }

  /**
   * Listeners of the items of one kind.
   *
   * @param onDead takes the dead letters; null keeps them in the report
   * @param all the listeners
   */
  public record ItemListeners<I>(
      @Nullable Consumer<? super DeadLetter<I>> onDead, List<BatchListener<I>> all) {

    public static <I> ItemListeners<I> none() {
      return new ItemListeners<>(null, List.of());
    }

    public ItemListeners<I> onDead(Consumer<? super DeadLetter<I>> consumer) {
      return new ItemListeners<>(consumer, all);
    }

    public ItemListeners<I> and(BatchListener<I> listener) {
      List<BatchListener<I>> more = new ArrayList<>(all);
      more.add(listener);
      return new ItemListeners<>(onDead, List.copyOf(more));
    }

    public ItemListeners<I> withProgress(Consumer<? super BatchCounts> consumer) {
      return and(
          new BatchListener<>() {
            @Override
            public void progressed(BatchCounts counts) {
              consumer.accept(counts);
            }
          });
    }
  }

  public BatchSettings copy() {
    try {
      return (BatchSettings) clone();
    } catch (CloneNotSupportedException impossible) {
      throw new AssertionError(impossible);
    }
  }

  /** Returns whether a run needs the capacity of the table. */
  boolean needsDetails() {
    return capacityShare > 0;
  }

  /** Adds listeners to a batch without a journal. */
  public <I> Batch<I> withListeners(Batch<I> plain, ItemListeners<I> listeners) {
    Batch<I> batch = plain.parallelism(parallelism);
    if (executor != null) {
      batch = batch.withExecutor(executor);
    }
    if (reading != null) {
      batch = batch.readingOn(reading);
    }
    if (linger != null) {
      batch = batch.linger(linger);
    }
    if (listeners.onDead() != null) {
      batch = batch.onDeadLetter(listeners.onDead());
    }
    for (BatchListener<I> listener : listeners.all()) {
      batch = batch.withListener(listener);
    }
    return batch;
  }

  public <I> Batch<I> withListeners(
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
