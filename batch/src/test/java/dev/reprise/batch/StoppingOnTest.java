package dev.reprise.batch;

import static dev.reprise.batch.Batches.fourAttempts;
import static dev.reprise.batch.Batches.retry;
import static dev.reprise.batch.Batches.writes;
import static org.assertj.core.api.Assertions.assertThat;

import dev.reprise.batch.operation.BatchReply;
import dev.reprise.batch.operation.ItemFailure;
import dev.reprise.batch.report.BatchListener;
import dev.reprise.batch.report.BatchReport;
import dev.reprise.classify.FailureKind;
import dev.reprise.decision.StopReason;
import dev.reprise.policy.RetryPolicy;
import dev.reprise.testing.VirtualTime;
import java.io.IOException;
import java.time.Duration;
import java.util.Iterator;
import java.util.List;
import java.util.function.UnaryOperator;
import org.junit.jupiter.api.Test;

/** Tests failures that are not about an item, and what the report says about a run that failed. */
class StoppingOnTest {

  private static final class ExpiredException extends Exception {

    private static final long serialVersionUID = 1;

    ExpiredException() {
      super("the token has expired");
    }
  }

  private final VirtualTime time = VirtualTime.seeded(1);
  private final ItemAccounts<Write> accounts = new ItemAccounts<>();
  private int calls;

  private Batch<Write> expiringAfter(int accepted) {
    return Batch.of(
            retry(fourAttempts().abortOn(ExpiredException.class).build(), time),
            (List<Write> chunk) -> {
              if (calls++ >= accepted) {
                throw new ExpiredException();
              }
              return BatchReply.allDone();
            })
        .chunkSize(10)
        .parallelism(1)
        .withListener(accounts);
  }

  @Test
  void a_failure_that_is_not_about_an_item_stops_the_run_and_spares_the_others() {
    BatchReport<Write> report =
        expiringAfter(3).stoppingOn(ExpiredException.class::isInstance).run(writes(1_000));

    assertThat(calls).isEqualTo(4);
    assertThat(report.stopReason()).isEqualTo(StopReason.NOT_RETRYABLE);
    assertThat(report.stopFailure()).containsInstanceOf(ExpiredException.class);
    assertThat(report.counts().done()).isEqualTo(30);
    assertThat(report.counts().dead()).isEqualTo(10);
    assertThat(report.counts().notAttempted()).isEqualTo(960);
    assertThat(report.toString()).contains("stopped by").contains("the token has expired");
    accounts.agreeWith(report);
  }

  @Test
  void without_such_a_predicate_the_other_chunks_are_sent() {
    BatchReport<Write> report = expiringAfter(3).run(writes(100));

    assertThat(calls).isEqualTo(10);
    assertThat(report.stopFailure()).isEmpty();
    assertThat(report.counts().dead()).isEqualTo(70);
  }

  @Test
  void a_failure_that_the_policy_retries_stops_the_run_only_when_its_attempts_are_used_up() {
    BatchReport<Write> report =
        Batch.of(
                fourAttempts(time),
                (List<Write> chunk) -> {
                  calls++;
                  throw new IOException("no route");
                })
            .chunkSize(10)
            .parallelism(1)
            .stoppingOn(IOException.class::isInstance)
            .run(writes(100));

    assertThat(calls).isEqualTo(4);
    assertThat(report.counts().dead()).isEqualTo(10);
    assertThat(report.counts().notAttempted()).isEqualTo(90);
  }

  @Test
  void a_predicate_that_throws_stops_the_run_too() {
    BatchReport<Write> report =
        expiringAfter(0)
            .stoppingOn(
                failure -> {
                  throw new IllegalStateException("a bug");
                })
            .run(writes(100));

    assertThat(calls).isEqualTo(1);
    assertThat(report.stopFailure().orElseThrow().getSuppressed()).hasSize(1);
    accounts.agreeWith(report);
  }

  @Test
  void a_report_says_why_not_all_is_done() {
    Iterator<Write> broken =
        new Iterator<>() {
          @Override
          public boolean hasNext() {
            throw new IllegalStateException("line 7 is cut off");
          }

          @Override
          public Write next() {
            throw new IllegalStateException();
          }
        };
    BatchListener<Write> faulty =
        new BatchListener<>() {
          @Override
          public void itemsDone(List<Write> items) {
            throw new IllegalStateException("disk full");
          }
        };

    assertThat(expiringAfter(1).run(broken).toString())
        .endsWith("; source failed: java.lang.IllegalStateException: line 7 is cut off");
    calls = 0;
    assertThat(expiringAfter(9).withListener(faulty).run(writes(1)).toString())
        .endsWith("; callback failed: java.lang.IllegalStateException: disk full");
    assertThat(
            new BatchReport<Write>(
                    expiringAfter(9).run(List.of()).counts(),
                    StopReason.CANCELLED,
                    false,
                    List.of(),
                    null,
                    null,
                    new IOException("no space"),
                    null)
                .toString())
        .endsWith(
            "; the source was not read to its end; journal failed: java.io.IOException: no space");
    assertThat(expiringAfter(99).run(writes(5)).toString()).endsWith(")");
  }

