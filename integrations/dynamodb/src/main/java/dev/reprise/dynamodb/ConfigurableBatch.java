package dev.reprise.dynamodb;

import dev.reprise.Retry;
import dev.reprise.aws.AwsFailures;
import dev.reprise.batch.Pace;
import dev.reprise.batch.SameKey;
import dev.reprise.batch.journal.BatchJournal;
import dev.reprise.batch.report.BatchCounts;
import dev.reprise.batch.report.BatchListener;
import dev.reprise.batch.report.DeadLetter;
import dev.reprise.dynamodb.internal.client.TableClient;
import dev.reprise.dynamodb.internal.client.TableLookup;
import dev.reprise.dynamodb.internal.failure.FailureClassifier;
import dev.reprise.dynamodb.internal.run.BatchSettings;
import dev.reprise.dynamodb.read.KeyRead;
import dev.reprise.dynamodb.statement.PartiqlStatement;
import dev.reprise.dynamodb.table.KeySchema;
import dev.reprise.dynamodb.transaction.WriteTransaction;
import dev.reprise.dynamodb.write.ItemWrite;
import dev.reprise.dynamodb.write.WriteCondition;
import dev.reprise.policy.RetryPolicy;
import dev.reprise.time.TimeText;
import java.time.Duration;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.Executor;
import java.util.function.Consumer;

/** Setters of {@link DynamoDbBatch}. Each returns a copy. */
abstract class ConfigurableBatch {

  final TableClient client;
  final String table;
  final TableLookup schema;
  final BatchSettings settings;

  ConfigurableBatch(TableClient client, String table, TableLookup schema, BatchSettings settings) {
    this.client = client;
    this.table = table;
    this.schema = schema;
    this.settings = settings;
  }

  abstract DynamoDbBatch with(TableLookup changedSchema, BatchSettings changed);

  private DynamoDbBatch with(Consumer<BatchSettings> change) {
    BatchSettings changed = settings.copy();
    change.accept(changed);
    return with(schema, changed);
  }

  /**
   * Sets the retry: policy, budget, environment and shutdown signal. The {@linkplain AwsFailures
   * classifier} is added after the classifiers of its policy, and its calls are declared
   * idempotent. A time limit bounds the whole run; the limit of attempts counts attempts without
   * progress.
   *
   * @param retry the retry
   * @return a copy with this retry
   */
  public DynamoDbBatch retry(Retry retry) {
    return with(
        changed -> changed.retry = FailureClassifier.addTo(Objects.requireNonNull(retry, "retry")));
  }

  /**
   * Sets only the policy of the retry, as {@link DynamoDbBatch#retry(Retry)}.
   *
   * @param policy the policy
   * @return a copy with this policy and the same budget
   */
  public DynamoDbBatch policy(RetryPolicy policy) {
    return retry(settings.retry.withPolicy(Objects.requireNonNull(policy, "policy")));
  }

  /**
   * Sets the key schema. Runs then do not call DescribeTable and do not need the permission for it.
   *
   * @param keySchema the key schema of the table
   * @return a copy with this schema
   */
  public DynamoDbBatch keySchema(KeySchema keySchema) {
    Objects.requireNonNull(keySchema, "keySchema");
    return with(new TableLookup(client, table, keySchema), settings);
  }

  /**
   * Limits the concurrent requests, including those that wait for a retry. Default 8.
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
   * Sets the pace of writes and reads. Default {@link Pace#adaptive()}. A put costs one write unit
   * for each started KB, a delete costs one, and in a transaction each costs twice as much. Reads
   * cost the read units that the responses report. A statement costs one unit.
   *
   * @param pace the pace
   * @return a copy with this pace, which replaces an earlier pace or share of the capacity
   */
  public DynamoDbBatch pace(Pace pace) {
    Objects.requireNonNull(pace, "pace");
    return with(
        changed -> {
          changed.pace = pace;
          changed.capacityShare = 0;
        });
  }

