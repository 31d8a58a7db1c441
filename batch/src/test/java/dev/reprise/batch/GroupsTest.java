package dev.reprise.batch;

import static dev.reprise.batch.Batches.fourAttempts;
import static dev.reprise.batch.Batches.retry;
import static org.assertj.core.api.Assertions.assertThat;

import dev.reprise.backoff.Backoff;
import dev.reprise.batch.operation.BatchReply;
import dev.reprise.batch.report.BatchReport;
import dev.reprise.batch.report.DeadLetter;
import dev.reprise.decision.StopReason;
import dev.reprise.testing.VirtualTime;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

class GroupsTest {

  private static final int GROUPS = 3;

  private final VirtualTime time = VirtualTime.seeded(1);
  private final List<List<Write>> calls = new ArrayList<>();
  private final ItemAccounts<Write> accounts = new ItemAccounts<>();

  private CompletionStage<BatchReply<Write>> accept(List<Write> chunk) {
    calls.add(List.copyOf(chunk));
    return CompletableFuture.completedFuture(BatchReply.allDone());
  }

  private BatchReport<Write> run(Batch<Write> batch, List<Write> items) {
    BatchReport<Write> report = time.await(batch.withListener(accounts).runAsync(items)).join();
    accounts.agreeWith(report);
    return report;
  }

  private static int groupOf(Write write) {
    return write.version() % GROUPS;
  }

  @Test
  void groups_that_alternate_in_the_input_fill_separate_calls() {
    Batch<Write> batch =
        Batch.ofAsync(fourAttempts(time), this::accept).groupedBy(GroupsTest::groupOf).chunkSize(5);

    run(batch, Batches.writes(60));

    assertThat(calls)
        .hasSize(12)
        .allSatisfy(call -> assertThat(call).hasSize(5))
        .allSatisfy(
            call -> assertThat(call.stream().map(GroupsTest::groupOf).distinct()).hasSize(1));
  }

  @Test
  void an_item_of_a_rare_group_is_sent_although_it_never_fills_a_call() {
    Batch<Write> batch =
        Batch.ofAsync(fourAttempts(time), this::accept)
            .groupedBy(write -> write.version() == 0 ? "rare" : null)
            .chunkSize(5);

    run(batch, Batches.writes(11));

    assertThat(calls).contains(List.of(new Write(0, 0)));
    assertThat(calls).hasSize(3);
  }

  @Test
  void a_rare_group_does_not_wait_for_the_end_of_the_input() {
    Batch<Write> batch =
        Batch.ofAsync(fourAttempts(time), this::accept)
            .groupedBy(write -> write.version() == 0 ? "rare" : "usual")
            .chunkSize(5);

    run(batch, Batches.writes(1_000));

    assertThat(calls.indexOf(List.of(new Write(0, 0)))).isEqualTo(50);
  }

  @Test
  void a_rare_group_is_sent_although_another_always_has_retries() {
    Batch<Write> batch =
        Batch.ofAsync(
                retry(fourAttempts().backoff(Backoff.none()).build(), time), this::leaveOneOver)
            .groupedBy(write -> write.version() == 7 ? "rare" : "usual")
            .chunkSize(5)
            .parallelism(1);

    run(batch, Batches.writes(1_000));

    assertThat(calls.indexOf(List.of(new Write(7, 7)))).isBetween(45, 55);
  }

  private CompletionStage<BatchReply<Write>> leaveOneOver(List<Write> chunk) {
    calls.add(List.copyOf(chunk));
    return CompletableFuture.completedFuture(
        BatchReply.unprocessed(chunk.size() == 1 ? List.of() : chunk.subList(0, 1)));
  }

  /** A group whose hash code throws. */
  private record Unhashed(int version) {

    @Override
    public int hashCode() {
      if (version == 0) {
        throw new IllegalStateException("no hash code");
      }
      return version;
    }
  }

  @Test
  void an_item_whose_group_has_no_hash_code_releases_its_key() {
    Batch<Write> batch =
        Batch.ofAsync(fourAttempts(time), this::accept)
            .keyedBy(write -> "one")
            .groupedBy(write -> new Unhashed(write.version()));

    BatchReport<Write> report = run(batch, Batches.writes(3));

    assertThat(report.counts().done()).isEqualTo(2);
    assertThat(report.deadLetters())
        .map(DeadLetter::stopReason)
        .containsExactly(StopReason.POLICY_FAILED);
  }

  /** A group that cannot be compared with one of a different kind. */
  private record Incomparable(int kind) {

    @Override
    public boolean equals(Object other) {
      if (((Incomparable) other).kind != kind) {
        throw new IllegalStateException("not comparable");
      }
      return true;
    }

    @Override
    public int hashCode() {
      return 1;
    }
  }

  @Test
  void groups_that_cannot_be_compared_are_different_groups() {
    Batch<Write> batch =
        Batch.ofAsync(
                fourAttempts(time),
                (List<Write> chunk) -> {
                  calls.add(List.copyOf(chunk));
                  return CompletableFuture.completedFuture(
                      calls.size() < 3 ? BatchReply.<Write>nothingDone() : BatchReply.allDone());
                })
            .keyedBy(Write::key)
            .groupedBy(write -> new Incomparable(write.version()))
            .chunkSize(1);
    List<Write> items = List.of(new Write(1, 1), new Write(2, 2), new Write(2, 3), new Write(1, 3));

    assertThat(run(batch, items).allDone()).isTrue();
  }

