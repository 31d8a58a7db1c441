package dev.reprise.dynamodb;

import dev.reprise.batch.Batch;
import dev.reprise.batch.Pace;
import dev.reprise.batch.report.BatchReport;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/** One run of transactions. */
final class TransactionRun extends Run<WriteTransaction, TransactionReport> {

  private final Doubts<WriteTransaction> doubts = new Doubts<>(false);

  TransactionRun(TableClient client, String table, Settings settings) {
    super(client, table, settings);
  }

  @Override
  Batch<WriteTransaction> sending(@Nullable KeySchema known, Pace pace) {
    KeySchema schema = Objects.requireNonNull(known);
    TransactionChunks chunks =
        new TransactionChunks(
            client, table, schema, meter, doubts, settings.retry.environment().ticks());
    return through(chunks::send)
        .chunkSize(1)
        .maxWeight(1, WriteTransaction::weigh)
        .pacedBy(pace, WriteTransaction::writeUnits);
  }

  @Override
  Batch<WriteTransaction> watched(Batch<WriteTransaction> plain) {
    return settings.watching(
        plain.withListener(doubts),
        settings.transactions,
        target("transactions on"),
        ItemFingerprint::of);
  }

  @Override
  TransactionReport report(BatchReport<WriteTransaction> batch) {
    return new TransactionReport(batch, meter.total());
  }
}
