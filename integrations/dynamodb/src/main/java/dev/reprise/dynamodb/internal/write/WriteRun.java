package dev.reprise.dynamodb.internal.write;

import dev.reprise.batch.Batch;
import dev.reprise.batch.Pace;
import dev.reprise.batch.report.BatchReport;
import dev.reprise.dynamodb.internal.client.TableClient;
import dev.reprise.dynamodb.internal.item.KeyIdentity;
import dev.reprise.dynamodb.internal.run.BatchSettings;
import dev.reprise.dynamodb.internal.run.DynamoDbRun;
import dev.reprise.dynamodb.internal.run.ItemFingerprint;
import dev.reprise.dynamodb.internal.send.UncertainWrites;
import dev.reprise.dynamodb.table.KeySchema;
import dev.reprise.dynamodb.write.ItemWrite;
import dev.reprise.dynamodb.write.WriteReport;
import dev.reprise.time.TickSource;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/** A run of writes. Unconditional writes share requests; each conditional write has its own. */
public final class WriteRun extends DynamoDbRun<ItemWrite, WriteReport> {

  private final UncertainWrites<ItemWrite> uncertain;

  /** Creates a run, which starts nothing. */
  public WriteRun(TableClient client, String table, BatchSettings settings) {
    super(client, table, settings);
    uncertain = new UncertainWrites<>(settings.journal != null);
  }

  @Override
  protected Batch<ItemWrite> sending(@Nullable KeySchema known, Pace pace) {
    KeySchema schema = Objects.requireNonNull(known);
    TickSource ticks = settings.retry.environment().ticks();
    BatchWriteSender together = new BatchWriteSender(client, table, schema, meter);
    ConditionalWriteSender alone =
        new ConditionalWriteSender(client, table, schema, meter, uncertain, ticks);
    return through(
            chunk ->
                chunk.get(0).condition().isPresent() ? alone.send(chunk) : together.send(chunk))
        .groupedBy(write -> write.condition().isPresent() ? write : null)
        .chunkSize(BatchWriteSender.MAX_WRITES)
        .maxWeight(WriteSize.MAX_WIRE, WriteSize::inRequest)
        .pacedBy(pace, WriteSize::units)
        .keyedBy(write -> KeyIdentity.of(schema, write.attributes()), settings.sameKey);
  }

  @Override
  protected Batch<ItemWrite> withListeners(Batch<ItemWrite> plain) {
    return settings.withListeners(
        plain.withListener(uncertain), settings.writes, target("writes to"), ItemFingerprint::of);
  }

  @Override
  protected WriteReport report(BatchReport<ItemWrite> batch) {
    return new WriteReport(batch, meter.total());
  }
}
