package dev.reprise.batch;

import dev.reprise.Retry;
import dev.reprise.batch.journal.BatchJournal;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.Executor;
import java.util.function.Consumer;
import java.util.function.Function;
import java.util.function.Predicate;
import java.util.function.ToLongFunction;
import org.jspecify.annotations.Nullable;

/**
 * All that a batch is made of, in one place. Not changed once it is handed out: each setter changes
 * a copy, and a copy has everything.
 */
final class BatchSettings<I> {

  private final Retry retry;
  private @Nullable BatchOperation<I> blocking;
  private @Nullable AsyncBatchOperation<I> async;
  private int chunkSize = 25;
  private int parallelism = 8;
  private @Nullable Function<? super I, ?> key;
  private SameKey sameKey = SameKey.WAITS;
  private long maxWeight = Long.MAX_VALUE;
  private @Nullable ToLongFunction<? super I> weigher;
  private @Nullable Executor executor;
  private Pace pace = Pace.unlimited();
  private @Nullable ToLongFunction<? super I> cost;
  private @Nullable Function<? super I, ?> group;
  private @Nullable Predicate<? super Throwable> invalid;
  private @Nullable Predicate<? super I> notIdempotent;
  private @Nullable Consumer<? super DeadLetter<I>> onDeadLetter;
  private @Nullable BatchJournal journal;
  private @Nullable ToLongFunction<? super I> fingerprint;
  private List<BatchListener<I>> listeners = List.of();

  private BatchSettings(Retry retry) {
    this.retry = Objects.requireNonNull(retry, "retry");
  }

  static <I> BatchSettings<I> blocking(Retry retry, BatchOperation<I> operation) {
    BatchSettings<I> made = new BatchSettings<>(retry);
    made.blocking = Objects.requireNonNull(operation, "operation");
    return made;
  }

  static <I> BatchSettings<I> async(Retry retry, AsyncBatchOperation<I> operation) {
    BatchSettings<I> made = new BatchSettings<>(retry);
    made.async = Objects.requireNonNull(operation, "operation");
    return made;
  }

  /** For a run that begins now: with what stands in place of the retry. */
  BatchSettings<I> current() {
    Retry current = retry.current();
    return current == retry ? this : copy(current);
  }

  private BatchSettings<I> copy() {
    return copy(retry);
  }

  private BatchSettings<I> copy(Retry by) {
    BatchSettings<I> copy = new BatchSettings<>(by);
    copy.blocking = blocking;
    copy.async = async;
    copy.chunkSize = chunkSize;
    copy.parallelism = parallelism;
    copy.key = key;
    copy.sameKey = sameKey;
    copy.maxWeight = maxWeight;
    copy.weigher = weigher;
    copy.executor = executor;
    copy.pace = pace;
    copy.cost = cost;
    copy.group = group;
    copy.invalid = invalid;
    copy.notIdempotent = notIdempotent;
    copy.onDeadLetter = onDeadLetter;
    copy.journal = journal;
    copy.fingerprint = fingerprint;
    copy.listeners = listeners;
    return copy;
  }

  BatchSettings<I> withChunkSize(int items) {
    BatchSettings<I> copy = copy();
    copy.chunkSize = items;
    return copy;
  }

  BatchSettings<I> withParallelism(int calls) {
    BatchSettings<I> copy = copy();
    copy.parallelism = calls;
    return copy;
  }

  BatchSettings<I> withKey(Function<? super I, ?> by, SameKey rule) {
    BatchSettings<I> copy = copy();
    copy.key = by;
    copy.sameKey = rule;
    return copy;
  }

  BatchSettings<I> withWeight(long limit, ToLongFunction<? super I> by) {
    BatchSettings<I> copy = copy();
    copy.maxWeight = limit;
    copy.weigher = by;
    return copy;
  }

  BatchSettings<I> withExecutor(Executor changed) {
    BatchSettings<I> copy = copy();
    copy.executor = changed;
    return copy;
  }

  BatchSettings<I> withPace(Pace changed, @Nullable ToLongFunction<? super I> by) {
    BatchSettings<I> copy = copy();
    copy.pace = changed;
    copy.cost = by;
    return copy;
  }

  BatchSettings<I> withGroup(Function<? super I, ?> by) {
    BatchSettings<I> copy = copy();
    copy.group = by;
    return copy;
  }

  BatchSettings<I> withInvalid(Predicate<? super Throwable> means) {
    BatchSettings<I> copy = copy();
    copy.invalid = means;
    return copy;
  }

  BatchSettings<I> withNotIdempotent(Predicate<? super I> which) {
    BatchSettings<I> copy = copy();
    copy.notIdempotent = which;
    return copy;
  }

  BatchSettings<I> withOnDeadLetter(Consumer<? super DeadLetter<I>> consumer) {
    BatchSettings<I> copy = copy();
    copy.onDeadLetter = consumer;
    return copy;
  }

  BatchSettings<I> withJournal(BatchJournal changed, ToLongFunction<? super I> by) {
    BatchSettings<I> copy = copy();
    copy.journal = changed;
    copy.fingerprint = by;
    return copy;
  }

  BatchSettings<I> withListener(BatchListener<I> listener) {
    List<BatchListener<I>> more = new ArrayList<>(listeners);
    more.add(listener);
    BatchSettings<I> copy = copy();
    copy.listeners = List.copyOf(more);
    return copy;
  }

  Sender<I> sender(Mailbox mailbox) {
    AsyncBatchOperation<I> stages = async;
    return stages == null
        ? new BlockingSender<>(this, Objects.requireNonNull(blocking))
        : new AsyncSender<>(stages, retry.environment().delayer(), mailbox);
  }

  Retry retry() {
    return retry;
  }

  int chunkSize() {
    return chunkSize;
  }

  int parallelism() {
    return parallelism;
  }

  @Nullable Function<? super I, ?> key() {
    return key;
  }

  SameKey sameKey() {
    return sameKey;
  }

  long maxWeight() {
    return maxWeight;
  }

  @Nullable ToLongFunction<? super I> weigher() {
    return weigher;
  }

  @Nullable Executor executor() {
    return executor;
  }

  Pace pace() {
    return pace;
  }

  @Nullable ToLongFunction<? super I> cost() {
    return cost;
  }

  @Nullable Function<? super I, ?> group() {
    return group;
  }

  @Nullable Predicate<? super I> notIdempotent() {
    return notIdempotent;
  }

  @Nullable Predicate<? super Throwable> invalid() {
    return invalid;
  }

  @Nullable Consumer<? super DeadLetter<I>> onDeadLetter() {
    return onDeadLetter;
  }

  @Nullable BatchJournal journal() {
    return journal;
  }

  @Nullable ToLongFunction<? super I> fingerprint() {
    return fingerprint;
  }

  List<BatchListener<I>> listeners() {
    return listeners;
  }
}
