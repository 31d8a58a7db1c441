package dev.reprise.dynamodb;

import dev.reprise.Retry;
import dev.reprise.aws.AwsFailures;
import dev.reprise.backoff.Backoff;
import dev.reprise.backoff.Jitter;
import dev.reprise.budget.RetryBudget;
import dev.reprise.dynamodb.internal.client.TableClient;
import dev.reprise.dynamodb.internal.client.TableLookup;
import dev.reprise.dynamodb.internal.failure.FailureClassifier;
import dev.reprise.dynamodb.internal.read.ReadRun;
import dev.reprise.dynamodb.internal.run.BatchSettings;
import dev.reprise.dynamodb.internal.run.MappedCollection;
import dev.reprise.dynamodb.internal.run.MappedIterator;
import dev.reprise.dynamodb.internal.statement.StatementRun;
import dev.reprise.dynamodb.internal.transaction.TransactionRun;
import dev.reprise.dynamodb.internal.write.WriteRun;
import dev.reprise.dynamodb.read.KeyRead;
import dev.reprise.dynamodb.read.ReadReport;
import dev.reprise.dynamodb.statement.PartiqlStatement;
import dev.reprise.dynamodb.statement.StatementReport;
import dev.reprise.dynamodb.statement.StatementResult;
import dev.reprise.dynamodb.table.InvalidItemException;
import dev.reprise.dynamodb.table.TableDetails;
import dev.reprise.dynamodb.transaction.CancelledWrite;
import dev.reprise.dynamodb.transaction.EffectUnknownException;
import dev.reprise.dynamodb.transaction.TransactionReport;
import dev.reprise.dynamodb.transaction.WriteTransaction;
import dev.reprise.dynamodb.write.ItemWrite;
import dev.reprise.dynamodb.write.WriteReport;
import dev.reprise.policy.RetryPolicy;
import java.time.Duration;
import java.util.Collection;
import java.util.Iterator;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.CompletableFuture;
import java.util.function.Consumer;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import software.amazon.awssdk.services.dynamodb.DynamoDbAsyncClient;
import software.amazon.awssdk.services.dynamodb.DynamoDbClient;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;

/**
 * Writes and reads any number of items of a table in batches. Sends unprocessed items again until
 * every item is done or dead. Immutable and thread-safe; runs share only the retry and the key
 * schema.
 *
 * <ul>
 *   <li>A chunk has at most 25 writes or 100 keys, and at most 16 MB. A put above 400 KB fails
 *       alone, without a request, with an {@link InvalidItemException}; so does an item whose key
 *       does not fit the key schema, or with a value that is null, or has no type or several.
 *   <li>Unprocessed items of a response are looked up by key, and the caller's own items are sent
 *       again: a client that encrypts items would encrypt the returned items twice.
 *   <li>After a throttling exception the whole chunk is unprocessed.
 *   <li>A chunk that the service finds invalid is halved until the refused item is alone; only that
 *       item fails.
 *   <li>The SDK's own retries are switched off for each request made here, by a plugin in its
 *       override configuration that sets {@code AwsRetryStrategy.doNotRetry()}. The client's
 *       settings for other requests stay as they are.
 *   <li>Writes of one key keep their order, across all chunks.
 * </ul>
 *
 * <p>The policy of the retry decides what is sent again and when; {@link AwsFailures} classifies
 * the failures of the SDK. Writes are declared idempotent: a second put or delete changes nothing.
 *
 * <table>
 *   <caption>Defaults</caption>
 *   <tr><td>attempts</td><td>30 without progress, which takes about a minute</td></tr>
 *   <tr><td>backoff</td><td>exponential from 100 ms, doubling, capped at 5 s, full jitter</td></tr>
 *   <tr><td>time limit, budget</td><td>none</td></tr>
 *   <tr><td>parallelism</td><td>8 requests</td></tr>
 *   <tr><td>pace</td><td>adaptive</td></tr>
 *   <tr><td>same key</td><td>a later write waits for the earlier one</td></tr>
 *   <tr><td>key schema</td><td>read before the first run, by DescribeTable</td></tr>
 *   <tr><td>reads</td><td>eventually consistent, whole items</td></tr>
 * </table>
 *
 * <p>A blocking client describes the table on a daemon thread, so that an interrupt ends a run at
 * once. If the table cannot be described, a run stops: its first item is dead with the reason, and
 * the remaining items are not attempted. So does a reason that every further request would have,
 * such as a missing table, a name that no table can have, or missing rights.
 */
