package dev.reprise.batch.internal.run;

import dev.reprise.Retry;
import dev.reprise.batch.internal.pace.SharedRate;
import dev.reprise.batch.internal.send.AsyncSender;
import dev.reprise.batch.internal.send.BlockingSender;
import dev.reprise.batch.internal.send.GuardedDelayer;
import dev.reprise.batch.internal.send.Mailbox;
import dev.reprise.batch.internal.send.OwnThreads;
import dev.reprise.batch.internal.send.Sender;
import dev.reprise.batch.journal.BatchJournal;
import dev.reprise.batch.operation.AsyncBatchOperation;
import dev.reprise.batch.operation.BatchOperation;
import dev.reprise.batch.report.BatchListener;
import dev.reprise.batch.report.DeadLetter;
import dev.reprise.time.Delayer;
import dev.reprise.time.RetryEnvironment;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.Executor;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import java.util.function.Function;
import java.util.function.Predicate;
import java.util.function.Supplier;
import java.util.function.ToLongFunction;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;

/** All settings of a batch. Immutable once published: each setter changes a copy. */
public final class BatchSettings<I> {

  private final Retry retry;
  private @Nullable Supplier<? extends BatchOperation<I>> blocking;
  private @Nullable AsyncBatchOperation<I> async;
  private int chunkSize = 25;
  private int parallelism = 8;
  private @Nullable Function<? super I, ?> key;
  private boolean laterReplaces;
  private boolean keepsDead;
  private long maxWeight = Long.MAX_VALUE;
  private @Nullable ToLongFunction<? super I> weigher;
  private @Nullable Executor executor;
  private @Nullable Executor reading;
  private long lingerNanos = TimeUnit.MILLISECONDS.toNanos(100);
  private Supplier<SharedRate> rate = () -> SharedRate.fixed(Double.POSITIVE_INFINITY);
  private @Nullable ToLongFunction<? super I> cost;
  private @Nullable Function<? super I, ?> group;
  private @Nullable Predicate<? super Throwable> invalid;
  private @Nullable Predicate<? super Throwable> stopping;
  private @Nullable Predicate<? super I> notIdempotent;
  private @Nullable Consumer<? super DeadLetter<I>> onDeadLetter;
  private @Nullable BatchJournal journal;
  private @Nullable ToLongFunction<? super I> fingerprint;
  private List<BatchListener<I>> listeners = List.of();

  private BatchSettings(Retry retry) {
    this.retry = Objects.requireNonNull(retry, "retry");
    retry
        .policy()
        .hedge()
        .ifPresent(
            hedge -> {
              throw new IllegalArgumentException(
                  "a batch cannot be hedged, but the policy has hedge=" + hedge);
            });
  }

  /**
   * Returns the settings of blocking calls.
   *
   * @param operations returns the operation of a run
   */
  public static <I> BatchSettings<I> blocking(
      Retry retry, Supplier<? extends BatchOperation<I>> operations) {
    BatchSettings<I> made = new BatchSettings<>(retry);
    made.blocking = operations;
    return made;
  }

  public static <I> BatchSettings<I> async(Retry retry, AsyncBatchOperation<I> operation) {
    BatchSettings<I> made = new BatchSettings<>(retry);
    made.async = Objects.requireNonNull(operation, "operation");
    return made;
  }

  /**
   * Returns the settings for a run that begins now, with the override of the retry, if there is
   * one.
   */
  public BatchSettings<I> current() {
    Retry current = retry.current();
    return current == retry ? this : copy(current);
  }

  private BatchSettings<I> with(Consumer<BatchSettings<I>> change) {
    BatchSettings<I> copy = copy(retry);
    change.accept(copy);
    return copy;
  }

  private BatchSettings<I> copy(Retry by) {
    BatchSettings<I> copy = new BatchSettings<>(by);
    copy.blocking = blocking;
    copy.async = async;
    copy.chunkSize = chunkSize;
    copy.parallelism = parallelism;
    copy.key = key;
    copy.laterReplaces = laterReplaces;
    copy.keepsDead = keepsDead;
    copy.maxWeight = maxWeight;
    copy.weigher = weigher;
    copy.executor = executor;
    copy.reading = reading;
    copy.lingerNanos = lingerNanos;
    copy.rate = rate;
    copy.cost = cost;
    copy.group = group;
    copy.invalid = invalid;
    copy.stopping = stopping;
    copy.notIdempotent = notIdempotent;
    copy.onDeadLetter = onDeadLetter;
    copy.journal = journal;
    copy.fingerprint = fingerprint;
    copy.listeners = listeners;
    return copy;
  }

  public BatchSettings<I> withChunkSize(int items) {
    return with(copy -> copy.chunkSize = items);
  }

  public BatchSettings<I> withParallelism(int calls) {
    return with(copy -> copy.parallelism = calls);
  }

  public BatchSettings<I> withKey(Function<? super I, ?> by, boolean replaces, boolean keeps) {
    return with(
        copy -> {
          copy.key = by;
          copy.laterReplaces = replaces;
          copy.keepsDead = keeps;
        });
  }

  public BatchSettings<I> withWeight(long limit, ToLongFunction<? super I> by) {
    return with(
        copy -> {
          copy.maxWeight = limit;
          copy.weigher = by;
        });
  }

