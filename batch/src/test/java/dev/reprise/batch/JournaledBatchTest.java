package dev.reprise.batch;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.reprise.Retry;
import dev.reprise.batch.journal.BatchJournal;
import dev.reprise.batch.journal.InputChangedException;
import dev.reprise.batch.journal.JournalException;
import dev.reprise.batch.journal.JournalView;
import dev.reprise.batch.operation.BatchReply;
import dev.reprise.batch.report.BatchReport;
import dev.reprise.batch.report.DeadLetter;
import dev.reprise.decision.StopReason;
import dev.reprise.policy.RetryPolicy;
import dev.reprise.testing.VirtualTime;
import dev.reprise.time.TickSource;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashSet;
import java.util.List;
import java.util.OptionalLong;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.Function;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Tests runs that continue earlier runs. */
class JournaledBatchTest {

  @TempDir Path folder;
  private BatchJournal journal;
  private final List<Write> sent = Collections.synchronizedList(new ArrayList<>());
  private final Set<Write> refused = new HashSet<>();

  @BeforeEach
  void createJournal() {
    journal = BatchJournal.in(folder.resolve("journal"));
  }

  private BatchReply<Write> send(List<Write> chunk) throws IOException {
    sent.addAll(chunk);
    BatchReply<Write> reply = BatchReply.allDone();
    for (Write write : chunk) {
      if (refused.contains(write)) {
        reply = reply.rejecting(write, "refused");
      }
    }
    return reply;
  }

  private Batch<Write> batch() {
    return Batch.of(RetryPolicy.none(), this::send)
        .parallelism(1)
        .journaledIn(journal, JournaledBatchTest::fingerprint);
  }

  static long fingerprint(Write write) {
    return write.key() * 1_000_003L + write.version();
  }

  private static ItemAccounts<Write> accounts() {
    return new ItemAccounts<>();
  }

  private BatchReport<Write> run(List<Write> items) {
    return run(items, Function.identity());
  }

  private BatchReport<Write> run(List<Write> items, Function<Batch<Write>, Batch<Write>> settings) {
    sent.clear();
    ItemAccounts<Write> accounts = accounts();
    BatchReport<Write> report = settings.apply(batch()).withListener(accounts).run(items);
    accounts.agreeWith(report);
    return report;
  }

  @Test
  void a_second_run_over_the_same_input_sends_nothing() {
    List<Write> items = Batches.writes(103);

    assertThat(run(items).allDone()).isTrue();
    assertThat(sent).hasSize(103);
    BatchReport<Write> again = run(items);

    assertThat(sent).isEmpty();
    assertThat(again.allDone()).isTrue();
    assertThat(again.stopReason()).isEqualTo(StopReason.SUCCEEDED);
    assertThat(again.counts().doneBefore()).isEqualTo(103);
    assertThat(again.counts().done()).isZero();
    assertThat(again.toString()).startsWith("0 of 103 done, 103 done before, ");
  }

  @Test
  void a_second_run_writes_nothing_to_a_complete_journal() throws IOException {
    run(Batches.writes(103));
    JournalView before = BatchJournal.inspect(journal.file());
    run(Batches.writes(103));

    assertThat(BatchJournal.inspect(journal.file())).isEqualTo(before);
    assertThat(before.inputLength()).isEqualTo(OptionalLong.of(103));
    assertThat(before.complete()).isTrue();
  }

  @Test
  void only_dead_items_are_sent_again() {
    List<Write> items = Batches.writes(103);
    refused.addAll(List.of(items.get(0), items.get(40), items.get(102)));
    BatchReport<Write> first = run(items);
    refused.remove(items.get(40));
    BatchReport<Write> second = run(items);
    refused.clear();
    BatchReport<Write> third = run(items);

    assertThat(first.counts().dead()).isEqualTo(3);
    assertThat(second.counts().done()).isEqualTo(1);
    assertThat(second.counts().dead()).isEqualTo(2);
    assertThat(second.counts().doneBefore()).isEqualTo(100);
    assertThat(sent).containsExactly(items.get(0), items.get(102));
    assertThat(third.counts().doneBefore()).isEqualTo(101);
    assertThat(third.allDone()).isTrue();
  }

