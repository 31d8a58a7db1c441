package dev.reprise.batch;

import dev.reprise.Retry;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.Executor;
import java.util.function.Consumer;
import java.util.function.Function;
import java.util.function.ToLongFunction;
import org.jspecify.annotations.Nullable;

/** All that a batch is made of, in one place, so that no copy forgets anything. */
record BatchSettings<I>(
    Retry retry,
    @Nullable BatchOperation<I> blocking,
    @Nullable AsyncBatchOperation<I> async,
    int chunkSize,
    int parallelism,
    @Nullable Function<? super I, ?> key,
    SameKey sameKey,
    long maxWeight,
    @Nullable ToLongFunction<? super I> weigher,
    @Nullable Executor executor,
    Pace pace,
    @Nullable ToLongFunction<? super I> cost,
    @Nullable Consumer<? super FailedItem<I>> onFailed,
    List<BatchListener<I>> listeners) {

  private static final int CHUNK_SIZE = 25;
  private static final int PARALLELISM = 8;

  static <I> BatchSettings<I> blocking(Retry retry, BatchOperation<I> operation) {
    return of(retry, Objects.requireNonNull(operation, "operation"), null);
  }

  static <I> BatchSettings<I> async(Retry retry, AsyncBatchOperation<I> operation) {
    return of(retry, null, Objects.requireNonNull(operation, "operation"));
  }

  private static <I> BatchSettings<I> of(
      Retry retry, @Nullable BatchOperation<I> blocking, @Nullable AsyncBatchOperation<I> async) {
    return new BatchSettings<>(
        Objects.requireNonNull(retry, "retry"),
        blocking,
        async,
        CHUNK_SIZE,
        PARALLELISM,
        null,
        SameKey.WAITS,
        Long.MAX_VALUE,
        null,
        null,
        Pace.unlimited(),
        null,
        null,
        List.of());
  }

  BatchSettings<I> withChunkSize(int items) {
    return new BatchSettings<>(
        retry,
        blocking,
        async,
        items,
        parallelism,
        key,
        sameKey,
        maxWeight,
        weigher,
        executor,
        pace,
        cost,
        onFailed,
        listeners);
  }

  BatchSettings<I> withParallelism(int calls) {
    return new BatchSettings<>(
        retry, blocking, async, chunkSize, calls, key, sameKey, maxWeight, weigher, executor, pace,
        cost, onFailed, listeners);
  }

  BatchSettings<I> withKey(Function<? super I, ?> by, SameKey rule) {
    return new BatchSettings<>(
        retry,
        blocking,
        async,
        chunkSize,
        parallelism,
        by,
        rule,
        maxWeight,
        weigher,
        executor,
        pace,
        cost,
        onFailed,
        listeners);
  }

  BatchSettings<I> withWeight(long limit, ToLongFunction<? super I> by) {
    return new BatchSettings<>(
        retry,
        blocking,
        async,
        chunkSize,
        parallelism,
        key,
        sameKey,
        limit,
        by,
        executor,
        pace,
        cost,
        onFailed,
        listeners);
  }

  BatchSettings<I> withExecutor(Executor changed) {
    return new BatchSettings<>(
        retry,
        blocking,
        async,
        chunkSize,
        parallelism,
        key,
        sameKey,
        maxWeight,
        weigher,
        changed,
        pace,
        cost,
        onFailed,
        listeners);
  }

  BatchSettings<I> withPace(Pace changed, @Nullable ToLongFunction<? super I> by) {
    return new BatchSettings<>(
        retry,
        blocking,
        async,
        chunkSize,
        parallelism,
        key,
        sameKey,
        maxWeight,
        weigher,
        executor,
        changed,
        by,
        onFailed,
        listeners);
  }

  BatchSettings<I> withOnFailed(Consumer<? super FailedItem<I>> consumer) {
    return new BatchSettings<>(
        retry,
        blocking,
        async,
        chunkSize,
        parallelism,
        key,
        sameKey,
        maxWeight,
        weigher,
        executor,
        pace,
        cost,
        consumer,
        listeners);
  }

  BatchSettings<I> withListener(BatchListener<I> listener) {
    List<BatchListener<I>> more = new ArrayList<>(listeners);
    more.add(listener);
    return new BatchSettings<>(
        retry,
        blocking,
        async,
        chunkSize,
        parallelism,
        key,
        sameKey,
        maxWeight,
        weigher,
        executor,
        pace,
        cost,
        onFailed,
        List.copyOf(more));
  }

  Sender<I> sender(Mailbox mailbox) {
    AsyncBatchOperation<I> stages = async;
    return stages == null
        ? new BlockingSender<>(this, Objects.requireNonNull(blocking))
        : new AsyncSender<>(stages, retry.environment().delayer(), mailbox);
  }
}
