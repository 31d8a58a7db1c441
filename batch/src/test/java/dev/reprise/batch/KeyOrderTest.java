package dev.reprise.batch;

import static dev.reprise.batch.Batches.fourAttempts;
import static org.assertj.core.api.Assertions.assertThat;

import dev.reprise.batch.operation.BatchReply;
import dev.reprise.batch.report.BatchReport;
import dev.reprise.batch.report.DeadLetter;
import dev.reprise.decision.StopReason;
import dev.reprise.testing.VirtualTime;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

class KeyOrderTest {

  private static final Write OLD = new Write(7, 0);
  private static final Write NEW = new Write(7, 1);
  private static final Write OTHER = new Write(8, 2);

  private final VirtualTime time = VirtualTime.seeded(1);
  private final Map<Integer, Write> store = new HashMap<>();
  private final List<List<Write>> calls = new ArrayList<>();
  private final ItemAccounts<Write> accounts = new ItemAccounts<>();

  /** Throttles the first call after a second; later calls are done at once. */
  private CompletionStage<BatchReply<Write>> throttledFirst(List<Write> chunk) {
    calls.add(List.copyOf(chunk));
    if (calls.size() > 1) {
      chunk.forEach(write -> store.put(write.key(), write));
      return CompletableFuture.completedFuture(BatchReply.allDone());
    }
    CompletableFuture<BatchReply<Write>> stage = new CompletableFuture<>();
    time.schedule(Duration.ofSeconds(1), () -> stage.complete(BatchReply.nothingDone()));
    return stage;
  }

  private BatchReport<Write> run(SameKey sameKey, int chunkSize, Write... items) {
    Batch<Write> batch =
        Batch.ofAsync(fourAttempts(time), this::throttledFirst)
            .keyedBy(Write::key, sameKey)
            .chunkSize(chunkSize);
    return run(batch, List.of(items));
  }

  private BatchReport<Write> run(Batch<Write> batch, List<Write> items) {
    BatchReport<Write> report = time.await(batch.withListener(accounts).runAsync(items)).join();
    accounts.agreeWith(report);
    return report;
  }

  @ParameterizedTest
  @EnumSource(SameKey.class)
  void trap_42_an_old_throttled_write_never_lands_after_a_newer_one(SameKey sameKey) {
    BatchReport<Write> report = run(sameKey, 1, OLD, NEW);

    assertThat(report.allDone()).isTrue();
    assertThat(store).containsExactly(Map.entry(7, NEW));
  }

  @Test
  void a_waiting_item_is_sent_after_the_earlier_one_of_its_key() {
    run(SameKey.WAITS, 1, OLD, NEW, OTHER);

    assertThat(calls).containsExactly(List.of(OLD), List.of(OTHER), List.of(OLD), List.of(NEW));
    assertThat(accounts.done).containsExactly(OTHER, OLD, NEW);
  }

  @Test
  void a_later_item_replaces_the_unprocessed_one() {
    BatchReport<Write> report = run(SameKey.REPLACES, 1, OLD, NEW, OTHER);

    assertThat(calls).containsExactly(List.of(OLD), List.of(OTHER), List.of(NEW));
    assertThat(accounts.superseded).containsExactly(OLD);
    assertThat(report.counts().superseded()).isEqualTo(1);
  }

  @Test
  void a_call_never_holds_two_items_of_a_key() {
    run(SameKey.WAITS, 25, OLD, NEW, OTHER);

    assertThat(calls).containsExactly(List.of(OLD, OTHER), List.of(OLD, OTHER), List.of(NEW));
  }

  @Test
  void an_item_that_was_not_sent_yet_is_replaced_without_a_call() {
    run(SameKey.REPLACES, 25, OLD, NEW, OTHER);

    assertThat(calls).containsExactly(List.of(NEW, OTHER), List.of(NEW, OTHER));
    assertThat(accounts.superseded).containsExactly(OLD);
  }

  @Test
  void a_replaced_item_changes_the_weight_of_the_chunk() {
    Batch<Write> batch =
        Batch.ofAsync(fourAttempts(time), this::throttledFirst)
            .keyedBy(Write::key, SameKey.REPLACES)
            .maxWeight(10, write -> write == NEW ? 9 : 5);
    time.await(batch.runAsync(List.of(OLD, NEW, OTHER))).join();

    assertThat(calls).first().isEqualTo(List.of(NEW));
  }

