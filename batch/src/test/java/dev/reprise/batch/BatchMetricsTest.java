package dev.reprise.batch;

import static dev.reprise.batch.Batches.SECOND;
import static dev.reprise.batch.Batches.fourAttempts;
import static dev.reprise.batch.Batches.writes;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import dev.reprise.batch.operation.BatchOperation;
import dev.reprise.batch.operation.BatchReply;
import dev.reprise.batch.report.BatchCall;
import dev.reprise.batch.report.BatchCounts;
import dev.reprise.batch.report.BatchListener;
import dev.reprise.batch.report.BatchMetrics;
import dev.reprise.batch.report.BatchReport;
import dev.reprise.batch.report.DeadLetter;
import dev.reprise.classify.FailureKind;
import dev.reprise.decision.StopReason;
import dev.reprise.testing.VirtualTime;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.Test;

/** Tests the events of calls and of the end, and the metrics that sum them up. */
class BatchMetricsTest {

  private final VirtualTime time = VirtualTime.seeded(1);
  private final BatchMetrics metrics = new BatchMetrics();
  private final List<String> events = new ArrayList<>();
  private final List<BatchCall> calls = new ArrayList<>();

  private final BatchListener<Write> recorder =
      new BatchListener<>() {
        @Override
        public void itemsDone(List<Write> items) {
          events.add("done");
        }

        @Override
        public void itemDead(DeadLetter<Write> dead) {
          events.add("dead");
        }

        @Override
        public void callEnded(BatchCall call) {
          calls.add(call);
          events.add("call");
        }

        @Override
        public void progressed(BatchCounts counts) {
          events.add("progress");
        }

        @Override
        public void ended(BatchReport<Write> report) {
          events.add("ended with " + report.counts().done());
        }
      };

  private Batch<Write> batch(BatchOperation<Write> operation) {
    return Batch.of(fourAttempts(time), operation)
        .chunkSize(10)
        .parallelism(1)
        .withListener(recorder)
        .withListener(metrics.listener());
  }

  @Test
  void each_call_is_reported_once_after_its_items_and_the_end_is_last() {
    boolean[] once = {false};
    batch(
            chunk -> {
              time.pass(Duration.ofMillis(3));
              if (once[0]) {
                return BatchReply.allDone();
              }
              once[0] = true;
              return BatchReply.unprocessed(chunk.subList(6, 10)).rejectingAt(0, "no");
            })
        .run(writes(10));

    assertThat(events)
        .containsExactly(
            "done",
            "dead",
            "call",
            "progress",
            "done",
            "call",
            "progress",
            "progress",
            "ended with 9");
    assertThat(calls)
        .containsExactly(
            new BatchCall(
                10,
                0,
                5,
                4,
                1,
                FailureKind.THROTTLED,
                true,
                false,
                3_000_000,
                0,
                0,
                Double.POSITIVE_INFINITY,
                1),
            new BatchCall(
                4,
                4,
                4,
                0,
                0,
                null,
                false,
                false,
                3_000_000,
                1_000_000_000,
                0,
                Double.POSITIVE_INFINITY,
                1));
  }

  @Test
  void the_metrics_agree_with_the_report_and_sum_up_runs() {
    PoisonedTable table = new PoisonedTable(Set.of(13));
    int[] calls = {0};
    Batch<Write> batch =
        batch(
            chunk -> {
              time.pass(Duration.ofMillis(1));
              return calls[0]++ % 5 == 4 && chunk.get(0).version() > 20
                  ? BatchReply.unprocessed(chunk.subList(0, 1))
                  : table.send(chunk);
            });
    BatchCounts counts = batch.run(writes(50)).counts();

    agree(metrics.snapshot(), counts);
    assertThat(metrics.snapshot().deadByReason()).isEqualTo(Map.of(StopReason.NOT_RETRYABLE, 1L));
    assertThat(metrics.snapshot().isolatingCalls()).isPositive();

    batch.run(writes(50));
    assertThat(metrics.snapshot().runs()).isEqualTo(2);
    assertThat(metrics.snapshot().dead()).isEqualTo(2);
    assertThat(metrics.snapshot().calls()).isEqualTo(this.calls.size());
  }

  private static void agree(BatchMetrics.Snapshot snapshot, BatchCounts counts) {
    assertThat(snapshot.done()).isEqualTo(counts.done());
    assertThat(snapshot.dead()).isEqualTo(counts.dead());
    assertThat(snapshot.notAttempted()).isEqualTo(counts.notAttempted());
    assertThat(snapshot.calls()).isEqualTo(counts.calls());
    assertThat(snapshot.throttledCalls()).isEqualTo(counts.throttledCalls()).isPositive();
    assertThat(snapshot.partialCalls()).isEqualTo(counts.partialCalls());
    assertThat(snapshot.isolatingCalls()).isEqualTo(counts.isolatingCalls());
    assertThat(snapshot.sent()).isEqualTo(counts.attempts());
    assertThat(snapshot.retried()).isEqualTo(counts.attempts() - counts.input());
    assertThat(snapshot.callNanos()).isEqualTo(counts.calls() * 1_000_000);
  }

  @Test
  void a_paced_call_reports_its_delay_and_its_rate() {
    batch(chunk -> BatchReply.allDone()).pacedBy(Pace.fixed(10)).run(writes(3));

    assertThat(calls).allMatch(call -> call.unitsPerSecond() == 10);
    assertThat(calls.stream().mapToLong(BatchCall::paceNanos).sum())
        .isEqualTo(metrics.snapshot().paceNanos())
        .isCloseTo(time.elapsed().toNanos(), within(1_000_000L))
        .isPositive();
    assertThat(metrics.snapshot().unitsPerSecond()).isEqualTo(10);
    assertThat(metrics.snapshot().parallelism()).isEqualTo(1);
  }

  @Test
  void durations_are_counted_in_powers_of_two() {
    Duration[] lengths = {Duration.ofNanos(1024), Duration.ofNanos(1025), SECOND, Duration.ZERO};
    int[] calls = {0};
    batch(
            chunk -> {
              time.pass(lengths[calls[0]++]);
              return BatchReply.allDone();
            })
        .run(writes(40));
    BatchMetrics.Snapshot snapshot = metrics.snapshot();

    assertThat(snapshot.callLengths().get(0)).isEqualTo(1);
    assertThat(snapshot.callLengths().get(10)).isEqualTo(1);
    assertThat(snapshot.callLengths().get(11)).isEqualTo(1);
    assertThat(snapshot.callLengths().get(30)).isEqualTo(1);
    assertThat(snapshot.callNanosAt(0.5)).isEqualTo(1024);
    assertThat(snapshot.callNanosAt(1)).isEqualTo(1 << 30);
    assertThat(new BatchMetrics().snapshot().callNanosAt(0.5)).isZero();
    assertThatThrownBy(() -> snapshot.callNanosAt(1.5))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessage("share must be from 0 to 1, but was 1.5");
  }

  @Test
  void an_exception_of_a_listener_at_the_end_changes_nothing() {
    BatchReport<Write> report =
        batch(chunk -> BatchReply.allDone())
            .withListener(
                new BatchListener<>() {
                  @Override
                  public void ended(BatchReport<Write> end) {
                    throw new IllegalStateException("late");
                  }
                })
            .withListener(metrics.listener())
            .run(writes(10));

    assertThat(report.allDone()).isTrue();
    assertThat(metrics.snapshot().runs()).isEqualTo(2);
  }
}
