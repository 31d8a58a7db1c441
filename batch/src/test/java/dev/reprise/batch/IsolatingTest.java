package dev.reprise.batch;

import static dev.reprise.batch.Batches.SECOND;
import static dev.reprise.batch.Batches.fourAttempts;
import static dev.reprise.batch.Batches.retry;
import static dev.reprise.batch.Batches.writes;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.reprise.Retry;
import dev.reprise.batch.operation.BatchOperation;
import dev.reprise.batch.operation.BatchReply;
import dev.reprise.batch.report.BatchReport;
import dev.reprise.batch.report.DeadLetter;
import dev.reprise.decision.StopReason;
import dev.reprise.testing.VirtualTime;
import java.util.HashSet;
import java.util.List;
import java.util.Random;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/** Tests that a chunk that is refused as a whole is halved until its invalid items are alone. */
class IsolatingTest {

  private final VirtualTime time = VirtualTime.seeded(1);
  private final Retry retry = fourAttempts(time);
  private final ItemAccounts<Write> accounts = new ItemAccounts<>();

  private Batch<Write> batch(BatchOperation<Write> operation) {
    return Batch.of(retry, operation).withListener(accounts);
  }

  @Test
  void an_invalid_item_is_dead_with_the_message_of_the_service_and_others_succeed() {
    PoisonedTable table = new PoisonedTable(Set.of(3, 30));
    BatchReport<Write> report = batch(table::send).run(writes(100));

    accounts.agreeWith(report);
    assertThat(table.stored).hasSize(98);
    assertThat(report.deadLetters())
        .allSatisfy(
            dead -> {
              assertThat(dead.stopReason()).isEqualTo(StopReason.NOT_RETRYABLE);
              assertThat(dead.message()).isEqualTo(PoisonedTable.WORDS);
              assertThat(dead.error()).isNull();
              assertThat(dead.attempts()).isBetween(5, 6);
            })
        .extracting(DeadLetter::position)
        .containsExactlyInAnyOrder(3L, 30L);
    assertThat(report.counts().isolatingCalls()).isEqualTo(report.counts().calls() - 4);
    assertThat(report.stopReason()).isEqualTo(StopReason.SUCCEEDED);
  }

  @Test
  void the_exception_that_means_an_invalid_chunk_is_in_the_dead_letter() {
    PoisonedTable table = new PoisonedTable(Set.of(7));
    BatchReport<Write> report =
        batch(table::sendOrThrow)
            .isolating(PoisonedTable.InvalidChunkException.class::isInstance)
            .run(writes(25));

    accounts.agreeWith(report);
    assertThat(table.stored).hasSize(24);
    assertThat(report.deadLetters()).singleElement().satisfies(IsolatingTest::keepsItsError);
  }

  private static void keepsItsError(DeadLetter<Write> dead) {
    assertThat(dead.item().version()).isEqualTo(7);
    assertThat(dead.error()).isInstanceOf(PoisonedTable.InvalidChunkException.class);
    assertThat(dead.message()).contains(PoisonedTable.WORDS);
    assertThat(dead.stopReason()).isEqualTo(StopReason.NOT_RETRYABLE);
  }

  @Test
  void the_number_of_calls_is_within_its_bound_for_all_invalid_items() {
    Random random = new Random(5);
    for (int chunkSize : new int[] {1, 2, 3, 8, 10, 25, 64}) {
      for (int bad = 0; bad <= 130; bad += bad < 12 ? 1 : 17) {
        for (int draw = 0; draw < 6; draw++) {
          cost(chunkSize, 130, drawn(bad, 130, random));
        }
      }
    }
  }

  private static Set<Integer> drawn(int count, int of, Random random) {
    Set<Integer> drawn = new HashSet<>();
    while (drawn.size() < count) {
      drawn.add(random.nextInt(of));
    }
    return drawn;
  }

