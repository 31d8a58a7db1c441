package dev.reprise.dynamodb;

import dev.reprise.batch.Batch;
import dev.reprise.batch.Pace;
import dev.reprise.batch.report.BatchReport;
import dev.reprise.time.TickSource;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/** A run of writes. Unconditional writes share requests; each conditional write has its own. */
final class WriteRun extends DynamoDbRun<ItemWrite, WriteReport> {

  private final UncertainWrites<ItemWrite> uncertain;

  /** Creates a run, which starts nothing. */
  public WriteRun(TableClient client, String table, BatchSettings settings) {
    super(client, table, settings);
    uncertain = new UncertainWrites<>(settings.journal != null);
  }

  @Override
  Batch<ItemWrite> sending(@Nullable KeySchema known, Pace pace) {
    KeySchema schema = Objects.requireNonNull(known);
    TickSource ticks = settings.retry.environment().ticks();
    BatchWriteSender together = new BatchWriteSender(client, table, schema, meter);
    ConditionalWriteSender alone =
        new ConditionalWriteSender(client, table, schema, meter, uncertain, ticks);
    return through(chunk -> chunk.get(0).isConditional() ? alone.send(chunk) : together.send(chunk))
        .groupedBy(write -> write.isConditional() ? write : null)
        .chunkSize(BatchWriteSender.MAX_WRITES)
        .maxWeight(ItemSize.MAX_WIRE, ItemSize::weigh)
        .pacedBy(pace, ItemSize::writeUnits)
        .keyedBy(write -> schema.identityOf(write.attributes()), settings.sameKey);
  }

  @Override
  Batch<ItemWrite> withListeners(Batch<ItemWrite> plain) {
    return settings.withListeners(
        plain.withListener(uncertain), settings.writes, target("writes to"), ItemFingerprint::of);
  }

  @Override
  WriteReport report(BatchReport<ItemWrite> batch) {
    return new WriteReport(batch, meter.total());
  }
}
