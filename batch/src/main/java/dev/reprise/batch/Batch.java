package dev.reprise.batch;

import dev.reprise.Retry;
import dev.reprise.batch.internal.run.BatchSettings;
import dev.reprise.batch.internal.run.InputSource;
import dev.reprise.batch.journal.BatchJournal;
import dev.reprise.batch.operation.AsyncBatchOperation;
import dev.reprise.batch.operation.BatchOperation;
import dev.reprise.batch.operation.BatchReply;
import dev.reprise.batch.report.BatchCounts;
import dev.reprise.batch.report.BatchListener;
import dev.reprise.batch.report.BatchReport;
import dev.reprise.batch.report.DeadLetter;
import dev.reprise.budget.RetryBudget;
import dev.reprise.policy.RetryPolicy;
import dev.reprise.time.TimeText;
import java.time.Duration;
import java.util.Collection;
import java.util.Iterator;
import java.util.Objects;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Executor;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import java.util.function.Function;
import java.util.function.Predicate;
import java.util.function.Supplier;
import java.util.function.ToLongFunction;
import org.jspecify.annotations.Nullable;

/**
 * Sends any number of items in chunks through an operation that may complete only a part of a
 * chunk, and sends unprocessed items again until every item is accounted for: done, dead with a
 * reason, or not attempted. Immutable; its runs are independent of each other.
 *
 * <pre>{@code
 * Batch<Order> batch =
 *     Batch.of(policy, (List<Order> chunk) -> BatchReply.unprocessed(service.put(chunk)))
 *         .chunkSize(25)
 *         .parallelism(8)
 *         .keyedBy(Order::id);
 *
 * BatchReport<Order> report = batch.run(input);
 * if (!report.allDone()) {
 *   report.deadLetters().forEach(dead -> System.err.println(dead.message()));
 * }
 * }</pre>
 *
 * <p>The retry's policy alone decides which items are sent again, when and how often. Two of its
 * settings have a special meaning here. The time limit bounds the whole run; in a {@linkplain
 * #sender() sender}, the retries of each item. The limit of attempts counts attempts without
 * progress: a call that settles at least one item of its chunk counts as the first attempt of the
 * remaining items. So a batch that makes progress continues, and one that makes none ends after
 * {@code maxAttempts} calls. An item that is left again and again while others of its calls are
 * settled, so that a lack of capacity cannot be the reason, has {@code maxAttempts} attempts in
 * total, or a few more. Unprocessed items that wait count as a parallel call, so the pace falls
 * while the service throttles. A run without {@linkplain #groupedBy groups} stops if the service
 * accepts no item of a call and requests a longer wait than the policy or its time limit allows.
 *
 * <table>
 *   <caption>Defaults</caption>
 *   <tr><td>chunk size</td><td>25 items</td></tr>
 *   <tr><td>parallelism</td><td>8 calls</td></tr>
 *   <tr><td>keys</td><td>none: items are independent of each other</td></tr>
 *   <tr><td>weight</td><td>no limit</td></tr>
 *   <tr><td>pace</td><td>unlimited</td></tr>
 *   <tr><td>isolating</td><td>no exception; only {@link BatchReply#invalid}</td></tr>
 *   <tr><td>linger</td><td>100 ms</td></tr>
 *   <tr><td>stopping</td><td>no exception stops the run</td></tr>
 *   <tr><td>budget</td><td>unlimited, if a policy is given instead of a retry</td></tr>
 *   <tr><td>journal</td><td>none: every run sends the whole input</td></tr>
 *   <tr><td>dead items</td><td>kept in the report</td></tr>
 * </table>
 *
 * <p>Memory is bounded by chunk size and parallelism, not by the input: a run holds at most twice
 * their product of items, as many again that wait for a retry while the service accepts most items,
 * half as many replaced items with {@link SameKey#REPLACES}, and the failures that the report
 * keeps.
 *
 * @param <I> type of the items
 */
public final class Batch<I> {

  private final BatchSettings<I> settings;

  private Batch(BatchSettings<I> settings) {
    this.settings = settings;
  }

