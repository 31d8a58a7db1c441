package dev.reprise.batch;

import static dev.reprise.batch.Batches.retry;
import static dev.reprise.batch.Batches.writes;
import static org.assertj.core.api.Assertions.assertThat;

import dev.reprise.Retry;
import dev.reprise.backoff.Backoff;
import dev.reprise.batch.operation.BatchReply;
import dev.reprise.batch.report.BatchReport;
import dev.reprise.policy.RetryPolicy;
import dev.reprise.testing.VirtualTime;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.concurrent.CompletableFuture;
import java.util.function.BiFunction;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Tests that retries, new items and halves do not starve each other. */
class FairnessTest {

  private static final int CHUNK = 10;

  private final VirtualTime time = VirtualTime.seeded(1);
  private final int[] firstCall = new int[2_000];
  private final int[] lastCall = new int[2_000];
  private int calls;

  /** The half of a chunk that a table leaves unprocessed. */
  enum Leaves {
    FIRST((size, random) -> 0),
    LAST((size, random) -> size - size / 2),
    MIDDLE((size, random) -> size / 4),
    ANY((size, random) -> random.nextInt(size - size / 2 + 1));

    private final BiFunction<Integer, Random, Integer> from;

    Leaves(BiFunction<Integer, Random, Integer> from) {
      this.from = from;
    }
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

  @ParameterizedTest
  @EnumSource(Leaves.class)
  void no_item_waits_long_if_a_table_always_leaves_half_unprocessed(Leaves leaves) {
    Random random = new Random(3);
    BatchReport<Write> report =
        Batch.of(
                tireless(),
                (List<Write> chunk) -> {
                  note(chunk);
                  int from = leaves.from.apply(chunk.size(), random);
                  return BatchReply.unprocessed(chunk.subList(from, from + chunk.size() / 2));
                })
            .chunkSize(CHUNK)
            .parallelism(4)
            .run(writes(2_000));

    assertThat(report.allDone()).isTrue();
    assertThat(longestWait()).isLessThanOrEqualTo(60);
    assertThat(report.counts().calls()).isLessThan(2 * 2 * 2_000 / CHUNK);
  }

  private void note(List<Write> chunk) {
    calls++;
    for (Write write : chunk) {
      if (firstCall[write.version()] == 0) {
        firstCall[write.version()] = calls;
      }
      lastCall[write.version()] = calls;
    }
  }

  /**
   * Returns the maximum number of calls from the first that carried an item to the one that
   * completed it.
   */
  private int longestWait() {
    int longest = 0;
    for (int i = 0; i < firstCall.length; i++) {
      longest = Math.max(longest, lastCall[i] - firstCall[i]);
    }
    return longest;
  }

  @Test
  void an_input_full_of_invalid_items_delays_neither_retries_nor_new_items() {
    Random random = new Random(5);
    Batch<Write> batch =
        Batch.ofAsync(tireless(), (List<Write> chunk) -> later(spoiled(chunk, random)))
            .chunkSize(CHUNK)
            .parallelism(4);
    BatchReport<Write> report = time.await(batch.runAsync(writes(2_000))).join();

    assertThat(report.counts().dead()).isEqualTo(200);
    assertThat(report.counts().done()).isEqualTo(1_800);
    assertThat(longestWait()).isLessThanOrEqualTo(4 * 2 * CHUNK);
  }

  private BatchReply<Write> spoiled(List<Write> chunk, Random random) {
    note(chunk);
    if (chunk.stream().anyMatch(write -> write.version() % CHUNK == 3)) {
      return BatchReply.invalid("bad");
    }
    return random.nextInt(3) == 0
        ? BatchReply.unprocessed(chunk.subList(0, (chunk.size() + 1) / 2))
        : BatchReply.allDone();
  }

  private CompletableFuture<BatchReply<Write>> later(BatchReply<Write> reply) {
    CompletableFuture<BatchReply<Write>> stage = new CompletableFuture<>();
    time.schedule(Duration.ofMillis(10), () -> stage.complete(reply));
    return stage;
  }

  @Test
  void invalid_items_do_not_reduce_the_adaptive_rate() {
    Batch<Write> batch =
        Batch.ofAsync(
                tireless(),
                (List<Write> chunk) ->
                    later(calls++ == 0 ? BatchReply.nothingDone() : BatchReply.invalid("bad")))
            .pacedBy(Pace.adaptive());

    BatchReport<Write> report = time.await(batch.runAsync(writes(500))).join();

    assertThat(report.counts().dead()).isEqualTo(500);
    assertThat(report.counts().elapsed()).isLessThan(Duration.ofSeconds(10));
  }

  @Test
  void retries_alternate_with_halves() {
    List<String> sent = new ArrayList<>();
    boolean[] left = {false};
    Batch.of(
            retry(
                RetryPolicy.builder()
                    .unlimitedAttempts()
                    .withoutTimeLimit()
                    .backoff(Backoff.none())
                    .build(),
                time),
            (List<Write> chunk) -> {
              sent.add(chunk.get(0).version() + "+" + chunk.size());
              if (chunk.get(0).version() >= 8) {
                boolean again = left[0];
                left[0] = true;
                return again ? BatchReply.<Write>allDone() : BatchReply.<Write>nothingDone();
              }
              return chunk.size() > 1
                  ? BatchReply.<Write>invalid("bad")
                  : BatchReply.<Write>allDone();
            })
        .chunkSize(8)
        .parallelism(2)
        .run(writes(16));

    assertThat(sent).startsWith("0+8", "8+8", "0+4", "8+8", "4+4");
    assertThat(sent).hasSize(15 + 2);
  }
}
