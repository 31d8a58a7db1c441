package dev.reprise.batch;

import dev.reprise.backoff.Backoff;
import dev.reprise.batch.operation.BatchReply;
import dev.reprise.batch.report.BatchCounts;
import dev.reprise.batch.report.BatchListener;
import dev.reprise.batch.report.BatchMetrics;
import dev.reprise.batch.report.BatchReport;
import dev.reprise.policy.RetryPolicy;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicLong;
import java.util.stream.LongStream;
import org.jspecify.annotations.Nullable;

/**
 * Sends many items with a small heap, in a process that {@link SmallHeapTest} starts. Its service
 * throttles and refuses; the run isolates invalid items, preserves the order of keys, and counts.
 */
final class HeapRun {

  private final long items;
  private final @Nullable List<Item> hoard;
  private final AtomicLong taken = new AtomicLong();
  private long dead;

  private HeapRun(long items, boolean hoards) {
    this.items = items;
    hoard = hoards ? new ArrayList<>() : null;
  }

  /** An item of about a hundred bytes. */
  record Item(long key, long number, byte[] content) {

    static Item numbered(long number) {
      return new Item(number % 5_003, number, new byte[48]);
    }
  }

  /**
   * Runs the load.
   *
   * @param args the number of items, and "hoard" for a listener that keeps them all
   */
  public static void main(String[] args) {
    System.out.println(new HeapRun(Long.parseLong(args[0]), args.length > 1).run());
  }

  private String run() {
    RetryPolicy policy =
        RetryPolicy.builder()
            .maxAttempts(20)
            .withoutTimeLimit()
            .backoff(Backoff.fixed(Duration.ofNanos(20_000)))
            .build();
    Random random = new Random(1);
    Batch<Item> batch =
        Batch.ofAsync(
                policy,
                (List<Item> chunk) -> CompletableFuture.completedFuture(answer(chunk, random)))
            .chunkSize(100)
            .parallelism(16)
            .keyedBy(Item::key)
            .onDeadLetter(letter -> dead++)
            .withListener(new BatchMetrics().listener())
            .withListener(new Hoarder());
    BatchReport<Item> report =
        batch.run(LongStream.range(0, items).mapToObj(Item::numbered).iterator());
    BatchCounts counts = report.counts();
    boolean right =
        counts.input() == items
            && counts.accounted() == items
            && counts.done() == taken.get()
            && counts.dead() == dead
            && dead > 0
            && counts.throttledCalls() > 0
            && counts.isolatingCalls() > 0;
    return (right ? "right: " : "wrong: ") + report;
  }

  private BatchReply<Item> answer(List<Item> chunk, Random random) {
    if (chunk.stream().anyMatch(item -> item.number() % 20_000 == 7)) {
      return BatchReply.invalid("not valid");
    }
    int done = random.nextInt(20) == 0 ? chunk.size() / 2 : chunk.size();
    taken.addAndGet(done);
    BatchReply<Item> reply = BatchReply.unprocessed(chunk.subList(done, chunk.size()));
    if (done > 0 && random.nextInt(50) == 0) {
      taken.decrementAndGet();
      return reply.rejectingAt(0, "refused for good");
    }
    return reply;
  }

  private final class Hoarder implements BatchListener<Item> {

    @Override
    public void itemsDone(List<Item> done) {
      if (hoard != null) {
        hoard.addAll(done);
      }
    }
  }
}