  /**
   * Creates a batch of blocking calls that follow a retry's policy, budget, environment and
   * shutdown.
   *
   * @param retry decides which items are sent again, when and how often
   * @param operation sends one chunk, on the threads of {@link #withExecutor}
   * @param <I> type of the items
   * @return a batch with the defaults
   * @throws IllegalArgumentException if the policy has a hedge
   */
  public static <I> Batch<I> of(Retry retry, BatchOperation<I> operation) {
    Objects.requireNonNull(operation, "operation");
    return new Batch<>(BatchSettings.blocking(retry, () -> operation));
  }

  /**
   * Creates a batch of blocking calls that follow a policy, with an {@linkplain
   * RetryBudget#unlimited() unlimited} budget. The run is bounded by the limit of attempts without
   * progress, the pace, and the policy's time limit.
   *
   * @param policy decides which items are sent again, when and how often
   * @param operation sends one chunk, on the threads of {@link #withExecutor}
   * @param <I> type of the items
   * @return a batch with the defaults
   * @throws IllegalArgumentException if the policy has a hedge
   */
  public static <I> Batch<I> of(RetryPolicy policy, BatchOperation<I> operation) {
    return of(unbudgeted(policy), operation);
  }

  /**
   * Creates a batch whose runs do not share an operation, otherwise as {@link #of(Retry,
   * BatchOperation)}: for an operation that remembers something of its run, such as the number of
   * refused items.
   *
   * @param retry decides which items are sent again, when and how often
   * @param operations returns the operation of a run, never null; called once for each run, on the
   *     thread that starts it, which gets the exception if it throws
   * @param <I> type of the items
   * @return a batch with the defaults
   * @throws IllegalArgumentException if the policy has a hedge
   */
  public static <I> Batch<I> perRun(Retry retry, Supplier<? extends BatchOperation<I>> operations) {
    Objects.requireNonNull(operations, "operations");
    return new Batch<>(BatchSettings.blocking(retry, operations));
  }

  /**
   * Creates a batch of asynchronous calls, otherwise as {@link #of(Retry, BatchOperation)}.
   *
   * @param retry decides which items are sent again, when and how often
   * @param operation sends one chunk, on the thread that coordinates the run
   * @param <I> type of the items
   * @return a batch with the defaults
   * @throws IllegalArgumentException if the policy has a hedge
   */
  public static <I> Batch<I> ofAsync(Retry retry, AsyncBatchOperation<I> operation) {
    return new Batch<>(BatchSettings.async(retry, operation));
  }

  /**
   * Creates a batch of asynchronous calls, otherwise as {@link #of(RetryPolicy, BatchOperation)}.
   *
   * @param policy decides which items are sent again, when and how often
   * @param operation sends one chunk, on the thread that coordinates the run
   * @param <I> type of the items
   * @return a batch with the defaults
   * @throws IllegalArgumentException if the policy has a hedge
   */
  public static <I> Batch<I> ofAsync(RetryPolicy policy, AsyncBatchOperation<I> operation) {
    return ofAsync(unbudgeted(policy), operation);
  }

  private static Retry unbudgeted(RetryPolicy policy) {
    return Retry.of(policy).withBudget(RetryBudget.unlimited());
  }

  /**
   * Limits the number of items of one call. Default 25.
   *
   * @param items the limit, at least 1
   * @return a copy with this limit
   * @throws IllegalArgumentException if {@code items} is less than 1
   */
  public Batch<I> chunkSize(int items) {
    return new Batch<>(settings.withChunkSize(atLeastOne("chunkSize", items)));
  }

  /**
   * Limits the number of parallel calls, including those that wait to be repeated. Default 8.
   *
   * @param calls the limit, at least 1
   * @return a copy with this limit
   * @throws IllegalArgumentException if {@code calls} is less than 1
   */
  public Batch<I> parallelism(int calls) {
    return new Batch<>(settings.withParallelism(atLeastOne("parallelism", calls)));
  }

  /**
   * Keeps order for each key: no call holds two items of a key, and while an item of a key is in
   * flight or waiting, a later item of the key {@linkplain SameKey#WAITS waits}. Items of different
   * keys are independent.
   *
   * @param key returns the key of an item, never null; keys need {@code equals} and {@code
   *     hashCode}; an item for which it throws or returns null fails without a call
   * @return a copy with this key
   */
  public Batch<I> keyedBy(Function<? super I, ?> key) {
    return keyedBy(key, SameKey.WAITS);
  }