public final class DynamoDbBatch extends ConfigurableBatch {

  private static final RetryPolicy POLICY =
      RetryPolicy.builder()
          .maxAttempts(30)
          .withoutTimeLimit()
          .backoff(
              Backoff.exponential(Duration.ofMillis(100))
                  .cappedAt(Duration.ofSeconds(5))
                  .jitter(Jitter.full()))
          .build();

  private static final String ITEM = "item";

  private DynamoDbBatch(
      TableClient client, String table, TableLookup schema, BatchSettings settings) {
    super(client, table, schema, settings);
  }

  @Override
  DynamoDbBatch with(TableLookup changedSchema, BatchSettings changed) {
    return new DynamoDbBatch(client, table, changedSchema, changed);
  }

  /**
   * Creates a batch for a blocking client, which is called on threads of each run.
   *
   * @param client used, not closed
   * @param table the table's name or ARN
   * @return a batch with the defaults
   */
  public static DynamoDbBatch of(DynamoDbClient client, String table) {
    return of(new TableClient.Blocking(Objects.requireNonNull(client, "client")), table);
  }

  /**
   * Creates a batch for an asynchronous client. Runs create no threads.
   *
   * @param client used, not closed
   * @param table the table's name or ARN
   * @return a batch with the defaults
   */
  public static DynamoDbBatch of(DynamoDbAsyncClient client, String table) {
    return of(new TableClient.Async(Objects.requireNonNull(client, "client")), table);
  }

  private static DynamoDbBatch of(TableClient client, String table) {
    Objects.requireNonNull(table, "table");
    Retry retry = Retry.of(POLICY).withBudget(RetryBudget.unlimited()).named("dynamodb");
    TableLookup schema = new TableLookup(client, table, null);
    return new DynamoDbBatch(
        client, table, schema, new BatchSettings(FailureClassifier.addTo(retry)));
  }

  /**
   * Returns the default policy, from which another policy can be built.
   *
   * @return attempts, backoff and limits as in the table above
   */
  public static RetryPolicy defaultPolicy() {
    return POLICY;
  }

  /**
   * Writes all items and waits for the end.
   *
   * @param writes read one by one as requests become free; not all are held in memory
   * @return the outcome of every write that was read
   */
  public WriteReport write(Iterator<ItemWrite> writes) {
    return new WriteRun(client, table, settings).run(schema, writes, null);
  }

  /**
   * Writes all items and waits for the end.
   *
   * @param writes as {@link #write(Iterator)}; writes of a collection that were not read when the
   *     run was stopped count as not attempted
   * @return the outcome of every write
   */
  public WriteReport write(Iterable<ItemWrite> writes) {
    return new WriteRun(client, table, settings).run(schema, writes.iterator(), collection(writes));
  }

  /**
   * Writes all items and waits for the end.
   *
   * @param writes as {@link #write(Iterator)}; not closed
   * @return the outcome of every write that was read
   */
  public WriteReport write(Stream<ItemWrite> writes) {
    return write(writes.iterator());
  }

  /**
   * Puts all items and waits for the end.
   *
   * @param items read one by one as requests become free; not all are held in memory. Items of a
   *     collection that were not read when the run was stopped count as not attempted
   * @return the outcome of every item that was read
   */
  public WriteReport put(Iterable<? extends Map<String, AttributeValue>> items) {
    return items instanceof Collection<? extends Map<String, AttributeValue>> all
        ? write(new MappedCollection<>(all, ITEM, ItemWrite::put))
        : put(items.iterator());
  }

