package dev.reprise.dynamodb;

import dev.reprise.batch.Batch;
import dev.reprise.batch.BatchReport;
import org.jspecify.annotations.Nullable;

/** One run of writes. */
final class WriteRun extends Run<ItemWrite, WriteReport> {

  private final String table;

  WriteRun(TableClient client, String table, Settings settings) {
    super(client, settings);
    this.table = table;
  }

  @Override
  Chunks<ItemWrite, ?> chunks(KeySchema schema) {
    return new WriteChunks(client, table, schema, meter);
  }

  @Override
  Batch<ItemWrite> configured(Batch<ItemWrite> plain, @Nullable KeySchema schema) {
    Batch<ItemWrite> batch = settings.writing(plain).chunkSize(WriteChunks.MOST);
    return schema == null
        ? batch
        : batch
            .maxWeight(ItemBytes.MAX_WIRE, ItemBytes::weigh)
            .pacedBy(settings.pace, ItemBytes::writeUnits)
            .keyedBy(write -> schema.identityOf(write.attributes()), settings.sameKey);
  }

  @Override
  WriteReport report(BatchReport<ItemWrite> batch) {
    return new WriteReport(batch, meter.total());
  }
}
