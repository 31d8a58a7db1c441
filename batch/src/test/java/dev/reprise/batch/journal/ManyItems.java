package dev.reprise.batch.journal;

import dev.reprise.batch.Batch;
import dev.reprise.batch.operation.BatchReply;
import dev.reprise.batch.report.BatchReport;
import dev.reprise.policy.RetryPolicy;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.stream.LongStream;

/**
 * A load of numbers with a service that accepts everything; prints the result and the time for
 * opening the journal.
 */
final class ManyItems {

  private ManyItems() {}

  public static void main(String[] args) throws Exception {
    BatchJournal journal = BatchJournal.in(Path.of(args[0]));
    long items = Long.parseLong(args[1]);
    long start = System.nanoTime();
    journal.open(System::nanoTime).close();
    Duration opening = Duration.ofNanos(System.nanoTime() - start);
    BatchReport<Long> report =
        Batch.ofAsync(
                RetryPolicy.builder().withoutTimeLimit().build(),
                (List<Long> chunk) -> CompletableFuture.completedFuture(BatchReply.<Long>allDone()))
            .journaledIn(journal, Long::longValue)
            .run(LongStream.range(0, items).iterator());
    System.out.println(report + ", opened in " + opening);
    System.exit(report.allDone() ? 0 : 1);
  }
}
