package dev.reprise.dynamodb;

import dev.reprise.Retry;
import dev.reprise.batch.Pace;
import dev.reprise.batch.SameKey;
import dev.reprise.batch.journal.BatchJournal;
import dev.reprise.batch.report.BatchCounts;
import dev.reprise.batch.report.BatchListener;
import dev.reprise.batch.report.DeadLetter;
import dev.reprise.policy.Idempotency;
import dev.reprise.policy.RetryPolicy;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.Executor;
import java.util.function.Consumer;

/** What can be set of a {@link DynamoDbBatch}, each setter making a copy. */
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

  /** Lets the policy know what the SDK's failures mean and that twice is as good as once. */
  static Retry fit(Retry retry) {
    return retry.withPolicy(
        retry.policy().toBuilder()
            .classifyWith("aws", AwsFailures.classifier())
            .idempotency(Idempotency.IDEMPOTENT)
            .build());
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
    Objects.requireNonNull(keySchema, "keySchema");
    return with(new TableLookup(client, table, keySchema), settings);
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
   * units, by the size of each item: one for each KB begun, a delete one; in a transaction each
   * counts twice. Reads are counted in read units, by what the answers say they took. Statements
   * count one each.
   *
   * @param pace the pace
   * @return a copy with this pace in place of an earlier one, or of a share of the capacity
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
   * Sets a fixed pace by what the table can do: this share of its provisioned write units for
   * writes and transactions, of its read units for reads. The table is asked once, with its key
   * schema; units that its secondary indexes take are not counted. Of a table on demand it is a
   * share of the limit set for it; if there is none, every item fails with an {@link
   * IllegalStateException} that says so. Statements, which name tables of their own, keep the
   * {@link #pace}.
   *
   * @param share the share, more than 0 and at most 1
   * @return a copy with this share in place of an earlier pace or share
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
   * Takes down in a file what is done, so that another run over the same input sends only what is
   * not known to be done. Of use to writes, transactions and statements; reads take no notice. The
   * fingerprint of an item is made of all of it: what is done, under which condition, to what. The
   * description is the journal's own and where the items go: the table, the region and a set
   * endpoint.
   *
   * <p>What an earlier run has sent without noting it is sent again. Of conditional writes, any may
   * be such a one: if the table is as a write leaves it, the write counts as done where {@link
   * WriteCondition} says so for a lost answer. Transactions are known again by their token alone,
   * for ten minutes, and only if the input gives it.
   *
   * @param journal the journal
   * @return a copy with this journal in place of an earlier one
   */
  public DynamoDbBatch journaledIn(BatchJournal journal) {
    return with(changed -> changed.journal = Objects.requireNonNull(journal, "journal"));
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
   * Gives dead writes to a consumer in place of keeping them in the report.
   *
   * @param consumer called by one thread at a time
   * @return a copy with this consumer in place of an earlier one
   */
  public DynamoDbBatch onDeadWrite(Consumer<? super DeadLetter<ItemWrite>> consumer) {
    Objects.requireNonNull(consumer, "consumer");
    return with(changed -> changed.writes = changed.writes.onDead(consumer));
  }

  /**
   * Gives dead reads to a consumer in place of keeping them in the report.
   *
   * @param consumer called by one thread at a time
   * @return a copy with this consumer in place of an earlier one
   */
  public DynamoDbBatch onDeadRead(Consumer<? super DeadLetter<KeyRead>> consumer) {
    Objects.requireNonNull(consumer, "consumer");
    return with(changed -> changed.reads = changed.reads.onDead(consumer));
  }

  /**
   * Gives dead transactions to a consumer in place of keeping them in the report.
   *
   * @param consumer called by one thread at a time
   * @return a copy with this consumer in place of an earlier one
   */
  public DynamoDbBatch onDeadTransaction(Consumer<? super DeadLetter<WriteTransaction>> consumer) {
    Objects.requireNonNull(consumer, "consumer");
    return with(changed -> changed.transactions = changed.transactions.onDead(consumer));
  }

  /**
   * Gives dead statements to a consumer in place of keeping them in the report.
   *
   * @param consumer called by one thread at a time
   * @return a copy with this consumer in place of an earlier one
   */
  public DynamoDbBatch onDeadStatement(Consumer<? super DeadLetter<Statement>> consumer) {
    Objects.requireNonNull(consumer, "consumer");
    return with(changed -> changed.statements = changed.statements.onDead(consumer));
  }

  /**
   * Adds a listener that hears what becomes of each write.
   *
   * @param listener called as {@link BatchListener} says
   * @return a copy with one more listener
   */
  public DynamoDbBatch withWriteListener(BatchListener<ItemWrite> listener) {
    Objects.requireNonNull(listener, "listener");
    return with(changed -> changed.writes = changed.writes.and(listener));
  }

  /**
   * Adds a listener that hears what becomes of each read.
   *
   * @param listener called as {@link BatchListener} says
   * @return a copy with one more listener
   */
  public DynamoDbBatch withReadListener(BatchListener<KeyRead> listener) {
    Objects.requireNonNull(listener, "listener");
    return with(changed -> changed.reads = changed.reads.and(listener));
  }

  /**
   * Adds a listener that hears what becomes of each transaction.
   *
   * @param listener called as {@link BatchListener} says
   * @return a copy with one more listener
   */
  public DynamoDbBatch withTransactionListener(BatchListener<WriteTransaction> listener) {
    Objects.requireNonNull(listener, "listener");
    return with(changed -> changed.transactions = changed.transactions.and(listener));
  }

  /**
   * Adds a listener that hears what becomes of each statement.
   *
   * @param listener called as {@link BatchListener} says
   * @return a copy with one more listener
   */
  public DynamoDbBatch withStatementListener(BatchListener<Statement> listener) {
    Objects.requireNonNull(listener, "listener");
    return with(changed -> changed.statements = changed.statements.and(listener));
  }

  /**
   * Tells the numbers so far after every request and at the end, of whatever is run.
   *
   * @param consumer called by one thread at a time
   * @return a copy that tells
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