  @Test
  void an_item_whose_key_function_throws_fails_without_a_call() {
    Batch<Write> batch =
        Batch.ofAsync(fourAttempts(time), this::throttledFirst)
            .keyedBy(
                write -> {
                  if (write == OLD) {
                    throw new IllegalStateException("no key");
                  }
                  return write.key();
                });
    BatchReport<Write> report = time.await(batch.runAsync(List.of(OLD, OTHER))).join();

    assertThat(report.counts().done()).isEqualTo(1);
    assertThat(report.deadLetters())
        .singleElement()
        .satisfies(
            dead -> {
              assertThat(dead.item()).isSameAs(OLD);
              assertThat(dead.stopReason()).isEqualTo(StopReason.POLICY_FAILED);
              assertThat(dead.attempts()).isZero();
            });
  }

  /** Throttles the first call, then refuses the bad items and stores the others. */
  private BatchReport<Write> runRefusing(List<Write> bad, SameKey rule, Write... items) {
    Batch<Write> batch =
        Batch.<Write>ofAsync(
                fourAttempts(time),
                chunk -> {
                  calls.add(List.copyOf(chunk));
                  if (calls.size() == 1) {
                    return CompletableFuture.completedFuture(BatchReply.nothingDone());
                  }
                  BatchReply<Write> reply = BatchReply.allDone();
                  for (Write write : chunk) {
                    if (bad.contains(write)) {
                      reply = reply.rejecting(write, "bad");
                    } else {
                      store.put(write.key(), write);
                    }
                  }
                  return CompletableFuture.completedFuture(reply);
                })
            .keyedBy(Write::key, rule);
    return run(batch, List.of(items));
  }

  @ParameterizedTest
  @EnumSource(SameKey.class)
  void an_item_is_stored_although_a_later_one_of_its_key_is_refused(SameKey rule) {
    BatchReport<Write> report = runRefusing(List.of(NEW), rule, OLD, NEW, OTHER);

    assertThat(store).containsOnly(Map.entry(7, OLD), Map.entry(8, OTHER));
    assertThat(report.deadLetters()).map(DeadLetter::item).containsExactly(NEW);
    assertThat(report.counts().superseded()).isZero();
  }

  @ParameterizedTest
  @EnumSource(SameKey.class)
  void the_last_item_of_a_key_that_is_not_refused_is_stored(SameKey rule) {
    List<Write> versions = IntStream.range(0, 6).mapToObj(i -> new Write(7, i)).toList();

    BatchReport<Write> report =
        runRefusing(versions.subList(3, 6), rule, versions.toArray(Write[]::new));

    assertThat(store).containsOnly(Map.entry(7, versions.get(2)));
    assertThat(accounts.dead)
        .map(DeadLetter::item)
        .containsExactlyInAnyOrderElementsOf(versions.subList(3, 6));
    assertThat(report.counts().superseded()).isEqualTo(rule == SameKey.REPLACES ? 2 : 0);
  }

  @Test
  void an_item_is_not_restored_if_its_replacement_may_have_been_stored() {
    Batch<Write> batch =
        Batch.<Write>ofAsync(
                Batches.retry(Batches.fourAttempts().retryOn(IOException.class).build(), time),
                chunk -> {
                  calls.add(List.copyOf(chunk));
                  return switch (calls.size()) {
                    case 1 -> CompletableFuture.completedFuture(BatchReply.nothingDone());
                    case 2 -> CompletableFuture.failedFuture(new IOException("reset"));
                    default ->
                        CompletableFuture.completedFuture(
                            BatchReply.<Write>allDone().rejectingAt(0, "bad"));
                  };
                })
            .keyedBy(Write::key, SameKey.REPLACES)
            .withListener(accounts);

    BatchReport<Write> report = time.await(batch.runAsync(List.of(OLD, NEW))).join();

    accounts.agreeWith(report);
    assertThat(calls).last().isEqualTo(List.of(NEW));
    assertThat(accounts.superseded).containsExactly(OLD);
  }

  @Test
  void replaced_items_that_are_kept_do_not_grow_with_the_input() {
    int items = 10_000;
    List<Write> bad = new ArrayList<>();
    for (int i = 1; i < items; i++) {
      bad.add(new Write(7, i));
    }
    List<Write> input = new ArrayList<>(bad);
    input.add(0, OLD);
    Batch<Write> batch =
        Batch.<Write>ofAsync(
                fourAttempts(time),
                chunk ->
                    CompletableFuture.completedFuture(
                        BatchReply.<Write>allDone().rejectingAt(0, "bad")))
            .keyedBy(Write::key, SameKey.REPLACES)
            .chunkSize(5)
            .parallelism(2)
            .withListener(accounts);

    BatchReport<Write> report = time.await(batch.runAsync(input)).join();

    accounts.agreeWith(report);
    assertThat(report.counts().dead()).isBetween(1L, 100L);
    assertThat(report.counts().superseded()).isEqualTo(items - report.counts().dead());
  }
}