  /**
   * Sets a fixed pace as a share of the capacity of the table: of its provisioned write units for
   * writes and transactions, of its read units for reads. The capacity is read once, by
   * DescribeTable; units that secondary indexes consume are not counted. For a table on demand it
   * is a share of its configured limit; without a limit a run stops with an {@link
   * IllegalStateException} that gives this reason. Statements name their own tables, so the share
   * does not apply to them: they keep the {@link #pace}.
   *
   * @param share the share, more than 0 and at most 1
   * @return a copy with this share, which replaces an earlier pace or share
   * @throws IllegalArgumentException if {@code share} is not more than 0, or more than 1
   */
  public DynamoDbBatch capacityShare(double share) {
    if (!(share > 0 && share <= 1)) {
      throw new IllegalArgumentException(
          "capacityShare must be more than 0 and at most 1, but was " + share);
    }
    return with(changed -> changed.capacityShare = share);
  }

  /**
   * Records the items that are done in a file, so that another run over the same input sends only
   * the remaining items. Applies to writes, transactions and statements, not to reads. The
   * fingerprint of an item includes its operation, condition and attributes. The description is the
   * one of the journal followed by the target: table, region and configured endpoint.
   *
   * <p>Items that an earlier run has sent but not recorded are sent again. A conditional write
   * among them may already have taken effect; it is then treated as after a lost response, as
   * {@link WriteCondition} describes. The service recognizes transactions by their token, for ten
   * minutes, and only if the input sets it.
   *
   * @param journal the journal
   * @return a copy with this journal, which replaces an earlier one
   */
  public DynamoDbBatch journaledIn(BatchJournal journal) {
    return with(changed -> changed.journal = Objects.requireNonNull(journal, "journal"));
  }

  /**
   * Sets the rule for a write whose key is in flight or waiting. Default {@link SameKey#WAITS},
   * which carries out every write; {@link SameKey#REPLACES} may skip all but the last write of a
   * key. A conditional write is never skipped and skips none, because the result of each depends on
   * those before it.
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
   * @return a copy with consistent reads
   */
  public DynamoDbBatch consistentReads() {
    return with(changed -> changed.consistent = true);
  }

  /**
   * Reads only some attributes of each item. The key attributes are always read.
   *
   * @param attributes names of top-level attributes; reserved words and special characters are
   *     allowed
   * @return a copy that reads only these attributes and the key
   */
  public DynamoDbBatch projection(String... attributes) {
    List<String> names = List.of(attributes);
    return with(changed -> changed.projection = names);
  }

  /**
   * Sets the executor that calls a blocking client. Default: daemon threads of the run.
   *
   * @param executor the executor
   * @return a copy with this executor
   */
  public DynamoDbBatch withExecutor(Executor executor) {
    return with(changed -> changed.executor = Objects.requireNonNull(executor, "executor"));
  }

  /**
   * Limits the wait of items for a slow source: a request that the source has not filled after this
   * time is sent with the items that are there. Default 100 ms.
   *
   * @param wait the longest wait, at least 0
   * @return a copy with this wait
   * @throws IllegalArgumentException if {@code wait} is negative
   */
  public DynamoDbBatch linger(Duration wait) {
    if (wait.isNegative()) {
      throw new IllegalArgumentException(
          "linger must be at least 0, but was " + TimeText.inWords(wait));
    }
    return with(changed -> changed.linger = wait);
  }

  /**
   * Sets the executor that reads iterators and streams. Default: a daemon thread of the run. {@code
   * Runnable::run} reads on the thread of the caller, as iterators that depend on it need.
   *
   * @param executor the executor, as for {@link dev.reprise.batch.Batch#readingOn}
   * @return a copy with this executor
   */
  public DynamoDbBatch readingOn(Executor executor) {
    return with(changed -> changed.reading = Objects.requireNonNull(executor, "executor"));
  }