  @Test
  void an_input_that_has_grown_is_sent_from_where_it_grew() {
    run(Batches.writes(100));
    BatchReport<Write> report = run(Batches.writes(130));

    assertThat(sent).hasSize(30).first().isEqualTo(new Write(100, 100));
    assertThat(report.allDone()).isTrue();
  }

  @Test
  void a_different_item_in_the_input_ends_the_run_before_later_items_are_sent() {
    run(Batches.writes(100));
    List<Write> changed = new ArrayList<>(Batches.writes(130));
    changed.set(17, new Write(17, 99));
    BatchReport<Write> report = run(changed);

    assertThat(sent).isEmpty();
    assertThat(report.allDone()).isFalse();
    assertThat(report.counts().notAttempted()).isEqualTo(31);
    assertThat(report.journalFailure().orElseThrow())
        .isInstanceOfSatisfying(
            InputChangedException.class,
            change -> {
              assertThat(change.from()).isZero();
              assertThat(change.to()).isEqualTo(99);
            })
        .hasMessageContaining("positions 0 to 99");
  }

  @Test
  void two_swapped_items_end_the_run() {
    run(Batches.writes(100));
    List<Write> changed = new ArrayList<>(Batches.writes(100));
    Collections.swap(changed, 3, 96);

    assertThat(run(changed).journalFailure().orElseThrow())
        .isInstanceOf(InputChangedException.class);
  }

  @Test
  void a_shorter_input_ends_the_run() {
    run(Batches.writes(100));
    BatchReport<Write> report = run(Batches.writes(60));

    assertThat(report.allDone()).isFalse();
    assertThat(report.journalFailure().orElseThrow())
        .isInstanceOf(InputChangedException.class)
        .hasMessageContaining("it ends after 60 items")
        .hasMessageContaining("position 99");
  }

  @Test
  void a_dead_item_is_not_sent_over_a_later_one_of_its_key_that_is_done() {
    Write older = new Write(1, 0);
    Write newer = new Write(1, 1);
    List<Write> items = List.of(older, newer, new Write(2, 2));
    refused.add(older);
    run(items, batch -> batch.keyedBy(Write::key));
    refused.clear();
    BatchReport<Write> report = run(items, batch -> batch.keyedBy(Write::key));

    assertThat(sent).isEmpty();
    assertThat(report.counts().superseded()).isEqualTo(1);
    assertThat(report.counts().doneBefore()).isEqualTo(2);
    assertThat(report.allDone()).isTrue();
  }

  @Test
  void a_dead_message_is_sent_after_a_later_one_of_its_key_that_is_done() {
    Write older = new Write(1, 0);
    List<Write> items = List.of(older, new Write(1, 1), new Write(2, 2));
    refused.add(older);
    run(items, batch -> batch.keyedBy(Write::key, SameKey.FOLLOWS));
    refused.clear();
    BatchReport<Write> report = run(items, batch -> batch.keyedBy(Write::key, SameKey.FOLLOWS));

    assertThat(sent).containsExactly(older);
    assertThat(report.counts().superseded()).isZero();
    assertThat(report.counts().doneBefore()).isEqualTo(2);
    assertThat(report.allDone()).isTrue();
  }

  @Test
  void a_dead_item_is_sent_again_after_an_earlier_one_of_its_key_was_done() {
    Write older = new Write(1, 0);
    Write newer = new Write(1, 1);
    refused.add(newer);
    run(List.of(older, newer), batch -> batch.keyedBy(Write::key));
    refused.clear();
    run(List.of(older, newer), batch -> batch.keyedBy(Write::key));

    assertThat(sent).containsExactly(newer);
  }

