package dev.reprise.batch;

import static dev.reprise.batch.Batches.retry;
import static org.assertj.core.api.Assertions.assertThat;

import dev.reprise.Retry;
import dev.reprise.backoff.Backoff;
import dev.reprise.batch.operation.BatchReply;
import dev.reprise.batch.report.BatchListener;
import dev.reprise.batch.report.BatchReport;
import dev.reprise.policy.RetryPolicy;
import dev.reprise.testing.VirtualTime;
import java.time.Duration;
import java.util.Iterator;
import java.util.List;
import java.util.Random;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/** Tests that memory, stack and parallelism are bounded by settings, not by the input. */
class BoundsTest {

  private static final int MILLION = 1_000_000;

  /** Far more calls than fit on a stack. */
  private static final int MANY = 100_000;

  private final VirtualTime time = VirtualTime.seeded(1);

  @Test
  void a_million_items_are_sent_with_bounded_memory() {
    Held held = new Held();
    Random random = new Random(7);
    Batch<Integer> batch =
        Batch.ofAsync(tireless(), (List<Integer> chunk) -> later(chunk, random))
            .chunkSize(100)
            .parallelism(4)
            .withListener(held);
    BatchReport<Integer> report =
        time.await(batch.runAsync(held.counting(IntStream.range(0, MILLION).iterator()))).join();

    assertThat(report.allDone()).isTrue();
    assertThat(report.counts().done()).isEqualTo(MILLION);
    assertThat(report.counts().partialCalls()).isPositive();
    assertThat(held.most).isLessThanOrEqualTo(2 * 100 * 4);
  }

  @Test
  void a_single_key_does_not_buffer_the_input() {
    Held held = new Held();
    Batch<Integer> batch =
        Batch.ofAsync(tireless(), (List<Integer> chunk) -> later(chunk, new Random(1)))
            .chunkSize(10)
            .parallelism(4)
            .keyedBy(item -> "one")
            .withListener(held);
    time.await(batch.runAsync(held.counting(IntStream.range(0, 2_000).iterator()))).join();

    assertThat(held.most).isLessThanOrEqualTo(2 * 10 * 4);
  }

  @Test
  void many_immediate_retries_on_a_direct_executor_run_in_constant_stack() {
    int[] calls = {0};
    Retry immediate = retry(immediately(), time);
    Batch<Integer> batch =
        Batch.of(
                immediate,
                (List<Integer> chunk) ->
                    calls[0]++ < MANY
                        ? BatchReply.<Integer>nothingDone()
                        : BatchReply.<Integer>allDone())
            .withExecutor(Runnable::run);

    assertThat(batch.run(List.of(1)).allDone()).isTrue();
    assertThat(calls[0]).isEqualTo(MANY + 1);
  }

  @Test
  void stages_that_are_complete_at_once_run_in_constant_stack() {
    Batch<Integer> batch =
        Batch.ofAsync(
                retry(immediately(), time),
                (List<Integer> chunk) ->
                    CompletableFuture.completedFuture(
                        BatchReply.<Integer>unprocessed(chunk.subList(1, chunk.size()))))
            .chunkSize(5);
    BatchReport<Integer> report =
        time.await(batch.runAsync(IntStream.range(0, 100_000).iterator())).join();

    assertThat(report.allDone()).isTrue();
  }

  @Test
  void a_chunk_that_waits_counts_as_a_parallel_call() {
    int[] calls = {0};
    Batch<Integer> batch =
        Batch.of(
                retry(Batches.fourAttempts().maxAttempts(2).build(), time),
                (List<Integer> chunk) -> {
                  calls[0]++;
                  return BatchReply.<Integer>nothingDone();
                })
            .chunkSize(1)
            .parallelism(3);
    BatchRun<Integer> run = batch.start(IntStream.range(0, 30).iterator());
    time.advance(Duration.ofMillis(999));

    assertThat(calls[0]).isEqualTo(3);
    assertThat(time.await(run.report()).join().counts().calls()).isEqualTo(60);
  }

  private Retry tireless() {
    return retry(
        RetryPolicy.builder()
            .unlimitedAttempts()
            .withoutTimeLimit()
            .backoff(Backoff.fixed(Duration.ofMillis(10)))
            .build(),
        time);
  }

  private static RetryPolicy immediately() {
    return RetryPolicy.builder()
        .unlimitedAttempts()
        .withoutTimeLimit()
        .backoff(Backoff.none())
        .build();
  }

  private CompletionStage<BatchReply<Integer>> later(List<Integer> chunk, Random random) {
    CompletableFuture<BatchReply<Integer>> stage = new CompletableFuture<>();
    int done = random.nextInt(chunk.size() + 1);
    time.schedule(
        Duration.ofMillis(random.nextInt(20)),
        () -> stage.complete(BatchReply.unprocessed(chunk.subList(done, chunk.size()))));
    return stage;
  }

  /** Counts items that were read and are not done. */
  private static final class Held implements BatchListener<Integer> {

    private int now;
    private int most;

    Iterator<Integer> counting(Iterator<Integer> items) {
      return new Iterator<>() {
        @Override
        public boolean hasNext() {
          return items.hasNext();
        }

        @Override
        public Integer next() {
          most = Math.max(most, ++now);
          return items.next();
        }
      };
    }

    @Override
    public void itemsDone(List<Integer> items) {
      now -= items.size();
    }
  }
}