  private void cost(int chunkSize, int items, Set<Integer> bad) {
    PoisonedTable table = new PoisonedTable(bad);
    BatchReport<Write> report =
        Batch.of(retry, table::send).chunkSize(chunkSize).run(writes(items));
    long chunks = (items + chunkSize - 1) / chunkSize;

    assertThat(report.counts().dead()).isEqualTo(bad.size());
    assertThat(table.stored).hasSize(items - bad.size()).doesNotHaveDuplicates();
    assertThat(report.counts().calls() - report.counts().isolatingCalls()).isEqualTo(chunks);
    assertThat(report.counts().isolatingCalls())
        .as("%s bad in chunks of %s", bad, chunkSize)
        .isLessThanOrEqualTo(bound(chunkSize, chunks, bad.size()))
        .isLessThanOrEqualTo(2L * bad.size() * depth(chunkSize));
  }

  /** Returns the number of levels below a chunk: ⌈log₂ c⌉. */
  private static int depth(int chunkSize) {
    return 32 - Integer.numberOfLeadingZeros(chunkSize - 1);
  }

  /**
   * Returns the bound: on each level, at most as many parts are halved as there are parts, and as
   * invalid items.
   */
  private static long bound(int chunkSize, long chunks, int bad) {
    return IntStream.range(0, depth(chunkSize))
        .mapToLong(level -> 2 * Math.min(chunks << level, bad))
        .sum();
  }

  @Test
  void the_bound_is_reached_where_chunks_are_full_and_a_power_of_two() {
    assertThat(isolatingCalls(64, Set.of(17))).isEqualTo(12);
    assertThat(isolatingCalls(64, Set.of(0, 16, 32, 48))).isEqualTo(2 * (1 + 2 + 4 + 4 + 4 + 4));
    assertThat(isolatingCalls(64, drawn(64, 64, new Random(1)))).isEqualTo(2 * 63);
  }

  private long isolatingCalls(int chunkSize, Set<Integer> bad) {
    PoisonedTable table = new PoisonedTable(bad);
    return Batch.of(retry, table::send)
        .chunkSize(chunkSize)
        .run(writes(64))
        .counts()
        .isolatingCalls();
  }

  @Test
  void items_that_are_invalid_only_together_all_succeed() {
    PoisonedTable table = new PoisonedTable(Set.of());
    BatchReport<Write> report =
        batch(
                chunk ->
                    chunk.size() > 7 ? BatchReply.invalid("request too large") : table.send(chunk))
            .run(writes(100));

    accounts.agreeWith(report);
    assertThat(report.allDone()).isTrue();
    assertThat(report.counts().isolatingCalls()).isEqualTo(4 * (2 + 4));
    assertThat(table.stored).hasSize(100).doesNotHaveDuplicates();
  }

  @Test
  void halves_are_never_merged_with_other_items() {
    PoisonedTable table = new PoisonedTable(Set.of(0, 30, 60, 99));
    boolean[] throttled = {false};
    BatchReport<Write> report =
        batch(
                chunk -> {
                  if (chunk.size() < 25 && !throttled[0]) {
                    throttled[0] = true;
                    return BatchReply.nothingDone();
                  }
                  return table.send(chunk);
                })
            .run(writes(100));

    accounts.agreeWith(report);
    assertThat(throttled[0]).isTrue();
    assertThat(table.calls)
        .allSatisfy(
            call ->
                assertThat(call.get(call.size() - 1).version() - call.get(0).version())
                    .as("%s is a run of neighbours", call)
                    .isEqualTo(call.size() - 1)
                    .isLessThan(25));
    assertThat(table.stored).hasSize(96);
  }