  @Test
  void an_item_that_is_too_heavy_is_not_sent_over_a_later_one_of_its_key_that_is_done() {
    List<Write> items = List.of(new Write(1, 90), new Write(1, 1), new Write(1, 91));
    run(items, batch -> batch.keyedBy(Write::key).maxWeight(50, Write::version));
    assertThat(sent).containsExactly(new Write(1, 1));
    BatchReport<Write> report = run(items, batch -> batch.keyedBy(Write::key));

    assertThat(sent).containsExactly(new Write(1, 91));
    assertThat(report.counts().superseded()).isEqualTo(1);
  }

  @Test
  void a_replaced_item_counts_as_superseded_in_the_next_run() {
    List<Write> items = List.of(new Write(1, 0), new Write(1, 1), new Write(1, 2));
    BatchReport<Write> first = run(items, batch -> batch.keyedBy(Write::key, SameKey.REPLACES));
    assertThat(sent).containsExactly(new Write(1, 2));
    BatchReport<Write> second = run(items, batch -> batch.keyedBy(Write::key, SameKey.REPLACES));

    assertThat(sent).isEmpty();
    assertThat(first.counts().superseded()).isEqualTo(2);
    assertThat(second.counts().superseded()).isEqualTo(2);
    assertThat(second.counts().doneBefore()).isEqualTo(1);
  }

  @Test
  void an_item_replaced_by_one_that_died_is_read_again() {
    List<Write> items = List.of(new Write(1, 0), new Write(1, 1));
    Batch.of(
            RetryPolicy.none(),
            (List<Write> chunk) -> {
              throw new IOException("reset");
            })
        .keyedBy(Write::key, SameKey.REPLACES)
        .journaledIn(journal, JournaledBatchTest::fingerprint)
        .run(items);
    BatchReport<Write> report = run(items, batch -> batch.keyedBy(Write::key));

    assertThat(sent).containsExactlyElementsOf(items);
    assertThat(report.counts().done()).isEqualTo(2);
  }

  @Test
  void an_item_replaced_by_one_that_was_refused_is_done_and_not_read_again() {
    List<Write> items = List.of(new Write(1, 0), new Write(1, 1));
    refused.add(items.get(1));
    BatchReport<Write> first = run(items, batch -> batch.keyedBy(Write::key, SameKey.REPLACES));
    assertThat(sent).containsExactly(items.get(1), items.get(0));
    assertThat(first.counts().done()).isEqualTo(1);
    BatchReport<Write> second = run(items, batch -> batch.keyedBy(Write::key, SameKey.REPLACES));

    assertThat(sent).containsExactly(items.get(1));
    assertThat(second.counts().doneBefore()).isEqualTo(1);
    assertThat(second.counts().dead()).isEqualTo(1);
  }

  @Test
  void a_journal_with_a_different_description_sends_nothing_and_names_both() {
    journal = journal.describing("orders into table a");
    run(Batches.writes(10));
    journal = journal.describing("orders into table b");
    BatchReport<Write> report = run(Batches.writes(10));

    assertThat(sent).isEmpty();
    assertThat(report.counts().notAttempted()).isEqualTo(10);
    assertThat(report.journalFailure().orElseThrow())
        .isInstanceOf(JournalException.class)
        .hasMessageContaining("orders into table a")
        .hasMessageContaining("orders into table b");
  }

  @Test
  void a_fingerprint_that_throws_ends_the_run_and_names_the_position() {
    Batch<Write> batch =
        batch()
            .chunkSize(1)
            .journaledIn(
                journal,
                write -> {
                  if (write.version() == 3) {
                    throw new IllegalStateException("no fingerprint");
                  }
                  return fingerprint(write);
                });
    BatchReport<Write> report = batch.run(Batches.writes(5));

    assertThat(report.counts().done() + report.counts().notAttempted()).isEqualTo(5);
    assertThat(report.counts().notAttempted()).isGreaterThanOrEqualTo(2);
    assertThat(report.journalFailure().orElseThrow())
        .hasMessageContaining("position 3")
        .hasRootCauseInstanceOf(IllegalStateException.class);
    assertThat(run(Batches.writes(5)).allDone()).isTrue();
  }

