package dev.reprise.dynamodb;

import dev.reprise.batch.Batch;
import dev.reprise.batch.BatchListener;
import dev.reprise.batch.BatchReport;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.LongAdder;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;

/** One run of reads. */
final class ReadRun extends Run<KeyRead, ReadReport> implements BatchListener<KeyRead> {

  private final String table;
  private final @Nullable Consumer<? super KeyRead> consumer;
  private final LongAdder found = new LongAdder();
  private final LongAdder absent = new LongAdder();
  private volatile List<KeyRead> inOrder = List.of();

  ReadRun(
      TableClient client,
      String table,
      Settings settings,
      @Nullable Consumer<? super KeyRead> consumer) {
    super(client, settings);
    this.table = table;
    this.consumer = consumer;
  }

  /** Reads each key once and keeps what was found. */
  ReadReport getAll(SchemaSource schema, Iterable<? extends Map<String, AttributeValue>> keys) {
    SchemaSource.Found found = schema.findNow(settings.retry);
    return runAll(found, distinct(keys, found));
  }

  /** As {@link #getAll}, later. */
  CompletableFuture<ReadReport> startAll(
      SchemaSource schema, Iterable<? extends Map<String, AttributeValue>> keys) {
    return start(schema, found -> distinct(keys, found).iterator());
  }

  private List<KeyRead> distinct(
      Iterable<? extends Map<String, AttributeValue>> keys, SchemaSource.Found found) {
    DistinctReads reads = DistinctReads.of(keys, found.schema());
    inOrder = reads.inOrder();
    return reads.once();
  }

  static Iterator<KeyRead> reads(Iterator<? extends Map<String, AttributeValue>> keys) {
    return new Iterator<>() {
      @Override
      public boolean hasNext() {
        return keys.hasNext();
      }

      @Override
      public KeyRead next() {
        return new KeyRead(keys.next());
      }
    };
  }

  @Override
  Chunks<KeyRead, ?> chunks(KeySchema schema) {
    return new ReadChunks(client, table, schema, meter, settings.consistent, settings.projection);
  }

  @Override
  Batch<KeyRead> configured(Batch<KeyRead> plain, @Nullable KeySchema schema) {
    Batch<KeyRead> batch = settings.reading(plain.withListener(this)).chunkSize(ReadChunks.MOST);
    return schema == null ? batch : batch.keyedBy(read -> schema.identityOf(read.key()));
  }

  @Override
  public void itemsDone(List<KeyRead> reads) {
    RuntimeException first = null;
    for (KeyRead read : reads) {
      read.settle();
      (read.item().isPresent() ? found : absent).increment();
      first = handedOn(read, first);
    }
    if (first != null) {
      throw first;
    }
  }

  private @Nullable RuntimeException handedOn(KeyRead read, @Nullable RuntimeException first) {
    if (consumer == null) {
      return first;
    }
    try {
      consumer.accept(read);
      return first;
    } catch (RuntimeException bug) {
      return first == null ? bug : first;
    }
  }

  @Override
  ReadReport report(BatchReport<KeyRead> batch) {
    return new ReadReport(batch, List.copyOf(inOrder), found.sum(), absent.sum(), meter.total());
  }
}
