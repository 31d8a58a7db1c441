package dev.reprise.opensearch;

import dev.reprise.batch.Batch;
import dev.reprise.batch.journal.BatchJournal;
import dev.reprise.batch.report.BatchReport;
import java.net.URI;
import java.nio.file.Path;
import java.util.concurrent.CountDownLatch;
import java.util.stream.IntStream;

/** A journaled load of numbered documents, which halts at a number of items to be killed. */
final class KilledLoad {

  /** 20,000, or {@code -Dkilled.items=1000000}. */
  static final int ITEMS = Integer.getInteger("killed.items", 20_000);

  static final int IN_REQUEST = 100;
  static final int PARALLELISM = 4;

  private KilledLoad() {}

  static BulkItem item(int number) {
    return BulkItem.index("id-" + number, "{\"n\":" + number + "}");
  }

  /** Arguments: the server, the journal, the number of items done at which the load halts. */
  public static void main(String[] args) {
    long haltAt = Long.parseLong(args[2]);
    Batch<BulkItem> batch =
        OpenSearchBulk.of(URI.create(args[0]))
            .toIndex("killed")
            .maxItems(IN_REQUEST)
            .batch()
            .parallelism(PARALLELISM)
            .journaledIn(BatchJournal.in(Path.of(args[1])), BulkItem::fingerprint)
            .onProgress(
                counts -> {
                  if (counts.done() >= haltAt) {
                    System.out.println("halted");
                    halt();
                  }
                });
    BatchReport<BulkItem> report =
        batch.run(IntStream.range(0, ITEMS).mapToObj(KilledLoad::item).iterator());
    System.out.println(report);
    System.exit(report.allDone() ? 0 : 1);
  }

  private static void halt() {
    try {
      new CountDownLatch(1).await();
    } catch (InterruptedException e) {
      throw new IllegalStateException(e);
    }
  }
}