  /** A key that is comparable only with some keys of its hash. */
  private record FaultyKey(int number, boolean faulty) {

    @Override
    public boolean equals(Object other) {
      FaultyKey that = (FaultyKey) other;
      if (faulty != that.faulty) {
        throw new IllegalStateException("not comparable");
      }
      return number == that.number;
    }

    @Override
    public int hashCode() {
      return 1;
    }
  }

  @Test
  void a_key_that_cannot_be_compared_with_that_of_a_dead_item_is_dead_too() {
    List<Write> items = List.of(new Write(1, 1), new Write(2, 1), new Write(3, 1));
    refused.add(items.get(0));
    BatchReport<Write> report =
        run(items, all -> all.keyedBy(write -> new FaultyKey(write.key(), write.key() > 1)));

    assertThat(report.journalFailure()).isEmpty();
    assertThat(report.deadLetters())
        .extracting(DeadLetter::stopReason)
        .containsExactlyInAnyOrder(
            StopReason.NOT_RETRYABLE, StopReason.POLICY_FAILED, StopReason.POLICY_FAILED);
  }

  @Test
  void a_done_item_whose_key_cannot_be_compared_with_that_of_a_dead_one_ends_the_run() {
    List<Write> items = List.of(new Write(1, 1), new Write(2, 1), new Write(3, 1));
    refused.add(items.get(0));
    BatchReport<Write> report =
        batch()
            .chunkSize(1)
            .keyedBy(write -> new FaultyKey(write.key(), write.key() > 1))
            .readingOn(Runnable::run) // not before the first item is dead
            .run(items.iterator());

    assertThat(report.journalFailure().orElseThrow())
        .hasMessage(
            "the key of the item at position 1 failed: java.lang.IllegalStateException: not"
                + " comparable; 1 item is done but not recorded: another run sends it again");
    assertThat(report.counts().done()).isEqualTo(1);
    assertThat(report.counts().input()).isEqualTo(2);
  }

  @Test
  void a_run_whose_caller_is_interrupted_records_done_items() throws IOException {
    Thread.currentThread().interrupt();
    BatchReport<Write> report = run(Batches.writes(10));
    assertThat(Thread.interrupted()).isTrue();
    assertThat(report.journalFailure()).isEmpty();
    assertThat(report.stopReason()).isEqualTo(StopReason.INTERRUPTED);

    assertThat(run(Batches.writes(10)).allDone()).isTrue();
    assertThat(BatchJournal.inspect(journal.file()).done()).isEqualTo(10);
  }

  @Test
  void a_run_with_an_internal_error_releases_the_journal() {
    VirtualTime time = VirtualTime.seeded(1);
    AtomicBoolean broken = new AtomicBoolean();
    TickSource ticks =
        () -> {
          if (broken.get()) {
            throw new AssertionError("the clock is broken");
          }
          return 0;
        };
    Batch<Write> breaking =
        Batch.<Write>ofAsync(
                Retry.of(RetryPolicy.none()).withEnvironment(time.withTicks(ticks)),
                chunk -> {
                  broken.set(true);
                  return CompletableFuture.completedFuture(BatchReply.allDone());
                })
            .journaledIn(journal, JournaledBatchTest::fingerprint);

    assertThatThrownBy(() -> breaking.run(Batches.writes(10)))
        .isInstanceOf(AssertionError.class)
        .hasMessage("the clock is broken");
    assertThat(run(Batches.writes(10)).allDone()).isTrue();
    broken.set(false);
    CompletableFuture<BatchReport<Write>> started = breaking.runAsync(Batches.writes(20));
    time.runUntilIdle();
    assertThat(started).isCompletedExceptionally();
    assertThat(run(Batches.writes(20)).allDone()).isTrue();
  }
}
