package dev.reprise.dynamodb.internal.transaction;

import dev.reprise.batch.Batch;
import dev.reprise.batch.Pace;
import dev.reprise.batch.report.BatchReport;
import dev.reprise.dynamodb.internal.client.TableClient;
import dev.reprise.dynamodb.internal.run.BatchSettings;
import dev.reprise.dynamodb.internal.run.DynamoDbRun;
import dev.reprise.dynamodb.internal.run.ItemFingerprint;
import dev.reprise.dynamodb.internal.send.UncertainWrites;
import dev.reprise.dynamodb.table.KeySchema;
import dev.reprise.dynamodb.transaction.TransactionReport;
import dev.reprise.dynamodb.transaction.WriteTransaction;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/** A run of transactions. */
public final class TransactionRun extends DynamoDbRun<WriteTransaction, TransactionReport> {

  private final UncertainWrites<WriteTransaction> uncertain = new UncertainWrites<>(false);

  public TransactionRun(TableClient client, String table, BatchSettings settings) {
    super(client, table, settings);
  }

  @Override
  protected Batch<WriteTransaction> sending(@Nullable KeySchema known, Pace pace) {
    KeySchema schema = Objects.requireNonNull(known);
    TransactionSender sender =
        new TransactionSender(
            client, table, schema, meter, uncertain, settings.retry.environment().ticks());
    return through(sender::send)
        .chunkSize(1)
        .maxWeight(1, transaction -> TransactionSize.check(transaction, schema))
        .pacedBy(pace, TransactionSize::units);
  }

  @Override
  protected Batch<WriteTransaction> withListeners(Batch<WriteTransaction> plain) {
    return settings.withListeners(
        plain.withListener(uncertain),
        settings.transactions,
        target("transactions on"),
        ItemFingerprint::of);
  }

  @Override
  protected TransactionReport report(BatchReport<WriteTransaction> batch) {
    return new TransactionReport(batch, meter.total());
  }
}