  public BatchSettings<I> withExecutor(Executor changed) {
    return with(copy -> copy.executor = changed);
  }

  public BatchSettings<I> withReading(Executor changed) {
    return with(copy -> copy.reading = changed);
  }

  public BatchSettings<I> withLinger(long nanos) {
    return with(copy -> copy.lingerNanos = nanos);
  }

  public BatchSettings<I> withRate(
      Supplier<SharedRate> changed, @Nullable ToLongFunction<? super I> by) {
    return with(
        copy -> {
          copy.rate = changed;
          copy.cost = by;
        });
  }

  public BatchSettings<I> withGroup(Function<? super I, ?> by) {
    return with(copy -> copy.group = by);
  }

  public BatchSettings<I> withInvalid(Predicate<? super Throwable> means) {
    return with(copy -> copy.invalid = means);
  }

  public BatchSettings<I> withStopping(Predicate<? super Throwable> on) {
    return with(copy -> copy.stopping = on);
  }

  public BatchSettings<I> withNotIdempotent(Predicate<? super I> which) {
    return with(copy -> copy.notIdempotent = which);
  }

  public BatchSettings<I> withOnDeadLetter(Consumer<? super DeadLetter<I>> consumer) {
    return with(copy -> copy.onDeadLetter = consumer);
  }

  public BatchSettings<I> withJournal(BatchJournal changed, ToLongFunction<? super I> by) {
    return with(
        copy -> {
          copy.journal = changed;
          copy.fingerprint = by;
        });
  }

  /** Returns a copy with other operations, if they block. */
  public BatchSettings<I> withOperation(UnaryOperator<BatchOperation<I>> change) {
    return blocking == null
        ? this
        : with(copy -> copy.blocking = () -> change.apply(operationOfRun()));
  }

  private BatchOperation<I> operationOfRun() {
    return Objects.requireNonNull(
        Objects.requireNonNull(blocking).get(), "the operation of a run is null");
  }

  /** Returns a copy whose journal can compare each item. */
  public BatchSettings<I> recordingSingleItems() {
    BatchJournal of = journal;
    return of == null ? this : with(copy -> copy.journal = of.recordingSingleItems());
  }

  public BatchSettings<I> withListener(BatchListener<I> listener) {
    List<BatchListener<I>> more = new ArrayList<>(listeners);
    more.add(listener);
    return with(copy -> copy.listeners = List.copyOf(more));
  }

  /**
   * Returns the sender of a run. With a journal it makes no prepared calls, so that no more items
   * than those of the parallel calls are done and not recorded if the process is killed.
   */
  Sender<I> sender(Mailbox mailbox) {
    AsyncBatchOperation<I> stages = async;
    return stages == null
        ? BlockingSender.of(
            operationOfRun(), retry.environment(), executor, parallelism, journal == null)
        : new AsyncSender<>(stages, delayer(), mailbox);
  }

  /**
   * Returns the reader of an iterator: on the given executor, otherwise on a thread of its own, or,
   * in an environment that is not the system's, on the environment's executor.
   *
   * @param onItems called when items are there
   */
  ReadAhead<I> readAhead(Iterator<? extends I> items, Runnable onItems) {
    RetryEnvironment environment = retry.environment();
    if (reading != null) {
      return new ReadAhead<>(items, reading, null, onItems);
    }
    return environment == RetryEnvironment.system()
        ? new ReadAhead<>(items, OwnThreads.of("reprise-batch-source", 1), delayer(), onItems)
        : new ReadAhead<>(items, environment.executor(), null, onItems);
  }

  /**
   * Returns the executor that completes the futures of pushed items: threads of its own, as many as
   * there are parallel calls, or, in an environment that is not the system's, the environment's
   * executor.
   */
  Executor completing() {
    RetryEnvironment environment = retry.environment();
    return environment == RetryEnvironment.system()
        ? OwnThreads.of("reprise-batch-results", parallelism)
        : environment.executor();
  }

  /** Returns the timer of a run. */
  Delayer delayer() {
    return new GuardedDelayer(retry.environment().delayer());
  }

  /** Returns the longest wait of items for a slow source. */
  long lingerNanos() {
    return lingerNanos;
  }

  public Retry retry() {
    return retry;
  }

  public int chunkSize() {
    return chunkSize;
  }

  public int parallelism() {
    return parallelism;
  }

  @Nullable Function<? super I, ?> key() {
    return key;
  }

  /** Returns whether a later item of a key replaces an earlier one that is not in flight. */
  boolean laterReplaces() {
    return laterReplaces;
  }

  /** Returns whether the journal lets a dead item be sent after a later one of its key. */
  boolean keepsDead() {
    return keepsDead;
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

  /** Returns the rate of a run that begins now. */
  SharedRate rate() {
    return rate.get();
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

  /** Returns whether a failure is not about the items of its call, so that it stops the run. */
  boolean stopsOn(@Nullable Throwable failure) {
    if (failure == null || stopping == null) {
      return false;
    }
    try {
      return stopping.test(failure);
    } catch (Throwable bug) {
      Suppression.add(failure, bug);
      return true;
    }
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