  /**
   * Passes dead writes to a consumer and keeps none in the report.
   *
   * @param consumer called by one thread at a time
   * @return a copy with this consumer, which replaces an earlier one
   */
  public DynamoDbBatch onDeadWrite(Consumer<? super DeadLetter<ItemWrite>> consumer) {
    Objects.requireNonNull(consumer, "consumer");
    return with(changed -> changed.writes = changed.writes.onDead(consumer));
  }

  /**
   * Passes dead reads to a consumer and keeps none in the report.
   *
   * @param consumer called by one thread at a time
   * @return a copy with this consumer, which replaces an earlier one
   */
  public DynamoDbBatch onDeadRead(Consumer<? super DeadLetter<KeyRead>> consumer) {
    Objects.requireNonNull(consumer, "consumer");
    return with(changed -> changed.reads = changed.reads.onDead(consumer));
  }

  /**
   * Passes dead transactions to a consumer and keeps none in the report.
   *
   * @param consumer called by one thread at a time
   * @return a copy with this consumer, which replaces an earlier one
   */
  public DynamoDbBatch onDeadTransaction(Consumer<? super DeadLetter<WriteTransaction>> consumer) {
    Objects.requireNonNull(consumer, "consumer");
    return with(changed -> changed.transactions = changed.transactions.onDead(consumer));
  }

  /**
   * Passes dead statements to a consumer and keeps none in the report.
   *
   * @param consumer called by one thread at a time
   * @return a copy with this consumer, which replaces an earlier one
   */
  public DynamoDbBatch onDeadStatement(Consumer<? super DeadLetter<PartiqlStatement>> consumer) {
    Objects.requireNonNull(consumer, "consumer");
    return with(changed -> changed.statements = changed.statements.onDead(consumer));
  }

  /**
   * Adds a listener for the outcomes of writes.
   *
   * @param listener called as {@link BatchListener} describes
   * @return a copy with one more listener
   */
  public DynamoDbBatch withWriteListener(BatchListener<ItemWrite> listener) {
    Objects.requireNonNull(listener, "listener");
    return with(changed -> changed.writes = changed.writes.and(listener));
  }

  /**
   * Adds a listener for the outcomes of reads.
   *
   * @param listener called as {@link BatchListener} describes
   * @return a copy with one more listener
   */
  public DynamoDbBatch withReadListener(BatchListener<KeyRead> listener) {
    Objects.requireNonNull(listener, "listener");
    return with(changed -> changed.reads = changed.reads.and(listener));
  }

  /**
   * Adds a listener for the outcomes of transactions.
   *
   * @param listener called as {@link BatchListener} describes
   * @return a copy with one more listener
   */
  public DynamoDbBatch withTransactionListener(BatchListener<WriteTransaction> listener) {
    Objects.requireNonNull(listener, "listener");
    return with(changed -> changed.transactions = changed.transactions.and(listener));
  }

  /**
   * Adds a listener for the outcomes of statements.
   *
   * @param listener called as {@link BatchListener} describes
   * @return a copy with one more listener
   */
  public DynamoDbBatch withStatementListener(BatchListener<PartiqlStatement> listener) {
    Objects.requireNonNull(listener, "listener");
    return with(changed -> changed.statements = changed.statements.and(listener));
  }

  /**
   * Reports the counts so far after every request and at the end, for every kind of run.
   *
   * @param consumer called by one thread at a time
   * @return a copy with one more consumer
   */
  public DynamoDbBatch onProgress(Consumer<? super BatchCounts> consumer) {
    Objects.requireNonNull(consumer, "consumer");
    return with(
        changed -> {
          changed.writes = changed.writes.withProgress(consumer);
          changed.reads = changed.reads.withProgress(consumer);
          changed.transactions = changed.transactions.withProgress(consumer);
          changed.statements = changed.statements.withProgress(consumer);
        });
  }
}