  /**
   * Puts all items and waits for the end.
   *
   * @param items as {@link #put(Iterable)}; not closed
   * @return the outcome of every item that was read
   */
  public WriteReport put(Stream<? extends Map<String, AttributeValue>> items) {
    return put(items.iterator());
  }

  private WriteReport put(Iterator<? extends Map<String, AttributeValue>> items) {
    return write(new MappedIterator<>(items, ITEM, ItemWrite::put));
  }

  /**
   * Starts to write all items.
   *
   * @param writes as {@link #write(Iterator)}, read on another thread
   * @return completes with the report, never exceptionally; completing it in any way cancels the
   *     run
   */
  public CompletableFuture<WriteReport> writeAsync(Iterator<ItemWrite> writes) {
    return new WriteRun(client, table, settings).start(schema, writes);
  }

  /**
   * Reads the items of keys, waits for the end and returns all items. A key that is given several
   * times is read once and has a result for each occurrence.
   *
   * @param keys keys, or items that contain them: other attributes are not sent
   * @return the result of each key
   * @throws NullPointerException if a key is null
   */
  public ReadReport get(Iterable<? extends Map<String, AttributeValue>> keys) {
    return new ReadRun(client, table, settings, null).getAll(schema, keys);
  }

  /**
   * Reads the items of keys, waits for the end and passes each item to a consumer; not all are held
   * in memory. A key that is given several times is read several times.
   *
   * @param keys as {@link #get(Iterable)}, read one by one as requests become free
   * @param consumer takes each key that was read, found or absent, in the order of the responses;
   *     called by one thread at a time. If it throws, the run continues, and the first exception is
   *     the callback failure of the report
   * @return the outcome of every key that was read
   */
  public ReadReport get(
      Iterator<? extends Map<String, AttributeValue>> keys, Consumer<? super KeyRead> consumer) {
    Objects.requireNonNull(consumer, "consumer");
    return new ReadRun(client, table, settings, consumer).run(schema, ReadRun.reads(keys), null);
  }

  /**
   * Starts to read, as {@link #get(Iterable)}.
   *
   * @param keys as {@link #get(Iterable)}
   * @return completes with the report; exceptionally only if {@code keys} throws; completing it in
   *     any way cancels the run
   */
  public CompletableFuture<ReadReport> getAsync(
      Iterable<? extends Map<String, AttributeValue>> keys) {
    return new ReadRun(client, table, settings, null).startAll(schema, keys);
  }

  /**
   * Carries out transactions, each in a separate request, in any order, and waits for the end. A
   * transaction that the service cancels for throttling or a conflict, or whose response was lost,
   * is sent again with its token. If responses are lost for more than nine minutes, the service may
   * not know the token any more: the transaction is dead with an {@link EffectUnknownException}. A
   * transaction that is cancelled for a different reason is dead, and {@link CancelledWrite#of}
   * returns the writes that caused it.
   *
   * @param transactions read one by one as requests become free; not all are held in memory
   * @return the outcome of every transaction that was read
   */
  public TransactionReport transact(Iterator<WriteTransaction> transactions) {
    return new TransactionRun(client, table, settings).run(schema, transactions, null);
  }

  /**
   * Carries out transactions and waits for the end.
   *
   * @param transactions as {@link #transact(Iterator)}; transactions of a collection that were not
   *     read when the run was stopped count as not attempted
   * @return the outcome of every transaction
   */
  public TransactionReport transact(Iterable<WriteTransaction> transactions) {
    return new TransactionRun(client, table, settings)
        .run(schema, transactions.iterator(), collection(transactions));
  }

