package dev.reprise.dynamodb;

import dev.reprise.batch.Batch;
import dev.reprise.batch.Pace;
import dev.reprise.batch.report.BatchReport;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/** A run of transactions. */
final class TransactionRun extends DynamoDbRun<WriteTransaction, TransactionReport> {

  private final UncertainWrites<WriteTransaction> uncertain = new UncertainWrites<>(false);

  TransactionRun(TableClient client, String table, BatchSettings settings) {
    super(client, table, settings);
  }

  @Override
  Batch<WriteTransaction> sending(@Nullable KeySchema known, Pace pace) {
    KeySchema schema = Objects.requireNonNull(known);
    TransactionSender sender =
        new TransactionSender(
            client, table, schema, meter, uncertain, settings.retry.environment().ticks());
    return through(sender::send)
        .chunkSize(1)
        .maxWeight(1, WriteTransaction::weigh)
        .pacedBy(pace, WriteTransaction::writeUnits);
  }

  @Override
  Batch<WriteTransaction> withListeners(Batch<WriteTransaction> plain) {
    return settings.withListeners(
        plain.withListener(uncertain),
        settings.transactions,
        target("transactions on"),
        ItemFingerprint::of);
  }

  @Override
  TransactionReport report(BatchReport<WriteTransaction> batch) {
    return new TransactionReport(batch, meter.total());
  }
}
