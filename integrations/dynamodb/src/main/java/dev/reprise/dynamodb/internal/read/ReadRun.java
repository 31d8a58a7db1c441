package dev.reprise.dynamodb.internal.read;

import dev.reprise.batch.Batch;
import dev.reprise.batch.Pace;
import dev.reprise.batch.report.BatchListener;
import dev.reprise.batch.report.BatchReport;
import dev.reprise.dynamodb.internal.client.TableClient;
import dev.reprise.dynamodb.internal.client.TableLookup;
import dev.reprise.dynamodb.internal.item.KeyIdentity;
import dev.reprise.dynamodb.internal.run.BatchSettings;
import dev.reprise.dynamodb.internal.run.DynamoDbRun;
import dev.reprise.dynamodb.internal.run.MappedIterator;
import dev.reprise.dynamodb.read.KeyRead;
import dev.reprise.dynamodb.read.ReadReport;
import dev.reprise.dynamodb.table.KeySchema;
import dev.reprise.dynamodb.table.TableDetails;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.OptionalDouble;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.LongAdder;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;

/** A run of reads. */
public final class ReadRun extends DynamoDbRun<KeyRead, ReadReport>
    implements BatchListener<KeyRead> {

  private final @Nullable Consumer<? super KeyRead> consumer;
  private final LongAdder found = new LongAdder();
  private final LongAdder absent = new LongAdder();
  private volatile List<KeyRead> inOrder = List.of();

  public ReadRun(
      TableClient client,
      String table,
      BatchSettings settings,
      @Nullable Consumer<? super KeyRead> consumer) {
    super(client, table, settings);
    this.consumer = consumer;
  }

  /** Reads each key once and keeps the items. */
  public ReadReport getAll(
      TableLookup schema, Iterable<? extends Map<String, AttributeValue>> keys) {
    TableLookup.Found found = find(schema);
    return runAll(found, distinct(keys, found));
  }

  /** Starts {@link #getAll}. */
  public CompletableFuture<ReadReport> startAll(
      TableLookup schema, Iterable<? extends Map<String, AttributeValue>> keys) {
    return start(schema, (batch, found) -> batch.start(distinct(keys, found)));
  }

  private List<KeyRead> distinct(
      Iterable<? extends Map<String, AttributeValue>> keys, TableLookup.Found found) {
    DistinctReads reads = DistinctReads.of(keys, found.schema());
    inOrder = reads.inOrder();
    return reads.once();
  }

  public static Iterator<KeyRead> reads(Iterator<? extends Map<String, AttributeValue>> keys) {
    return new MappedIterator<>(keys, DistinctReads.KEY, PendingRead::new);
  }

  @Override
  protected OptionalDouble capacity(TableDetails details) {
    return details.readUnits();
  }

  @Override
  protected Batch<KeyRead> sending(@Nullable KeySchema known, Pace pace) {
    KeySchema schema = Objects.requireNonNull(known);
    ReadCost cost = ReadCost.of(settings.consistent, pace);
    BatchGetSender chunks =
        new BatchGetSender(
            client, table, schema, meter, cost, settings.consistent, settings.projection);
    return through(chunks::send)
        .chunkSize(BatchGetSender.MAX_KEYS)
        .pacedBy(ReadCost.scaled(pace), cost::charge)
        .keyedBy(read -> KeyIdentity.of(schema, read.key()));
  }

  @Override
  protected Batch<KeyRead> withListeners(Batch<KeyRead> plain) {
    return settings.withListeners(plain.withListener(this), ReadPositions.of(settings.reads));
  }

  @Override
  public void itemsDone(List<KeyRead> reads) {
    for (KeyRead read : reads) {
      PendingRead.of(read).markRead();
      (read.item().isPresent() ? found : absent).increment();
    }
    if (consumer != null) {
      handOver(reads, consumer);
    }
  }

  @Override
  protected ReadReport report(BatchReport<KeyRead> batch) {
    return new ReadReport(
        ReadPositions.of(batch), List.copyOf(inOrder), found.sum(), absent.sum(), meter.total());
  }
}