  /**
   * Carries out transactions and waits for the end.
   *
   * @param transactions as {@link #transact(Iterator)}; not closed
   * @return the outcome of every transaction that was read
   */
  public TransactionReport transact(Stream<WriteTransaction> transactions) {
    return transact(transactions.iterator());
  }

  /**
   * Starts to carry out transactions.
   *
   * @param transactions as {@link #transact(Iterator)}, read on another thread
   * @return completes with the report, never exceptionally; completing it in any way cancels the
   *     run
   */
  public CompletableFuture<TransactionReport> transactAsync(
      Iterator<WriteTransaction> transactions) {
    return new TransactionRun(client, table, settings).start(schema, transactions);
  }

  /**
   * Carries out PartiQL statements and waits for the end. A request has at most 25 statements,
   * either reads or writes. The order is not defined, so a run should not have two statements for
   * the same item. The service returns a result for each statement. A statement that it refuses for
   * throttling, a conflict or an internal error is sent again; other refused statements are dead
   * with its code and message. After a lost response, writes that are not {@linkplain
   * PartiqlStatement#idempotent() idempotent} are dead, because they may have been carried out. The
   * statements name their tables; key schema and capacity are not read. The pace counts each
   * statement as one unit, and {@link #capacityShare} does not apply.
   *
   * @param statements read one by one as requests become free; not all are held in memory
   * @param consumer takes each statement that was carried out, with the item of a read; called by
   *     one thread at a time. If it throws, the run continues, and the first exception is the
   *     callback failure of the report
   * @return the outcome of every statement that was read
   */
  public StatementReport execute(
      Iterator<PartiqlStatement> statements, Consumer<? super StatementResult> consumer) {
    return statementRun(consumer).runAll(TableLookup.NOTHING, statements);
  }

  /**
   * Carries out statements as {@link #execute(Iterator, Consumer)}, without a consumer of results.
   *
   * @param statements read one by one as requests become free; not all are held in memory
   * @return the outcome of every statement that was read
   */
  public StatementReport execute(Iterator<PartiqlStatement> statements) {
    return execute(statements, result -> {});
  }

  /**
   * Carries out statements as {@link #execute(Iterator)}.
   *
   * @param statements those of a collection that were not read when the run was stopped count as
   *     not attempted
   * @return the outcome of every statement
   */
  public StatementReport execute(Iterable<PartiqlStatement> statements) {
    Collection<PartiqlStatement> all = collection(statements);
    StatementRun run = statementRun(result -> {});
    TableLookup.Found nothing = TableLookup.NOTHING;
    return all == null ? run.runAll(nothing, statements.iterator()) : run.runAll(nothing, all);
  }

  /**
   * Starts to carry out statements, as {@link #execute(Iterator, Consumer)}.
   *
   * @param statements read on another thread
   * @param consumer takes each statement that was carried out
   * @return completes with the report, never exceptionally; completing it in any way cancels the
   *     run
   */
  public CompletableFuture<StatementReport> executeAsync(
      Iterator<PartiqlStatement> statements, Consumer<? super StatementResult> consumer) {
    CompletableFuture<StatementReport> result = new CompletableFuture<>();
    statementRun(consumer).start(TableLookup.NOTHING, statements, result);
    return result;
  }

  private StatementRun statementRun(Consumer<? super StatementResult> consumer) {
    return new StatementRun(client, table, settings, Objects.requireNonNull(consumer, "consumer"));
  }

  private static <T> @Nullable Collection<T> collection(Iterable<T> items) {
    return items instanceof Collection<T> all ? all : null;
  }

  /**
   * Returns key schema and capacity of the table. They are read once, by DescribeTable, and kept.
   *
   * @return the description of the table
   * @throws RuntimeException the last failure after retries, such as the SDK's {@code
   *     ResourceNotFoundException}; an {@link IllegalStateException} if the thread was interrupted
   */
  public TableDetails describe() {
    return schema.findNow(settings.retry, true).described(table);
  }
}