  /**
   * Keeps order for each key, with a choice for a later item whose key is in flight or waiting.
   *
   * @param key returns the key of an item, as in {@link #keyedBy(Function)}
   * @param sameKey the handling of such an item
   * @return a copy with this key
   */
  public Batch<I> keyedBy(Function<? super I, ?> key, SameKey sameKey) {
    Objects.requireNonNull(sameKey, "sameKey");
    Objects.requireNonNull(key, "key");
    return new Batch<>(
        settings.withKey(key, sameKey == SameKey.REPLACES, sameKey == SameKey.FOLLOWS));
  }

  /**
   * Limits the weight of one call, such as its size in bytes. An item whose weight alone is above
   * the limit fails without a call. No limit by default.
   *
   * @param limit the greatest sum of weights in a call, at least 1
   * @param weigher returns the weight of an item, at least 0; called once for each item; an item
   *     for which it throws or returns a negative number fails without a call, with the reason that
   *     {@link dev.reprise.batch.operation.RefusedItemException} describes
   * @return a copy with this limit in place of an earlier one
   * @throws IllegalArgumentException if {@code limit} is less than 1
   */
  public Batch<I> maxWeight(long limit, ToLongFunction<? super I> weigher) {
    if (limit < 1) {
      throw new IllegalArgumentException("maxWeight must be at least 1, but was " + limit);
    }
    return new Batch<>(settings.withWeight(limit, Objects.requireNonNull(weigher, "weigher")));
  }

  /**
   * Sets the rate at which items are sent. Default {@link Pace#unlimited()}.
   *
   * @param pace the rate, in items
   * @return a copy with this pace in place of an earlier one
   */
  public Batch<I> pacedBy(Pace pace) {
    return new Batch<>(settings.withRate(PaceRates.of(Objects.requireNonNull(pace, "pace")), null));
  }

  /**
   * Sets the rate at which items are sent, if items use different amounts of the service's
   * capacity.
   *
   * @param pace the rate, in units of cost
   * @param cost returns the cost of an item, at least 0; called once for each item; an item for
   *     which it throws or returns a negative number fails without a call
   * @return a copy with this pace in place of an earlier one
   */
  public Batch<I> pacedBy(Pace pace, ToLongFunction<? super I> cost) {
    Objects.requireNonNull(pace, "pace");
    return new Batch<>(settings.withRate(PaceRates.of(pace), Objects.requireNonNull(cost, "cost")));
  }

  /**
   * Divides the items into groups: items of different groups never share a call, and no item
   * supersedes one of a different group. Keys and their order apply across groups. Without groups,
   * any items share a call. Use few groups, because each fills its own chunks, and the limit of
   * items in memory applies to all groups together. Items of a group that does not fill a chunk are
   * sent in a smaller one after about fifty calls of other groups.
   *
   * @param group returns the group of an item; null is a group too; groups need {@code equals} and
   *     {@code hashCode}, and are different if {@code equals} throws; called once for each item; an
   *     item for which it or the hash code throws fails without a call
   * @return a copy with these groups in place of earlier ones
   */
  public Batch<I> groupedBy(Function<? super I, ? extends @Nullable Object> group) {
    return new Batch<>(settings.withGroup(Objects.requireNonNull(group, "group")));
  }

  /**
   * Selects the items that must not be sent twice. After a call that may have had an effect, such
   * items are dead with the reason effect unknown, if the policy would send other items again.
   * After a call without effect, such as a throttled one, they are sent again like other items. By
   * default the policy's own idempotency applies to all items.
   *
   * @param which called for an item that a call left unprocessed; returns true for an item that
   *     must not be repeated
   * @return a copy with this rule in place of an earlier one
   */
  public Batch<I> notIdempotent(Predicate<? super I> which) {
    return new Batch<>(settings.withNotIdempotent(Objects.requireNonNull(which, "which")));
  }

  /**
   * Sets the executor of blocking calls. By default each run has its own daemon threads, one for
   * each parallel call, which end with the run; in an environment other than the system's, calls
   * run on the executor of the environment. A thread of the executor may make up to 16 calls in a
   * row, if each of them accepts its whole chunk. Has no effect on asynchronous calls.
   *
   * @param executor the executor; an executor that runs fewer calls at a time lowers the
   *     parallelism
   * @return a copy with this executor
   */
  public Batch<I> withExecutor(Executor executor) {
    return new Batch<>(settings.withExecutor(Objects.requireNonNull(executor, "executor")));
  }