  @Test
  void a_split_uses_up_no_attempts() {
    PoisonedTable table = new PoisonedTable(Set.of(5));
    int[] calls = {0};
    BatchReport<Write> report =
        Batch.of(
                retry(fourAttempts().maxAttempts(2).build(), time),
                (List<Write> chunk) ->
                    calls[0]++ % 2 == 0 ? BatchReply.<Write>nothingDone() : table.send(chunk))
            .parallelism(1)
            .withListener(accounts)
            .run(writes(25));

    accounts.agreeWith(report);
    assertThat(report.deadLetters()).singleElement().satisfies(dead -> isFive(dead));
    assertThat(table.stored).hasSize(24);
  }

  private static void isFive(DeadLetter<Write> dead) {
    assertThat(dead.item().version()).isEqualTo(5);
    assertThat(dead.attempts()).isGreaterThan(8);
  }

  @Test
  void a_half_that_is_always_throttled_uses_up_its_attempts() {
    BatchReport<Write> report =
        batch(
                chunk ->
                    chunk.size() > 5
                        ? BatchReply.invalid("no")
                        : BatchReply.<Write>nothingDone().withMessage("busy"))
            .chunkSize(10)
            .run(writes(10));

    accounts.agreeWith(report);
    assertThat(report.deadLetters())
        .hasSize(10)
        .allMatch(dead -> dead.stopReason() == StopReason.ATTEMPTS && dead.message().equals("busy"))
        .allMatch(dead -> dead.attempts() == 5);
    assertThat(report.counts().isolatingCalls()).isEqualTo(8);
  }

  @Test
  void halves_after_the_deadline_are_dead_with_the_message_of_the_service() {
    PoisonedTable table = new PoisonedTable(Set.of(0));
    Retry limited = retry(fourAttempts().within(SECOND.multipliedBy(2)).build(), time);
    BatchReport<Write> report =
        Batch.of(limited, slowly(table))
            .chunkSize(16)
            .parallelism(1)
            .withListener(accounts)
            .run(writes(32));

    accounts.agreeWith(report);
    assertThat(report.stopReason()).isEqualTo(StopReason.DEADLINE);
    assertThat(report.counts().dead()).isEqualTo(16);
    assertThat(report.counts().notAttempted()).isEqualTo(16);
    assertThat(report.deadLetters())
        .allMatch(dead -> dead.stopReason() == StopReason.DEADLINE)
        .allMatch(dead -> dead.message().equals(PoisonedTable.WORDS));
  }

  private BatchOperation<Write> slowly(PoisonedTable table) {
    return chunk -> {
      time.pass(SECOND);
      return table.send(chunk);
    };
  }

  @Test
  void a_cancellation_between_two_halves_accounts_for_every_item() {
    PoisonedTable table = new PoisonedTable(Set.of(0));
    BatchRun<Write> run = batch(slowly(table)).chunkSize(16).parallelism(1).start(writes(32));
    time.schedule(SECOND.multipliedBy(2).plusMillis(500), run::cancel);
    BatchReport<Write> report = time.await(run.report()).join();
    time.runUntilIdle();

    accounts.agreeWith(report);
    assertThat(report.stopReason()).isEqualTo(StopReason.CANCELLED);
    assertThat(report.counts().dead()).isEqualTo(16);
    assertThat(report.counts().notAttempted()).isEqualTo(16);
    assertThat(table.stored).isEmpty();
  }

  @Test
  void a_chunk_refused_after_the_stop_is_not_halved() {
    PoisonedTable table = new PoisonedTable(Set.of(0));
    time.schedule(SECOND.dividedBy(2), retry::shutdown);
    BatchReport<Write> report = batch(slowly(table)).run(writes(25));

    accounts.agreeWith(report);
    assertThat(table.calls).hasSize(1);
    assertThat(report.deadLetters())
        .hasSize(25)
        .allMatch(dead -> dead.stopReason() == StopReason.SHUT_DOWN)
        .allMatch(dead -> dead.message().equals(PoisonedTable.WORDS));
  }

