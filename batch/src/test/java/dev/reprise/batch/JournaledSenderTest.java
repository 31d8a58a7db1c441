package dev.reprise.batch;

import static dev.reprise.batch.Batches.fourAttempts;
import static dev.reprise.batch.Batches.writes;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.reprise.batch.journal.BatchJournal;
import dev.reprise.batch.journal.InputChangedException;
import dev.reprise.batch.journal.JournalException;
import dev.reprise.batch.operation.BatchReply;
import dev.reprise.batch.report.BatchReport;
import dev.reprise.batch.report.NotAttemptedException;
import dev.reprise.batch.report.SendResult;
import dev.reprise.batch.report.SenderClosedException;
import dev.reprise.decision.StopReason;
import dev.reprise.testing.VirtualTime;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Tests senders that continue earlier senders. */
class JournaledSenderTest {

  @TempDir Path folder;
  private final VirtualTime time = VirtualTime.seeded(1);
  private final List<Write> sent = new ArrayList<>();

  private Batch<Write> batch() {
    return Batch.of(
            fourAttempts(time),
            (List<Write> chunk) -> {
              sent.addAll(chunk);
              return BatchReply.<Write>allDone();
            })
        .chunkSize(10)
        .parallelism(2)
        .journaledIn(BatchJournal.in(folder.resolve("journal")), JournaledBatchTest::fingerprint);
  }

  private BatchReport<Write> push(List<Write> items) throws InterruptedException {
    BatchSender<Write> sender = batch().sender();
    BatchSenderTest.sendAll(sender, items);
    sender.close();
    return sender.report().join();
  }

  @Test
  void items_that_an_earlier_sender_sent_complete_at_once_as_done_before() throws Exception {
    assertThat(push(writes(50)).counts().done()).isEqualTo(50);
    sent.clear();
    BatchSender<Write> sender = batch().sender();
    for (Write write : writes(50)) {
      CompletableFuture<SendResult> future = sender.send(write);
      assertThat(time.await(future)).isCompletedWithValue(SendResult.DONE_BEFORE);
    }
    CompletableFuture<SendResult> more = sender.send(new Write(50, 50));
    sender.close();

    assertThat(time.elapsed().toMillis()).isZero();
    assertThat(more).isCompletedWithValue(SendResult.DONE);
    assertThat(sent).containsExactly(new Write(50, 50));
    assertThat(sender.report().join().counts().doneBefore()).isEqualTo(50);
    assertThat(sender.report().join().allDone()).isTrue();
  }

  @Test
  void the_first_item_that_differs_is_not_reported_as_done_and_stops_the_run() throws Exception {
    push(writes(50));
    sent.clear();
    List<Write> changed = new ArrayList<>(writes(50));
    changed.set(20, new Write(99, 99));
    BatchSender<Write> sender = batch().sender();
    List<CompletableFuture<SendResult>> futures = new ArrayList<>();
    for (Write write : changed.subList(0, 21)) {
      futures.add(sender.send(write));
    }
    BatchReport<Write> report = time.await(sender.report()).join();
    time.runUntilIdle();

    assertThat(futures.subList(0, 20))
        .allMatch(future -> future.getNow(null) == SendResult.DONE_BEFORE);
    assertThatThrownBy(futures.get(20)::join)
        .hasCauseInstanceOf(NotAttemptedException.class)
        .hasRootCauseInstanceOf(InputChangedException.class);
    assertThat(report.stopReason()).isEqualTo(StopReason.CANCELLED);
    assertThat(report.journalFailure()).get().isInstanceOf(InputChangedException.class);
    assertThatThrownBy(() -> sender.send(changed.get(21)))
        .isInstanceOf(SenderClosedException.class)
        .hasCauseInstanceOf(InputChangedException.class);
    assertThat(sent).isEmpty();
  }

  @Test
  void a_sender_may_be_closed_before_it_has_pushed_all_recorded_items() throws Exception {
    push(writes(50));
    BatchReport<Write> report = push(writes(20));

    assertThat(report.counts().doneBefore()).isEqualTo(20);
    assertThat(report.allDone()).isTrue();
    assertThat(push(writes(50)).counts().doneBefore()).isEqualTo(50);
  }

  @Test
  void the_journal_of_a_run_that_read_its_input_is_refused() throws Exception {
    batch().run(writes(50));
    BatchSender<Write> sender = batch().sender();
    CompletableFuture<SendResult> future = sender.send(new Write(0, 0));
    sender.close();

    assertThatThrownBy(future::join).hasRootCauseInstanceOf(JournalException.class);
    assertThat(sender.report().join().journalFailure())
        .get()
        .asString()
        .contains("was written by a run that read its input");
  }