  /**
   * Limits the wait of items for a slow source: a call that the source has not filled after this
   * time is sent with the items that are there. Default 100 ms. An item waits for others of its
   * group, at most for this time in all calls together; the time in which it waits for a free call
   * counts. Has no effect on items of a collection, which does not block.
   *
   * @param wait the longest wait, at least 0; 0 sends items as soon as a call can start
   * @return a copy with this wait
   * @throws IllegalArgumentException if {@code wait} is negative
   */
  public Batch<I> linger(Duration wait) {
    if (wait.isNegative()) {
      throw new IllegalArgumentException(
          "linger must be at least 0, but was " + TimeText.inWords(wait));
    }
    return new Batch<>(settings.withLinger(TimeUnit.NANOSECONDS.convert(wait)));
  }

  /**
   * Sets the executor that reads iterators. By default each run reads on a daemon thread of its
   * own; in an environment other than the system's, on the executor of the environment. An iterator
   * that depends on the thread of the caller can be read by {@code Runnable::run}: on the thread
   * that coordinates the run, which is then blocked while the iterator blocks.
   *
   * @param executor runs one task at a time, each of which reads at most the items of a call
   * @return a copy with this executor
   */
  public Batch<I> readingOn(Executor executor) {
    return new Batch<>(settings.withReading(Objects.requireNonNull(executor, "executor")));
  }

  /**
   * Selects the exceptions that mean that the service refused a whole chunk because of its
   * contents, as {@link BatchReply#invalid} does for a reply: the chunk is halved until each bad
   * item is alone in a call. None by default. The policy does not decide on such an exception.
   *
   * @param invalid called on the thread that coordinates the run, with the exception of a call or
   *     of its stage, but never with an {@code Error}, an interrupt or a cancellation. An exception
   *     for which it returns true is the error of the dead letter. If it throws, the items of the
   *     call are dead, with the reason {@link dev.reprise.decision.StopReason#POLICY_FAILED}
   * @return a copy with this predicate in place of an earlier one
   */
  public Batch<I> isolating(Predicate<? super Throwable> invalid) {
    return new Batch<>(settings.withInvalid(Objects.requireNonNull(invalid, "invalid")));
  }

  /**
   * Selects the exceptions that are not about the items of a call, but would end every further call
   * in the same way: expired credentials, missing rights, a missing table. If the policy gives up
   * items because of such an exception, these items are dead, and the run stops as at its deadline:
   * nothing more is sent, and the remaining items are not attempted. {@link
   * BatchReport#stopFailure()} is the exception. Items that are {@link #notIdempotent} do not stop
   * the run while other items of their call are sent again. None by default: the run continues with
   * the other chunks, and each of them fails.
   *
   * @param stops called on the thread that coordinates the run; if it throws, the run stops as
   *     well, and its exception is suppressed in the exception of the call
   * @return a copy with this predicate in place of an earlier one
   */
  public Batch<I> stoppingOn(Predicate<? super Throwable> stops) {
    return new Batch<>(settings.withStopping(Objects.requireNonNull(stops, "stops")));
  }

  /**
   * Passes dead items to a consumer instead of keeping them in the report, so that memory is
   * bounded for any number of failures.
   *
   * @param consumer called on the same thread as listeners; an item for which it throws is kept in
   *     the report
   * @return a copy with this consumer in place of an earlier one
   */
  public Batch<I> onDeadLetter(Consumer<? super DeadLetter<I>> consumer) {
    return new Batch<>(settings.withOnDeadLetter(Objects.requireNonNull(consumer, "consumer")));
  }

  /**
   * Records in a journal which items are done. If this run ends early, another run with the same
   * journal over the same input sends only the items that are not recorded as done. No journal by
   * default.
   *
   * <p>Items in flight when the process is killed are sent again, so the operation must tolerate
   * that. Dead items are not done: another run sends them again, unless a later item of their key
   * is done. The input must be the same up to the last recorded item; more items may follow. Each
   * recorded range is compared with the input before any item after it is sent. An input that
   * differs ends the run with {@link BatchReport#journalFailure()}, and so does a journal that
   * cannot be opened or written.
   *
   * <p>The journal uses additional memory for each contiguous range that it has recorded, of at
   * most 65,536 items, and, in a run with keys, for each dead item, the items that it superseded,
   * and its key.
   *
   * @param journal the file; used by one run at a time
   * @param fingerprint computes a number from the whole content of an item, the same in every JVM,
   *     as {@link dev.reprise.batch.journal.Fingerprint} does; called once for each item that is
   *     read, on the thread that coordinates the run; if it throws, the run ends
   * @return a copy with this journal in place of an earlier one
   */
  public Batch<I> journaledIn(BatchJournal journal, ToLongFunction<? super I> fingerprint) {
    return new Batch<>(
        settings.withJournal(
            Objects.requireNonNull(journal, "journal"),
            Objects.requireNonNull(fingerprint, "fingerprint")));
  }

