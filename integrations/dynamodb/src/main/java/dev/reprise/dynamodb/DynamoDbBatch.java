package dev.reprise.dynamodb;

import dev.reprise.Retry;
import dev.reprise.backoff.Backoff;
import dev.reprise.backoff.Jitter;
import dev.reprise.budget.RetryBudget;
import dev.reprise.policy.RetryPolicy;
import dev.reprise.text.PrintableText;
import java.time.Duration;
import java.util.Collection;
import java.util.Iterator;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.CompletableFuture;
import java.util.function.Consumer;
import java.util.stream.Stream;
import java.util.stream.StreamSupport;
import org.jspecify.annotations.Nullable;
import software.amazon.awssdk.services.dynamodb.DynamoDbAsyncClient;
import software.amazon.awssdk.services.dynamodb.DynamoDbClient;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;

/**
 * Writes and reads any number of items of a table in batches, and sends again what the service
 * leaves unprocessed, until every item is accounted for. Immutable, safe for use by any thread;
 * runs share nothing but the retry and the key schema.
 *
 * <ul>
 *   <li>ChunkSender are of at most 25 writes or 100 keys, and within the 16 MB of a request. A put
 *       above 400 KB fails by itself, without a call, with an {@link InvalidItemException}; so does
 *       an item whose key the table cannot have.
 *   <li>A rest that comes back is found among the caller's own requests by its key, and those are
 *       sent again: what a client encrypts on the way could not be.
 *   <li>A throttling exception means that all of the chunk is unprocessed.
 *   <li>A chunk that the service finds invalid is halved until the item that it refuses stands
 *       alone; only that one fails.
 *   <li>The SDK's own retries are switched off for each request made here, by a plugin in its
 *       override configuration that sets {@code AwsRetryStrategy.doNotRetry()}. The client's
 *       settings for other requests stay as they are.
 *   <li>Writes of one key keep their order, across all chunks.
 * </ul>
 *
 * <p>The retry's policy decides what is sent again and when, after {@link AwsFailures} has told
 * what a failure of the SDK means. Writes are declared idempotent: to put or delete twice is to do
 * it once.
 *
 * <table>
 *   <caption>Defaults</caption>
 *   <tr><td>attempts</td><td>30 without progress, which takes about a minute</td></tr>
 *   <tr><td>backoff</td><td>exponential from 100 ms, doubling, capped at 5 s, full jitter</td></tr>
 *   <tr><td>time limit, budget</td><td>none</td></tr>
 *   <tr><td>parallelism</td><td>8 requests</td></tr>
 *   <tr><td>pace</td><td>adaptive</td></tr>
 *   <tr><td>same key</td><td>a later write waits for the earlier one</td></tr>
 *   <tr><td>key schema</td><td>asked of the table before the first run, by DescribeTable</td></tr>
 *   <tr><td>reads</td><td>eventually consistent, whole items</td></tr>
 * </table>
 *
 * <p>If the key schema is not to be had, as for an unknown table, every item fails with that
 * reason.
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

  private DynamoDbBatch(
      TableClient client, String table, TableLookup schema, BatchSettings settings) {
    super(client, table, schema, settings);
  }

  @Override
  DynamoDbBatch with(TableLookup changedSchema, BatchSettings changed) {
    return new DynamoDbBatch(client, table, changedSchema, changed);
  }

  /**
   * Batches through a client that blocks, on threads of each run's own.
   *
   * @param client used, not closed
   * @param table the table's name or ARN
   * @return a batch with the defaults
   */
  public static DynamoDbBatch of(DynamoDbClient client, String table) {
    return of(new TableClient.Blocking(Objects.requireNonNull(client, "client")), table);
  }

  /**
   * Batches through a client that answers later, without threads of their own.
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
    return new DynamoDbBatch(client, table, schema, new BatchSettings(fit(retry)));
  }

  /**
   * The policy of a batch for which none is set, to begin one's own with.
   *
   * @return attempts, backoff and limits as in the table above
   */
  public static RetryPolicy defaultPolicy() {
    return POLICY;
  }

  /**
   * Writes to the end.
   *
   * @param writes read one by one, as requests come free, never all held
   * @return the account of every write that was read
   */
  public WriteReport write(Iterator<ItemWrite> writes) {
    return new WriteRun(client, table, settings).run(schema, writes, null);
  }

  /**
   * Writes to the end.
   *
   * @param writes as {@link #write(Iterator)}; of a collection, what was not read when the run was
   *     stopped counts as not attempted
   * @return the account of every write
   */
  public WriteReport write(Iterable<ItemWrite> writes) {
    return new WriteRun(client, table, settings).run(schema, writes.iterator(), collection(writes));
  }

  /**
   * Writes to the end.
   *
   * @param writes as {@link #write(Iterator)}; not closed
   * @return the account of every write that was read
   */
  public WriteReport write(Stream<ItemWrite> writes) {
    return write(writes.iterator());
  }

  /**
   * Puts items: {@code write} of a put for each.
   *
   * @param items read one by one, as requests come free, never all held
   * @return the account of every item that was read
   */
  public WriteReport put(Iterable<? extends Map<String, AttributeValue>> items) {
    return put(StreamSupport.stream(items.spliterator(), false));
  }

  /**
   * Puts items: {@code write} of a put for each.
   *
   * @param items as {@link #put(Iterable)}; not closed
   * @return the account of every item that was read
   */
  public WriteReport put(Stream<? extends Map<String, AttributeValue>> items) {
    return write(items.map(ItemWrite::put));
  }

  /**
   * Starts to write.
   *
   * @param writes as {@link #write(Iterator)}, read on another thread
   * @return completes with the account, never with a failure; completing it by any means cancels
   *     the run
   */
  public CompletableFuture<WriteReport> writeAsync(Iterator<ItemWrite> writes) {
    return new WriteRun(client, table, settings).start(schema, found -> writes);
  }

  /**
   * Reads the items of some keys to the end and keeps them. A key given several times is read once
   * and answered each time.
   *
   * @param keys keys, or items that contain them: other attributes are left out of the request
   * @return what was found for each key
   */
  public ReadReport get(Iterable<? extends Map<String, AttributeValue>> keys) {
    return new ReadRun(client, table, settings, null).getAll(schema, keys);
  }

  /**
   * Reads the items of some keys to the end and hands them on, without holding them all. A key
   * given several times is read as often.
   *
   * @param keys as {@link #get(Iterable)}, read one by one, as requests come free
   * @param consumer takes each key that was read, found or absent, in the order in which the
   *     answers come; called by one thread at a time. If it throws, the others go on, and the first
   *     thing thrown is the report's callback failure
   * @return the account of every key that was read
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
   * @return completes with what was found; fails only with what reading {@code keys} throws;
   *     completing it by any means cancels the run
   */
  public CompletableFuture<ReadReport> getAsync(
      Iterable<? extends Map<String, AttributeValue>> keys) {
    return new ReadRun(client, table, settings, null).startAll(schema, keys);
  }

  /**
   * Carries out transactions to the end, each by itself; they may be carried out in any order. One
   * that the service cancels for load or a conflict is sent again, as one is whose answer was lost,
   * with the token that it had. If answers are lost for so long that the service may have forgotten
   * the token, after nine minutes, it is dead with an {@link EffectUnknownException}. One cancelled
   * for another reason is dead, and {@link CancelledWrite#of} tells which of its writes was in the
   * way.
   *
   * @param transactions read one by one, as requests come free, never all held
   * @return the account of every transaction that was read
   */
  public TransactionReport transact(Iterator<WriteTransaction> transactions) {
    return new TransactionRun(client, table, settings).run(schema, transactions, null);
  }

  /**
   * Carries out transactions to the end.
   *
   * @param transactions as {@link #transact(Iterator)}; of a collection, what was not read when the
   *     run was stopped counts as not attempted
   * @return the account of every transaction
   */
  public TransactionReport transact(Iterable<WriteTransaction> transactions) {
    return new TransactionRun(client, table, settings)
        .run(schema, transactions.iterator(), collection(transactions));
  }

  /**
   * Carries out transactions to the end.
   *
   * @param transactions as {@link #transact(Iterator)}; not closed
   * @return the account of every transaction that was read
   */
  public TransactionReport transact(Stream<WriteTransaction> transactions) {
    return transact(transactions.iterator());
  }

  /**
   * Starts to carry out transactions.
   *
   * @param transactions as {@link #transact(Iterator)}, read on another thread
   * @return completes with the account, never with a failure; completing it by any means cancels
   *     the run
   */
  public CompletableFuture<TransactionReport> transactAsync(
      Iterator<WriteTransaction> transactions) {
    return new TransactionRun(client, table, settings).start(schema, found -> transactions);
  }

  /**
   * Carries out statements in PartiQL to the end, 25 in a call, reads and writes apart, in any
   * order: two of one item should not be in one run. The service answers each by itself; one that
   * it refuses for load, a conflict or an error of its own is sent again, others are dead with its
   * code and message. After a lost answer, writes that are not {@linkplain Statement#idempotent()
   * idempotent} are dead, since they may have been carried out. The tables are those that the
   * statements name; key schema and capacity are not asked for. The pace counts a statement as one,
   * whatever it takes, and a {@linkplain #capacityShare share of the capacity} is not held.
   *
   * @param statements read one by one, as requests come free, never all held
   * @param consumer takes each statement that was carried out, with the item of a read; called by
   *     one thread at a time. If it throws, the others go on, and the first thing thrown is the
   *     report's callback failure
   * @return the account of every statement that was read
   */
  public StatementReport statements(
      Iterator<Statement> statements, Consumer<? super StatementResult> consumer) {
    return statementRun(consumer).runAll(TableLookup.NOTHING, statements);
  }

  /**
   * Carries out statements to the end, as {@link #statements(Iterator, Consumer)}, for what they do
   * alone.
   *
   * @param statements read one by one, as requests come free, never all held
   * @return the account of every statement that was read
   */
  public StatementReport statements(Iterator<Statement> statements) {
    return statements(statements, result -> {});
  }

  /**
   * Carries out statements to the end, as {@link #statements(Iterator)}.
   *
   * @param statements of a collection, what was not read when the run was stopped counts as not
   *     attempted
   * @return the account of every statement
   */
  public StatementReport statements(Iterable<Statement> statements) {
    Collection<Statement> all = collection(statements);
    StatementRun run = statementRun(result -> {});
    TableLookup.Found nothing = TableLookup.NOTHING;
    return all == null ? run.runAll(nothing, statements.iterator()) : run.runAll(nothing, all);
  }

  /**
   * Starts to carry out statements, as {@link #statements(Iterator, Consumer)}.
   *
   * @param statements read on another thread
   * @param consumer takes each statement that was carried out
   * @return completes with the account, never with a failure; completing it by any means cancels
   *     the run
   */
  public CompletableFuture<StatementReport> statementsAsync(
      Iterator<Statement> statements, Consumer<? super StatementResult> consumer) {
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
   * Asks the table for its key schema and its capacity; once, whoever asks.
   *
   * @return what it says
   * @throws RuntimeException what is in the way of it after retries, such as the SDK's {@code
   *     ResourceNotFoundException}; an {@link IllegalStateException} if the thread was interrupted
   */
  public TableDetails describe() {
    TableLookup.Found found = schema.findNow(settings.retry, true);
    if (found.facts() != null) {
      return found.facts();
    }
    Throwable failure = found.failure();
    if (failure instanceof RuntimeException unchecked) {
      throw unchecked;
    }
    throw new IllegalStateException(PrintableText.oneLine(table) + " cannot be described", failure);
  }
}