  @Test
  void a_predicate_that_throws_the_exception_that_it_gets_stops_the_run() {
    BatchReport<Write> report =
        Batch.of(
                retry(fourAttempts().abortOn(IllegalStateException.class).build(), time),
                (List<Write> chunk) -> {
                  throw new IllegalStateException("no rights");
                })
            .stoppingOn(
                failure -> {
                  throw (RuntimeException) failure;
                })
            .withListener(accounts)
            .run(writes(100));

    assertThat(report.stopFailure()).get().matches(stop -> stop.getSuppressed().length == 0);
    accounts.agreeWith(report);
  }

  @Test
  void an_exception_of_the_predicate_that_wraps_the_failure_makes_no_cycle() {
    ExpiredException shared = new ExpiredException();
    for (int run = 0; run < 3; run++) {
      Batch.of(
              retry(fourAttempts().abortOn(ExpiredException.class).build(), time),
              (List<Write> chunk) -> {
                throw shared;
              })
          .stoppingOn(
              failure -> {
                throw new IllegalArgumentException("a bug", failure);
              })
          .run(writes(10));
    }

    assertThat(shared.getSuppressed())
        .singleElement()
        .satisfies(
            bug -> {
              assertThat(bug).hasMessageContaining("a bug").hasNoCause();
              assertThat(bug.getSuppressed()).isEmpty();
            });
  }

  /** Returns the report of a run whose service requests a wait with each call but the first. */
  private BatchReport<Write> requestingWait(Duration wait, UnaryOperator<Batch<Write>> change) {
    RetryPolicy policy =
        fourAttempts().within(Duration.ofMinutes(1)).maxHint(Duration.ofSeconds(50)).build();
    Batch<Write> batch =
        Batch.of(
                retry(policy, time),
                (List<Write> chunk) ->
                    calls++ == 0
                        ? BatchReply.allDone()
                        : BatchReply.<Write>nothingDone()
                            .withFailure(
                                ItemFailure.of(FailureKind.THROTTLED, "503 maintenance")
                                    .withError(new IOException("503 maintenance")))
                            .withHint(wait))
            .chunkSize(10)
            .parallelism(1)
            .withListener(accounts);
    return change.apply(batch).run(writes(1_000));
  }

  @Test
  void a_service_that_requests_a_longer_wait_than_the_policy_allows_stops_the_run() {
    BatchReport<Write> report = requestingWait(Duration.ofSeconds(51), batch -> batch);

    assertThat(calls).isEqualTo(2);
    assertThat(report.stopReason()).isEqualTo(StopReason.HINT_TOO_LONG);
    assertThat(report.stopFailure()).containsInstanceOf(IOException.class);
    assertThat(report.counts().done()).isEqualTo(10);
    assertThat(report.deadLetters())
        .hasSize(10)
        .allMatch(dead -> dead.stopReason() == StopReason.HINT_TOO_LONG);
    assertThat(report.counts().notAttempted()).isEqualTo(980);
    accounts.agreeWith(report);
  }

  @Test
  void a_service_that_requests_a_wait_beyond_the_deadline_stops_the_run() {
    BatchReport<Write> report = requestingWait(Duration.ofSeconds(45), batch -> batch);

    assertThat(calls).isEqualTo(3);
    assertThat(report.stopReason()).isEqualTo(StopReason.DEADLINE);
    assertThat(report.counts().dead()).isEqualTo(10);
    assertThat(report.counts().notAttempted()).isEqualTo(980);
    accounts.agreeWith(report);
  }

  @Test
  void a_wait_that_is_requested_for_one_group_does_not_stop_the_others() {
    BatchReport<Write> report =
        requestingWait(Duration.ofSeconds(51), batch -> batch.groupedBy(write -> 1));

    assertThat(report.stopReason()).isEqualTo(StopReason.SUCCEEDED);
    assertThat(report.counts().dead()).isEqualTo(990);
    accounts.agreeWith(report);
  }

  @Test
  void items_that_must_not_be_repeated_do_not_stop_a_run_whose_other_items_are_sent_again() {
    BatchReport<Write> report =
        Batch.of(
                fourAttempts(time),
                (List<Write> chunk) -> {
                  if (calls++ == 0) {
                    throw new IOException("cut");
                  }
                  return BatchReply.allDone();
                })
            .chunkSize(10)
            .parallelism(1)
            .notIdempotent(write -> write.key() == 3)
            .stoppingOn(IOException.class::isInstance)
            .withListener(accounts)
            .run(writes(20));

    assertThat(report.stopReason()).isEqualTo(StopReason.SUCCEEDED);
    assertThat(report.counts().done()).isEqualTo(19);
    assertThat(report.deadLetters().get(0).stopReason()).isEqualTo(StopReason.EFFECT_UNKNOWN);
    accounts.agreeWith(report);
  }
}