  /**
   * Publishes the numbers so far after every call and at the end of the run, for example to a
   * progress bar.
   *
   * @param consumer called on the same thread as listeners
   * @return a copy with one more listener
   */
  public Batch<I> onProgress(Consumer<? super BatchCounts> consumer) {
    Objects.requireNonNull(consumer, "consumer");
    return withListener(
        new BatchListener<>() {
          @Override
          public void progressed(BatchCounts counts) {
            consumer.accept(counts);
          }
        });
  }

  /**
   * Adds a listener.
   *
   * @param listener notified of the runs of the copy, after the listeners added before
   * @return a copy with one more listener
   */
  public Batch<I> withListener(BatchListener<I> listener) {
    return new Batch<>(settings.withListener(Objects.requireNonNull(listener, "listener")));
  }

  /**
   * Runs to the end on this thread, which decides and calls listeners. If the thread is
   * interrupted, the run is {@linkplain BatchRun#cancel() cancelled}, and the interrupt flag is set
   * at its end.
   *
   * @param items read as calls become free, on the thread of {@link #readingOn}; if the run is
   *     stopped, items not read remain in the iterator. A run that is stopped while {@code next}
   *     blocks waits for 0.1 s at most; an item that comes later is not counted
   * @return a report that accounts for every item that was read
   */
  public BatchReport<I> run(Iterator<? extends I> items) {
    return CallerRun.toEnd(settings.current(), InputSource.of(items));
  }

  /**
   * Runs to the end on this thread, as {@link #run(Iterator)}. If the run is stopped, the items not
   * read count as not attempted.
   *
   * @param items read one by one, as calls become free, and the items of up to eight calls before
   *     that, on the thread that coordinates the run; must be finite and not block
   * @return a report that accounts for every item
   */
  public BatchReport<I> run(Collection<? extends I> items) {
    return CallerRun.toEnd(settings.current(), InputSource.of(items));
  }

  /**
   * Starts a run on the environment's executor, which decides and calls listeners, one at a time.
   *
   * @param items as for {@link #run(Iterator)}
   * @return the run
   */
  public BatchRun<I> start(Iterator<? extends I> items) {
    return StartedRun.of(settings.current(), InputSource.of(items));
  }

  /**
   * Starts a run on the environment's executor, as {@link #start(Iterator)}.
   *
   * @param items as for {@link #run(Collection)}
   * @return the run
   */
  public BatchRun<I> start(Collection<? extends I> items) {
    return StartedRun.of(settings.current(), InputSource.of(items));
  }

  /**
   * Starts a run: {@code start(items).report()}.
   *
   * @param items as for {@link #run(Iterator)}
   * @return a future that completes with the report, even if the operation, the source or a
   *     listener throws; completing it by any means cancels the run
   */
  public CompletableFuture<BatchReport<I>> runAsync(Iterator<? extends I> items) {
    return start(items).report();
  }

  /**
   * Starts a run: {@code start(items).report()}.
   *
   * @param items as for {@link #run(Collection)}
   * @return a future that completes with the report, even if the operation, the source or a
   *     listener throws; completing it by any means cancels the run
   */
  public CompletableFuture<BatchReport<I>> runAsync(Collection<? extends I> items) {
    return start(items).report();
  }

  /**
   * Starts a run on the environment's executor whose items are pushed, for a source that calls the
   * program, such as a consumer of messages.
   *
   * @return the run, which ends when the sender is closed
   */
  public BatchSender<I> sender() {
    return StartedSender.of(settings.current());
  }

  private static int atLeastOne(String setting, int value) {
    if (value < 1) {
      throw new IllegalArgumentException(setting + " must be at least 1, but was " + value);
    }
    return value;
  }
}