  @Test
  void a_later_item_of_the_key_is_sent_after_the_invalid_one() {
    PoisonedTable table = new PoisonedTable(Set.of(2));
    List<Write> items =
        List.of(
            new Write(0, 0), new Write(1, 1), new Write(2, 2), new Write(2, 3), new Write(2, 4));
    BatchReport<Write> report = batch(table::send).keyedBy(Write::key).run(items);

    accounts.agreeWith(report);
    assertThat(report.deadLetters()).singleElement().matches(dead -> dead.position() == 2);
    assertThat(table.stored.stream().filter(write -> write.key() == 2))
        .containsExactly(items.get(3), items.get(4));
  }

  @Test
  void a_later_item_replaces_the_invalid_one_if_the_last_wins() {
    PoisonedTable table = new PoisonedTable(Set.of(2));
    List<Write> items = List.of(new Write(0, 0), new Write(1, 1), new Write(2, 2), new Write(2, 3));
    BatchReport<Write> report =
        batch(table::send).chunkSize(3).keyedBy(Write::key, SameKey.REPLACES).run(items);

    accounts.agreeWith(report);
    assertThat(accounts.superseded).containsExactly(items.get(2));
    assertThat(table.stored).containsExactlyInAnyOrder(items.get(0), items.get(1), items.get(3));
  }

  @Test
  void a_half_that_has_become_too_heavy_is_sent_in_parts() {
    PoisonedTable table = new PoisonedTable(Set.of(0));
    List<Write> items =
        List.of(
            new Write(0, 0),
            new Write(1, 1),
            new Write(2, 2),
            new Write(3, 3),
            new Write(1, 9),
            new Write(2, 9),
            new Write(3, 9),
            new Write(0, 9));
    BatchReport<Write> report =
        batch(table::send)
            .chunkSize(4)
            .maxWeight(10, write -> write.version())
            .keyedBy(Write::key, SameKey.REPLACES)
            .run(items);

    accounts.agreeWith(report);
    assertThat(table.calls).allMatch(call -> call.stream().mapToInt(Write::version).sum() <= 10);
    assertThat(report.counts().dead()).isZero();
    assertThat(table.stored).containsExactlyInAnyOrderElementsOf(items.subList(4, 8));
  }

  @Test
  void a_predicate_that_throws_fails_the_chunk_without_further_calls() {
    PoisonedTable table = new PoisonedTable(Set.of(3));
    BatchReport<Write> report =
        batch(table::sendOrThrow)
            .isolating(
                failure -> {
                  throw new IllegalStateException("unsure");
                })
            .run(writes(50));

    accounts.agreeWith(report);
    assertThat(report.deadLetters())
        .hasSize(25)
        .allMatch(dead -> dead.stopReason() == StopReason.POLICY_FAILED)
        .allMatch(dead -> dead.error() instanceof PoisonedTable.InvalidChunkException)
        .allMatch(dead -> dead.message().contains("isolating failed"));
    assertThat(table.calls).hasSize(2);
  }

  @Test
  void errors_and_cancellations_never_count_as_invalid_chunks() {
    BatchReport<Write> report =
        Batch.ofAsync(
                retry,
                (List<Write> chunk) -> {
                  CompletableFuture<BatchReply<Write>> stage = new CompletableFuture<>();
                  if (chunk.get(0).version() == 0) {
                    stage.completeExceptionally(new AssertionError("bug"));
                  } else {
                    stage.cancel(false);
                  }
                  return stage;
                })
            .isolating(failure -> true)
            .withListener(accounts)
            .run(writes(50));

    accounts.agreeWith(report);
    assertThat(report.counts().calls()).isEqualTo(2);
    assertThat(report.counts().dead()).isEqualTo(50);
  }

  @Test
  void an_invalid_reply_names_no_items() {
    assertThatThrownBy(() -> BatchReply.invalid("no").rejectingAt(0, "this one"))
        .isInstanceOf(IllegalStateException.class)
        .hasMessage("an invalid reply names no items");
  }
}