  @Test
  void a_run_that_reads_its_input_continues_the_journal_of_a_sender() throws Exception {
    push(writes(50));
    BatchReport<Write> report = batch().run(writes(60));

    assertThat(report.counts().doneBefore()).isEqualTo(50);
    assertThat(report.counts().done()).isEqualTo(10);
  }

  @Test
  void a_journal_that_cannot_be_opened_leaves_out_every_item() throws Exception {
    BatchSender<Write> sender =
        batch()
            .journaledIn(
                BatchJournal.in(folder.resolve("no-folder").resolve("journal")),
                JournaledBatchTest::fingerprint)
            .sender();
    CompletableFuture<SendResult> future = sender.send(new Write(0, 0));
    sender.close();

    assertThatThrownBy(future::join)
        .hasCauseInstanceOf(NotAttemptedException.class)
        .hasRootCauseInstanceOf(java.io.IOException.class);
  }

  @ParameterizedTest
  @CsvSource({"1, 16000", "10, 10600", "25, 10280"})
  void the_journal_takes_ten_bytes_an_item_and_six_or_seven_a_call(int chunkSize, long bytes)
      throws Exception {
    pushInCallsOf(chunkSize, List.of());
    long header = journalBytes();
    pushInCallsOf(chunkSize, writes(1_000));

    assertThat(journalBytes() - header).isEqualTo(bytes);
  }

  private void pushInCallsOf(int chunkSize, List<Write> items) throws InterruptedException {
    BatchSender<Write> sender = batch().chunkSize(chunkSize).sender();
    BatchSenderTest.sendAll(sender, items);
    sender.close();
    assertThat(sender.report().join().allDone()).isTrue();
  }

  private long journalBytes() throws java.io.IOException {
    return BatchJournal.inspect(BatchJournal.in(folder.resolve("journal")).file()).bytes();
  }

  @Test
  void after_a_crash_all_items_are_pushed_again_and_only_those_without_record_are_sent()
      throws Exception {
    CompletableFuture<BatchReply<Write>> unanswered = new CompletableFuture<>();
    BatchSender<Write> crashed =
        Batch.ofAsync(
                fourAttempts(time),
                (List<Write> chunk) ->
                    chunk.get(0).key() == 0
                        ? CompletableFuture.completedFuture(BatchReply.<Write>allDone())
                        : unanswered)
            .chunkSize(10)
            .parallelism(2)
            .journaledIn(
                BatchJournal.in(folder.resolve("crashed")), JournaledBatchTest::fingerprint)
            .sender();
    List<CompletableFuture<SendResult>> before = BatchSenderTest.sendAll(crashed, writes(20));
    time.await(before.get(9));
    Files.copy(folder.resolve("crashed"), folder.resolve("journal"));
    BatchSender<Write> next = batch().sender();
    List<CompletableFuture<SendResult>> after = BatchSenderTest.sendAll(next, writes(30));
    next.close();

    assertThat(before.subList(10, 20)).noneMatch(CompletableFuture::isDone);
    assertThat(after.subList(0, 10))
        .allMatch(future -> future.getNow(null) == SendResult.DONE_BEFORE);
    assertThat(sent).containsExactlyInAnyOrderElementsOf(writes(30).subList(10, 30));
    assertThat(next.report().join().allDone()).isTrue();
    crashed.cancel();
    time.await(crashed.report());
  }

  @Test
  void a_program_that_leaves_out_the_items_that_are_done_is_stopped() throws Exception {
    push(writes(20));
    sent.clear();
    BatchSender<Write> sender = batch().sender();
    CompletableFuture<SendResult> future = sender.send(writes(21).get(20));
    BatchReport<Write> report = time.await(sender.report()).join();
    time.runUntilIdle();

    assertThat(report.journalFailure()).get().isInstanceOf(InputChangedException.class);
    assertThat(future).isCompletedExceptionally();
    assertThat(sent).isEmpty();
  }

  @Test
  void cancelled_senders_that_follow_each_other_send_every_item() throws Exception {
    List<Write> items = writes(200);
    for (int attempt = 0; attempt < 50; attempt++) {
      BatchSender<Write> sender = batch().sender();
      int until = new Random(attempt).nextInt(items.size());
      List<CompletableFuture<SendResult>> futures =
          BatchSenderTest.sendAll(sender, items.subList(0, until));
      sender.cancel();
      sender.close();
      assertThat(futures).allMatch(CompletableFuture::isDone);
      assertThat(sender.report().join().journalFailure()).isEmpty();
    }
    assertThat(push(items).allDone()).isTrue();
    assertThat(sent).containsAll(items).doesNotHaveDuplicates();
  }
}
