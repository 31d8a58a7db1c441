package dev.reprise.dynamodb;

import dev.reprise.batch.Batch;
import dev.reprise.batch.BatchListener;
import dev.reprise.batch.BatchReport;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.LongAdder;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;

/** One run of reads. */
final class ReadRun extends Run<KeyRead, ReadReport> implements BatchListener<KeyRead> {

  private final String table;
  private final List<KeyRead> inOrder;
  private final @Nullable Consumer<? super KeyRead> consumer;
  private final LongAdder found = new LongAdder();
  private final LongAdder absent = new LongAdder();

  ReadRun(
      TableClient client,
      String table,
      Settings settings,
      List<KeyRead> inOrder,
      @Nullable Consumer<? super KeyRead> consumer) {
    super(client, settings);
    this.table = table;
    this.inOrder = inOrder;
    this.consumer = consumer;
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
    Batch<KeyRead> batch = settings.reading(plain.listening(this)).chunkSize(ReadChunks.MOST);
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
    return new ReadReport(batch, inOrder, found.sum(), absent.sum(), meter.total());
  }
}
