package dev.reprise.batch;

import static org.assertj.core.api.Assertions.assertThat;

import dev.reprise.batch.journal.BatchJournal;
import dev.reprise.batch.operation.BatchReply;
import dev.reprise.batch.operation.ItemFailure;
import dev.reprise.batch.report.BatchReport;
import dev.reprise.batch.report.DeadLetter;
import dev.reprise.classify.Effect;
import dev.reprise.classify.FailureKind;
import dev.reprise.classify.Verdict;
import dev.reprise.decision.StopReason;
import dev.reprise.testing.VirtualTime;
import java.io.IOException;
import java.net.SocketException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;

/** Tests the end of items that exist already when they are sent again. */
class ConflictTest {

  private static final String EXISTS = "409 exists";

  private final VirtualTime time = VirtualTime.seeded(1);
  private final Deque<Answer> answers = new ArrayDeque<>();
  private final List<List<Write>> calls = new ArrayList<>();
  private final ItemAccounts<Write> accounts = new ItemAccounts<>();

  /** The answer of the service to every item of a call. */
  enum Answer {
    CONFLICT,
    THROTTLED,
    LEFT_WITH_UNKNOWN_EFFECT,
    CONNECTION_LOST,
    NEVER_CONNECTED,
    NO_ANSWER,
    INVALID,
  }

  /** The forms of an operation. */
  enum Shape {
    BLOCKING,
    STAGES
  }

  private Batch<Write> batch(Shape shape) {
    var policy =
        Batches.fourAttempts()
            .attemptTimeout(Duration.ofSeconds(30))
            .classifyWith(
                "connect",
                outcome ->
                    outcome.failureOrNull() instanceof SocketException
                        ? Verdict.retry().withEffect(Effect.NONE)
                        : Verdict.pass())
            .retryOn(IOException.class)
            .build();
    var retry = Batches.retry(policy, time);
    Batch<Write> batch =
        shape == Shape.BLOCKING ? Batch.of(retry, this::send) : Batch.ofAsync(retry, this::later);
    return batch.withListener(accounts);
  }

  private BatchReply<Write> send(List<Write> chunk) throws Exception {
    calls.add(List.copyOf(chunk));
    Answer answer = answers.isEmpty() ? Answer.CONFLICT : answers.removeFirst();
    BatchReply<Write> reply = BatchReply.allDone();
    return switch (answer) {
      case CONFLICT -> {
        for (int i = 0; i < chunk.size(); i++) {
          reply = reply.conflictingAt(i, EXISTS);
        }
        yield reply;
      }
      case THROTTLED -> BatchReply.nothingDone();
      case LEFT_WITH_UNKNOWN_EFFECT ->
          BatchReply.<Write>nothingDone()
              .withFailure(ItemFailure.of(FailureKind.TIMEOUT, "lost").withEffect(Effect.UNKNOWN));
      case CONNECTION_LOST -> throw new IOException("reset");
      case NEVER_CONNECTED -> throw new SocketException("refused");
      case NO_ANSWER -> {
        time.pass(Duration.ofMinutes(1));
        throw new IOException("late");
      }
      case INVALID -> BatchReply.invalid("one of them is bad");
    };
  }

  private CompletionStage<BatchReply<Write>> later(List<Write> chunk) throws Exception {
    if (answers.peekFirst() == Answer.NO_ANSWER) {
      answers.removeFirst();
      calls.add(List.copyOf(chunk));
      return new CompletableFuture<>();
    }
    return CompletableFuture.completedFuture(send(chunk));
  }

  private BatchReport<Write> run(Batch<Write> batch, List<Write> items) {
    BatchReport<Write> report = time.await(batch.runAsync(items)).join();
    accounts.agreeWith(report);
    return report;
  }

  @ParameterizedTest
  @CsvSource({
    "'',                                  dead",
    "THROTTLED,                           dead",
    "NEVER_CONNECTED,                     dead",
    "THROTTLED NEVER_CONNECTED THROTTLED, dead",
    "LEFT_WITH_UNKNOWN_EFFECT,            done",
    "CONNECTION_LOST,                     done",
    "NO_ANSWER,                           done",
    "CONNECTION_LOST THROTTLED,           done",
    "THROTTLED CONNECTION_LOST,           done",
    "CONNECTION_LOST INVALID,             done",
    "INVALID,                             dead",
  })
  void an_item_that_exists_is_done_if_an_earlier_attempt_may_have_created_it(
      String history, String end) {
    for (Shape shape : Shape.values()) {
      answers.clear();
      for (String answer : history.isEmpty() ? new String[0] : history.split(" ")) {
        answers.add(Answer.valueOf(answer));
      }

      BatchReport<Write> report =
          time.await(batch(shape).runAsync(List.of(new Write(1, 1), new Write(2, 2)))).join();

      if (end.equals("done")) {
        assertThat(report.allDone()).as("%s %s", shape, report).isTrue();
      } else {
        assertThat(report.deadLetters())
            .as("%s", shape)
            .hasSize(2)
            .allSatisfy(
                dead -> {
                  assertThat(dead.stopReason()).isEqualTo(StopReason.NOT_RETRYABLE);
                  assertThat(dead.message()).isEqualTo(EXISTS);
                  assertThat(dead.kind()).isEqualTo(FailureKind.OTHER);
                });
      }
    }
  }

