package dev.reprise.dynamodb;

import dev.reprise.Idempotency;
import dev.reprise.Retry;
import dev.reprise.RetryPolicy;
import dev.reprise.backoff.Backoff;
import dev.reprise.backoff.Jitter;
import dev.reprise.batch.BatchCounts;
import dev.reprise.batch.BatchListener;
import dev.reprise.batch.FailedItem;
import dev.reprise.batch.Pace;
import dev.reprise.batch.SameKey;
import dev.reprise.budget.RetryBudget;
import java.time.Duration;
import java.util.Collection;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Executor;
import java.util.function.Consumer;
import java.util.stream.Stream;
import java.util.stream.StreamSupport;
import software.amazon.awssdk.services.dynamodb.DynamoDbAsyncClient;
import software.amazon.awssdk.services.dynamodb.DynamoDbClient;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;

/**
 * Writes and reads any number of items of a table in batches, and sends again what the service
 * leaves unprocessed, until every item is accounted for. Immutable, safe for use by any thread;
 * runs share nothing but the retry and the key schema.
 *
 * <ul>
 *   <li>Chunks are of at most 25 writes or 100 keys, and within the 16 MB of a request. A put above
 *       400 KB fails by itself, without a call, with an {@link InvalidItemException}; so does an
 *       item whose key the table cannot have.
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
public final class DynamoDbBatch {

  private static final RetryPolicy POLICY =
      RetryPolicy.builder()
          .maxAttempts(30)
          .forever()
          .backoff(
              Backoff.exponential(Duration.ofMillis(100))
                  .cappedAt(Duration.ofSeconds(5))
                  .jitter(Jitter.full()))
          .build();

  private final TableClient client;
  private final String table;
  private final SchemaSource schema;
  private final Settings settings;

  private DynamoDbBatch(TableClient client, String table, SchemaSource schema, Settings settings) {
    this.client = client;
    this.table = table;
    this.schema = schema;
    this.settings = settings;
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
    SchemaSource schema = new SchemaSource(client, table, null);
    return new DynamoDbBatch(client, table, schema, new Settings(fit(retry)));
  }

  /**
   * The policy of a batch for which none is set, to begin one's own with.
   *
   * @return attempts, backoff and limits as in the table above
   */
  public static RetryPolicy defaultPolicy() {
    return POLICY;
  }

  /** Lets the policy know what the SDK's failures mean and that twice is as good as once. */
  private static Retry fit(Retry retry) {
    return retry.withPolicy(
        retry.policy().toBuilder()
            .classifyWith("aws", AwsFailures.classifier())
            .idempotency(Idempotency.IDEMPOTENT)
            .build());
  }

  private DynamoDbBatch with(Consumer<Settings> change) {
    Settings changed = settings.copy();
    change.accept(changed);
    return new DynamoDbBatch(client, table, schema, changed);
  }

  /**
   * Changes the retry: policy, budget, environment, shutdown. The {@linkplain AwsFailures
   * classifier} is added to its policy, after those it has, and its idempotency is set. A time
   * limit bounds the whole run; attempts are counted without progress.
   *
   * @param retry the retry
   * @return a copy with this retry
   */
  public DynamoDbBatch retry(Retry retry) {
    return with(changed -> changed.retry = fit(Objects.requireNonNull(retry, "retry")));
  }

  /**
   * Changes the policy alone, as {@link #retry}.
   *
   * @param policy the policy
   * @return a copy with this policy and the budget it had
   */
  public DynamoDbBatch policy(RetryPolicy policy) {
    return retry(settings.retry.withPolicy(Objects.requireNonNull(policy, "policy")));
  }

  /**
   * Gives the key schema, so that the permission to describe the table is not needed.
   *
   * @param keySchema the table's
   * @return a copy with this schema
   */
  public DynamoDbBatch keySchema(KeySchema keySchema) {
    SchemaSource given =
        new SchemaSource(client, table, Objects.requireNonNull(keySchema, "keySchema"));
    return new DynamoDbBatch(client, table, given, settings);
  }

  /**
   * Limits the requests under way at a time, those that wait to be repeated included. Default 8.
   *
   * @param requests the number, at least 1
   * @return a copy with this limit
   * @throws IllegalArgumentException if {@code requests} is less than 1
   */
  public DynamoDbBatch parallelism(int requests) {
    if (requests < 1) {
      throw new IllegalArgumentException("parallelism must be at least 1, but was " + requests);
    }
    return with(changed -> changed.parallelism = requests);
  }

  /**
   * Sets how fast is written and read. Default {@link Pace#adaptive()}. Writes are counted in write
   * units, by the size of each item: one for each KB begun; deletes and reads count one each.
   *
   * @param pace the pace
   * @return a copy with this pace
   */
  public DynamoDbBatch pace(Pace pace) {
    return with(changed -> changed.pace = Objects.requireNonNull(pace, "pace"));
  }

  /**
   * Says what a later write does while its key is in flight or waiting. Default {@link
   * SameKey#WAITS}, which carries out every write; {@link SameKey#REPLACES} may leave out all but
   * the last of a key.
   *
   * @param rule the rule
   * @return a copy with this rule
   */
  public DynamoDbBatch sameKey(SameKey rule) {
    return with(changed -> changed.sameKey = Objects.requireNonNull(rule, "rule"));
  }

  /**
   * Reads consistently, for twice the capacity.
   *
   * @return a copy that does
   */
  public DynamoDbBatch consistentReads() {
    return with(changed -> changed.consistent = true);
  }

  /**
   * Reads only some attributes of each item. The key attributes are always among them.
   *
   * @param attributes names of top-level attributes, as they are: reserved words and special
   *     characters do no harm
   * @return a copy that reads these, and the key, in place of whole items
   */
  public DynamoDbBatch projecting(String... attributes) {
    List<String> names = List.of(attributes);
    return with(changed -> changed.projection = names);
  }

  /**
   * Changes where a client that blocks is called. By default on daemon threads of each run's own.
   *
   * @param executor the executor
   * @return a copy with this executor
   */
  public DynamoDbBatch withExecutor(Executor executor) {
    return with(changed -> changed.executor = Objects.requireNonNull(executor, "executor"));
  }

  /**
   * Gives writes that failed to a consumer in place of keeping them in the report.
   *
   * @param consumer a dead-letter queue, say; called by one thread at a time
   * @return a copy with this consumer in place of an earlier one
   */
  public DynamoDbBatch onFailedWrite(Consumer<? super FailedItem<ItemWrite>> consumer) {
    return with(changed -> changed.onFailedWrite = Objects.requireNonNull(consumer, "consumer"));
  }

  /**
   * Gives reads that failed to a consumer in place of keeping them in the report.
   *
   * @param consumer called by one thread at a time
   * @return a copy with this consumer in place of an earlier one
   */
  public DynamoDbBatch onFailedRead(Consumer<? super FailedItem<KeyRead>> consumer) {
    return with(changed -> changed.onFailedRead = Objects.requireNonNull(consumer, "consumer"));
  }

  /**
   * Adds a listener that hears what becomes of each write.
   *
   * @param listener called as {@link BatchListener} says
   * @return a copy with one more listener
   */
  public DynamoDbBatch withWriteListener(BatchListener<ItemWrite> listener) {
    Objects.requireNonNull(listener, "listener");
    return with(
        changed -> changed.writeListeners = Settings.plus(changed.writeListeners, listener));
  }

  /**
   * Adds a listener that hears what becomes of each read.
   *
   * @param listener called as {@link BatchListener} says
   * @return a copy with one more listener
   */
  public DynamoDbBatch withReadListener(BatchListener<KeyRead> listener) {
    Objects.requireNonNull(listener, "listener");
    return with(changed -> changed.readListeners = Settings.plus(changed.readListeners, listener));
  }

  /**
   * Tells the numbers so far after every request and at the end, of writes and of reads.
   *
   * @param consumer called by one thread at a time
   * @return a copy that tells
   */
  public DynamoDbBatch onProgress(Consumer<? super BatchCounts> consumer) {
    Objects.requireNonNull(consumer, "consumer");
    return withWriteListener(Settings.telling(consumer))
        .withReadListener(Settings.telling(consumer));
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
    return new WriteRun(client, table, settings)
        .run(schema, writes.iterator(), writes instanceof Collection<ItemWrite> all ? all : null);
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
}