  @Test
  void an_item_behind_one_whose_group_cannot_be_compared_is_sent() {
    Batch<Write> batch =
        Batch.ofAsync(fourAttempts(time), this::accept)
            .keyedBy(Write::key)
            .groupedBy(write -> new Incomparable(write.version()))
            .chunkSize(10);
    List<Write> items = List.of(new Write(1, 1), new Write(2, 2), new Write(2, 1));

    assertThat(run(batch, items).allDone()).isTrue();
  }

  @Test
  void an_item_whose_group_function_throws_fails_without_a_call() {
    Batch<Write> batch =
        Batch.ofAsync(fourAttempts(time), this::accept)
            .groupedBy(
                write -> {
                  if (write.version() == 1) {
                    throw new IllegalStateException("no group");
                  }
                  return "a group";
                });

    BatchReport<Write> report = run(batch, Batches.writes(3));

    assertThat(report.deadLetters())
        .singleElement()
        .satisfies(
            dead -> {
              assertThat(dead.stopReason()).isEqualTo(StopReason.POLICY_FAILED);
              assertThat(dead.attempts()).isZero();
            });
  }

  @Test
  void an_item_supersedes_no_item_of_another_group() {
    Write plain = new Write(7, 0);
    Write other = new Write(7, 1);
    Write later = new Write(7, 2);
    Write last = new Write(7, 3);
    Batch<Write> batch =
        Batch.ofAsync(fourAttempts(time), this::throttledFirst)
            .keyedBy(Write::key, SameKey.REPLACES)
            .groupedBy(write -> write == other ? "other" : null);

    run(batch, List.of(plain, other, later, last));

    assertThat(calls)
        .containsExactly(List.of(plain), List.of(plain), List.of(other), List.of(last));
    assertThat(accounts.superseded).containsExactly(later);
  }

  private CompletionStage<BatchReply<Write>> throttledFirst(List<Write> chunk) {
    if (!calls.isEmpty()) {
      return accept(chunk);
    }
    calls.add(List.copyOf(chunk));
    return CompletableFuture.completedFuture(BatchReply.nothingDone());
  }

  @ParameterizedTest
  @EnumSource
  void under_random_faults_no_call_mixes_groups_and_keys_keep_their_order(SameKey rule) {
    for (int seed = 0; seed < 300; seed++) {
      new RandomGroups(seed, rule).holds();
    }
  }

  @ParameterizedTest
  @ValueSource(longs = {0, 3})
  void heavy_items_are_sent_alone_and_others_fill_their_calls(long light) {
    Batch<Write> batch =
        Batch.ofAsync(fourAttempts(time), this::accept)
            .maxWeight(100, write -> write.version() % 2 == 0 ? 100 : light)
            .groupedBy(write -> write.version() % 2 == 0 ? write : null)
            .chunkSize(5);

    run(batch, Batches.writes(40));

    assertThat(calls).hasSize(24);
    assertThat(calls.stream().filter(call -> call.size() == 5)).hasSize(4);
  }

  /** A table that leaves some items of each call unprocessed, after a delay. */
  private static final class RandomGroups {

    private final Random random;
    private final VirtualTime time;
    private final SameKey rule;
    private final Map<Integer, Write> table = new HashMap<>();
    private final ItemAccounts<Write> accounts = new ItemAccounts<>();

    RandomGroups(int seed, SameKey rule) {
      random = new Random(seed);
      time = VirtualTime.seeded(seed);
      this.rule = rule;
    }

    private CompletionStage<BatchReply<Write>> send(List<Write> chunk) {
      assertThat(chunk.stream().map(GroupsTest::groupOf).distinct()).hasSize(1);
      List<Write> rest = chunk.stream().filter(write -> random.nextInt(4) == 0).toList();
      chunk.stream().filter(write -> !rest.contains(write)).forEach(this::land);
      CompletableFuture<BatchReply<Write>> stage = new CompletableFuture<>();
      time.schedule(
          Duration.ofMillis(random.nextInt(50)),
          () -> stage.complete(BatchReply.unprocessed(rest)));
      return stage;
    }

    private void land(Write write) {
      Write before = table.put(write.key(), write);
      assertThat(before == null || before.version() < write.version()).isTrue();
    }

    void holds() {
      int keys = 1 + random.nextInt(20);
      List<Write> items =
          Stream.iterate(0, i -> i + 1)
              .limit(random.nextInt(120))
              .map(i -> new Write(random.nextInt(keys), i))
              .toList();
      Batch<Write> batch =
          Batch.ofAsync(
                  Batches.retry(Batches.fourAttempts().maxAttempts(50).build(), time), this::send)
              .keyedBy(Write::key, rule)
              .groupedBy(GroupsTest::groupOf)
              .chunkSize(1 + random.nextInt(8))
              .parallelism(1 + random.nextInt(4))
              .withListener(accounts);

      BatchReport<Write> report = time.await(batch.runAsync(items)).join();

      accounts.agreeWith(report);
      assertThat(report.allDone()).as("%s", report).isTrue();
      Map<Integer, Write> last = new HashMap<>();
      items.forEach(item -> last.put(item.key(), item));
      assertThat(table).isEqualTo(last);
    }
  }
}