  @ParameterizedTest
  @EnumSource
  void items_of_one_chunk_have_their_own_histories(Shape shape) {
    Write lost = new Write(1, 1);
    Write busy = new Write(2, 2);
    ItemFailure unknown = ItemFailure.of(FailureKind.TIMEOUT, "lost").withEffect(Effect.UNKNOWN);
    ItemFailure throttled = ItemFailure.of(FailureKind.THROTTLED, "busy");
    var retry = Batches.retry(Batches.fourAttempts().build(), time);
    Batch<Write> batch =
        shape == Shape.BLOCKING
            ? Batch.of(retry, chunk -> histories(chunk, lost, unknown, busy, throttled))
            : Batch.ofAsync(
                retry,
                chunk ->
                    CompletableFuture.completedFuture(
                        histories(chunk, lost, unknown, busy, throttled)));

    BatchReport<Write> report = run(batch.withListener(accounts), List.of(lost, busy));

    assertThat(calls).hasSize(2);
    assertThat(accounts.done).containsExactly(lost);
    assertThat(report.deadLetters()).map(DeadLetter::item).containsExactly(busy);
  }

  private BatchReply<Write> histories(
      List<Write> chunk, Write one, ItemFailure first, Write other, ItemFailure second) {
    calls.add(List.copyOf(chunk));
    return calls.size() == 1
        ? BatchReply.<Write>allDone().leaving(one, first).leaving(other, second)
        : BatchReply.<Write>allDone().conflicting(one, EXISTS).conflicting(other, EXISTS);
  }

  @Test
  void the_attempts_of_a_replaced_item_do_not_count_for_its_replacement() {
    answers.add(Answer.NO_ANSWER);
    Write old = new Write(7, 0);
    Write later = new Write(7, 1);

    BatchReport<Write> report =
        run(
            batch(Shape.STAGES).keyedBy(Write::key, SameKey.REPLACES).chunkSize(1),
            List.of(old, later));

    assertThat(calls).containsExactly(List.of(old), List.of(later), List.of(old));
    assertThat(report.deadLetters()).map(DeadLetter::item).containsExactly(later);
    assertThat(accounts.done).containsExactly(old);
  }

  @Test
  void an_item_done_by_an_attempt_without_a_response_is_recorded_in_the_journal(
      @TempDir Path folder) {
    answers.add(Answer.CONNECTION_LOST);
    Batch<Write> batch =
        batch(Shape.STAGES)
            .journaledIn(
                BatchJournal.in(folder.resolve("journal")), JournaledBatchTest::fingerprint);
    BatchReport<Write> first = run(batch, Batches.writes(3));
    calls.clear();
    BatchReport<Write> second = time.await(batch.runAsync(Batches.writes(3))).join();

    assertThat(first.counts().done()).isEqualTo(3);
    assertThat(second.counts().doneBefore()).isEqualTo(3);
    assertThat(calls).isEmpty();
  }

  @Test
  void attempts_of_an_earlier_run_do_not_count(@TempDir Path folder) {
    Batch<Write> batch =
        batch(Shape.STAGES)
            .journaledIn(
                BatchJournal.in(folder.resolve("journal")), JournaledBatchTest::fingerprint);
    for (int i = 0; i < 4; i++) {
      answers.add(Answer.CONNECTION_LOST);
    }
    BatchReport<Write> first = time.await(batch.runAsync(Batches.writes(1))).join();
    BatchReport<Write> second = time.await(batch.runAsync(Batches.writes(1))).join();

    assertThat(first.deadLetters())
        .map(DeadLetter::stopReason)
        .containsExactly(StopReason.ATTEMPTS);
    assertThat(second.deadLetters()).map(DeadLetter::message).containsExactly(EXISTS);
  }
}
