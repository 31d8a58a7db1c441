package dev.reprise.dynamodb;

import dev.reprise.batch.Batch;
import dev.reprise.batch.Pace;
import dev.reprise.batch.report.BatchReport;
import dev.reprise.time.TickSource;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/** One run of writes. Those without a condition share calls; each other one goes alone. */
final class WriteRun extends Run<ItemWrite, WriteReport> {

  private final Doubts<ItemWrite> doubts;

  WriteRun(TableClient client, String table, Settings settings) {
    super(client, table, settings);
    doubts = new Doubts<>(settings.journal != null);
  }

  @Override
  Batch<ItemWrite> sending(@Nullable KeySchema known, Pace pace) {
    KeySchema schema = Objects.requireNonNull(known);
    TickSource ticks = settings.retry.environment().ticks();
    WriteChunks chunks = new WriteChunks(client, table, schema, meter);
    ConditionalWrites alone = new ConditionalWrites(client, table, schema, meter, doubts, ticks);
    return through(chunk -> chunk.get(0).isConditional() ? alone.send(chunk) : chunks.send(chunk))
        .groupedBy(write -> write.isConditional() ? write : null)
        .chunkSize(WriteChunks.MOST)
        .maxWeight(ItemBytes.MAX_WIRE, ItemBytes::weigh)
        .pacedBy(pace, ItemBytes::writeUnits)
        .keyedBy(write -> schema.identityOf(write.attributes()), settings.sameKey);
  }

  @Override
  Batch<ItemWrite> watched(Batch<ItemWrite> plain) {
    return settings.watching(
        plain.withListener(doubts), settings.writes, target("writes to"), ItemFingerprint::of);
  }

  @Override
  WriteReport report(BatchReport<ItemWrite> batch) {
    return new WriteReport(batch, meter.total());
  }
}
