package dev.reprise.dynamodb;

import dev.reprise.Retry;
import dev.reprise.batch.Batch;
import dev.reprise.batch.BatchCounts;
import dev.reprise.batch.BatchListener;
import dev.reprise.batch.FailedItem;
import dev.reprise.batch.Pace;
import dev.reprise.batch.SameKey;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Executor;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * What can be set of a {@link DynamoDbBatch}. Changed only until the batch that owns it is made.
 */
final class Settings implements Cloneable {

  Retry retry;
  int parallelism = 8;
  Pace pace = Pace.adaptive();
  SameKey sameKey = SameKey.WAITS;
  boolean consistent;
  @Nullable List<String> projection;
  @Nullable Executor executor;
  @Nullable Consumer<? super FailedItem<ItemWrite>> onFailedWrite;
  @Nullable Consumer<? super FailedItem<KeyRead>> onFailedRead;
  List<BatchListener<ItemWrite>> writeListeners = List.of();
  List<BatchListener<KeyRead>> readListeners = List.of();

  Settings(Retry retry) {
    this.retry = retry;
  }

  Settings copy() {
    try {
      return (Settings) clone();
    } catch (CloneNotSupportedException impossible) {
      throw new AssertionError(impossible);
    }
  }

  static <T> List<T> plus(List<T> list, T one) {
    List<T> more = new ArrayList<>(list);
    more.add(one);
    return List.copyOf(more);
  }

  static <I> BatchListener<I> telling(Consumer<? super BatchCounts> consumer) {
    return new BatchListener<>() {
      @Override
      public void progressed(BatchCounts counts) {
        consumer.accept(counts);
      }
    };
  }

  Batch<ItemWrite> writing(Batch<ItemWrite> batch) {
    return applied(batch, onFailedWrite, writeListeners);
  }

  Batch<KeyRead> reading(Batch<KeyRead> batch) {
    return applied(batch, onFailedRead, readListeners);
  }

  private <I> Batch<I> applied(
      Batch<I> plain,
      @Nullable Consumer<? super FailedItem<I>> onFailed,
      List<BatchListener<I>> listeners) {
    Batch<I> batch = plain.parallelism(parallelism).pacedBy(pace);
    if (executor != null) {
      batch = batch.withExecutor(executor);
    }
    if (onFailed != null) {
      batch = batch.onFailed(onFailed);
    }
    for (BatchListener<I> listener : listeners) {
      batch = batch.withListener(listener);
    }
    return batch;
  }
}
