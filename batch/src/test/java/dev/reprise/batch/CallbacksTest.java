package dev.reprise.batch;

import static dev.reprise.batch.Batches.fourAttempts;
import static dev.reprise.batch.Batches.writes;
import static org.assertj.core.api.Assertions.assertThat;

import dev.reprise.batch.operation.BatchOperation;
import dev.reprise.batch.operation.BatchReply;
import dev.reprise.batch.report.BatchCounts;
import dev.reprise.batch.report.BatchListener;
import dev.reprise.batch.report.BatchReport;
import dev.reprise.batch.report.DeadLetter;
import dev.reprise.decision.StopReason;
import dev.reprise.testing.VirtualTime;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Iterator;
import java.util.List;
import java.util.NoSuchElementException;
import org.junit.jupiter.api.Test;

class CallbacksTest {

  private final VirtualTime time = VirtualTime.seeded(1);
  private final ItemAccounts<Write> accounts = new ItemAccounts<>();

  private Batch<Write> batch(BatchOperation<Write> operation) {
    return Batch.of(fourAttempts(time), operation).chunkSize(10);
  }

  private static BatchReply<Write> refuseFirst(List<Write> chunk) {
    return BatchReply.<Write>allDone().rejecting(chunk.get(0), "no");
  }

  @Test
  void failed_items_go_to_the_consumer_instead_of_the_report() {
    List<DeadLetter<Write>> dead = new ArrayList<>();
    BatchReport<Write> report =
        batch(CallbacksTest::refuseFirst).onDeadLetter(dead::add).run(writes(50));

    assertThat(dead).hasSize(5);
    assertThat(report.deadLetters()).isEmpty();
    assertThat(report.counts().dead()).isEqualTo(5);
  }

  @Test
  void a_failed_item_whose_consumer_throws_is_kept_in_the_report() {
    IllegalStateException full = new IllegalStateException("disk full");
    BatchReport<Write> report =
        batch(CallbacksTest::refuseFirst)
            .onDeadLetter(
                dead -> {
                  throw full;
                })
            .run(writes(50));

    assertThat(report.deadLetters()).hasSize(5);
    assertThat(report.counts().done()).isEqualTo(45);
    assertThat(report.callbackFailure()).containsSame(full);
  }

  @Test
  void a_listener_that_throws_changes_nothing_and_later_ones_are_notified() {
    BatchListener<Write> broken =
        new BatchListener<>() {
          @Override
          public void itemsDone(List<Write> items) {
            throw new IllegalStateException("done");
          }

          @Override
          public void progressed(BatchCounts counts) {
            throw new AssertionError("progress");
          }
        };
    BatchReport<Write> report =
        batch(chunk -> BatchReply.allDone())
            .withListener(broken)
            .withListener(accounts)
            .run(writes(50));

    assertThat(report.allDone()).isTrue();
    assertThat(accounts.done).hasSize(50);
    assertThat(report.callbackFailure()).get().isInstanceOf(IllegalStateException.class);
  }

  @Test
  void progress_is_reported_after_every_call_and_at_the_end() {
    List<Long> done = new ArrayList<>();
    batch(chunk -> BatchReply.allDone())
        .parallelism(1)
        .onProgress(counts -> done.add(counts.done()))
        .run(writes(30));

    assertThat(done).containsExactly(10L, 20L, 30L, 30L);
  }

  @Test
  void a_source_that_throws_ends_the_reading_and_read_items_are_finished() {
    IllegalStateException torn = new IllegalStateException("torn file");
    Iterator<Write> torturous =
        new Iterator<>() {
          private int next;

          @Override
          public boolean hasNext() {
            return true;
          }

          @Override
          public Write next() {
            if (next == 34) {
              throw torn;
            }
            return new Write(next, next++);
          }
        };
    BatchReport<Write> report = batch(chunk -> BatchReply.allDone()).run(torturous);

    assertThat(report.sourceFailure()).containsSame(torn);
    assertThat(report.counts().done()).isEqualTo(34);
    assertThat(report.counts().input()).isEqualTo(34);
    assertThat(report.allDone()).isFalse();
    assertThat(report.sourceExhausted()).isFalse();
  }

  @Test
  void a_null_item_ends_the_reading_as_a_failure_of_the_source() {
    List<Write> items = Arrays.asList(new Write(0, 0), null, new Write(1, 1));
    BatchReport<Write> report = batch(chunk -> BatchReply.allDone()).run(items.iterator());

    assertThat(report.sourceFailure()).get().isInstanceOf(NullPointerException.class);
    assertThat(report.counts().done()).isEqualTo(1);
  }

  @Test
  void a_source_is_not_read_after_it_threw() {
    int[] asked = {0};
    Iterator<Write> broken =
        new Iterator<>() {
          @Override
          public boolean hasNext() {
            asked[0]++;
            throw new NoSuchElementException("closed");
          }

          @Override
          public Write next() {
            throw new NoSuchElementException("closed");
          }
        };
    batch(chunk -> BatchReply.allDone()).run(broken);

    assertThat(asked[0]).isEqualTo(1);
  }

  @Test
  void a_weigher_that_throws_or_returns_a_negative_weight_fails_the_item() {
    BatchReport<Write> report =
        batch(chunk -> BatchReply.allDone())
            .maxWeight(100, write -> write.key() == 0 ? -1 : 10 / (write.key() - 1))
            .run(writes(5));

    assertThat(report.counts().done()).isEqualTo(3);
    assertThat(report.deadLetters())
        .hasSize(2)
        .allMatch(dead -> dead.stopReason() == StopReason.POLICY_FAILED);
  }
}
