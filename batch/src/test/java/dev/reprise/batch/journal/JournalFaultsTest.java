package dev.reprise.batch.journal;

import static org.assertj.core.api.Assertions.assertThat;

import dev.reprise.Retry;
import dev.reprise.batch.Batch;
import dev.reprise.batch.SameKey;
import dev.reprise.batch.operation.BatchReply;
import dev.reprise.batch.report.BatchListener;
import dev.reprise.batch.report.BatchReport;
import dev.reprise.decision.StopReason;
import dev.reprise.policy.RetryPolicy;
import dev.reprise.testing.VirtualTime;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicLong;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/** Tests runs whose journal fails, and the order of records and notifications. */
class JournalFaultsTest {

  private final MemoryStorage disk = new MemoryStorage();
  private final List<Integer> sent = new ArrayList<>();
  private final List<Integer> items = IntStream.range(0, 100).boxed().toList();

  private Batch<Integer> batch() {
    return Batch.of(RetryPolicy.none(), this::send)
        .chunkSize(10)
        .parallelism(1)
        .journaledIn(disk.journal(), item -> item);
  }

  private synchronized BatchReply<Integer> send(List<Integer> chunk) {
    sent.addAll(chunk);
    return BatchReply.allDone();
  }

  @Test
  void a_full_disk_ends_the_run_and_reports_unrecorded_items() {
    disk.room = 100;
    BatchReport<Integer> report = batch().run(items);

    assertThat(report.allDone()).isFalse();
    assertThat(report.stopReason()).isEqualTo(StopReason.CANCELLED);
    assertThat(report.counts().accounted()).isEqualTo(100);
    assertThat(report.counts().done()).isEqualTo(sent.size()).isLessThan(100);
    assertThat(report.counts().notAttempted()).isEqualTo(100 - sent.size());
    assertThat(report.journalFailure().orElseThrow())
        .isInstanceOf(JournalException.class)
        .hasMessage(
            "memory cannot be written: No space left on device; 10 items are done but not"
                + " recorded: another run sends them again");
    assertThat(disk.closed).isTrue();
  }

  @Test
  void the_run_after_a_full_disk_sends_all_items_that_are_not_recorded() {
    disk.room = 100;
    int first = (int) batch().run(items).counts().done();
    disk.room = Long.MAX_VALUE;
    sent.clear();
    BatchReport<Integer> report = batch().run(items);

    assertThat(report.allDone()).isTrue();
    assertThat(sent).containsExactlyElementsOf(items.subList(first - 10, 100));
  }

  @Test
  void calls_in_flight_are_awaited_when_the_journal_fails() {
    VirtualTime time = VirtualTime.seeded(1);
    disk.room = 40;
    AtomicLong calls = new AtomicLong();
    BatchReport<Integer> report =
        Batch.<Integer>of(
                Retry.of(RetryPolicy.none()).withEnvironment(time),
                chunk -> {
                  calls.incrementAndGet();
                  time.pass(Duration.ofSeconds(1));
                  return BatchReply.allDone();
                })
            .chunkSize(10)
            .parallelism(4)
            .journaledIn(disk.journal(), item -> item)
            .run(items);

    assertThat(report.counts().done()).isEqualTo(calls.get() * 10);
    assertThat(report.counts().accounted()).isEqualTo(100);
    assertThat(report.counts().dead()).isZero();
    assertThat(report.journalFailure().orElseThrow())
        .hasMessageContaining((report.counts().done() - 10) + " items are done");
  }

  @Test
  void a_journal_that_cannot_be_closed_is_reported_although_all_items_are_done() {
    disk.closeFails = true;
    BatchReport<Integer> report = batch().run(items);

    assertThat(report.counts().done()).isEqualTo(100);
    assertThat(report.journalFailure().orElseThrow())
        .hasMessage("memory cannot be closed: cannot close");
    assertThat(report.allDone()).isFalse();
  }

  @Test
  void items_are_recorded_before_listeners_are_notified() {
    List<Long> known = new ArrayList<>();
    batch()
        .withListener(
            new BatchListener<>() {
              @Override
              public void itemsDone(List<Integer> done) {
                try {
                  MemoryStorage now = new MemoryStorage(disk.content);
                  known.add(RecordReader.of(now, "memory").spans.count(ItemStatus.DONE));
                } catch (java.io.IOException failure) {
                  throw new AssertionError(failure);
                }
              }
            })
        .run(items);
    assertThat(known).containsExactly(10L, 20L, 30L, 40L, 50L, 60L, 70L, 80L, 90L, 100L);
  }

  @Test
  void a_started_run_closes_its_journal_before_it_reports() {
    BatchReport<Integer> report = batch().start(items).report().join();
    assertThat(report.allDone()).isTrue();
    assertThat(disk.closed).isTrue();
    assertThat(disk.forces).isGreaterThanOrEqualTo(2);
  }

  @Test
  void a_source_that_throws_does_not_count_as_changed_input() {
    batch().run(items);
    BatchReport<Integer> report =
        batch()
            .run(
                new java.util.Iterator<Integer>() {
                  private int next;

                  @Override
                  public boolean hasNext() {
                    return true;
                  }

                  @Override
                  public Integer next() {
                    if (next == 40) {
                      throw new IllegalStateException("unreadable");
                    }
                    return next++;
                  }
                });
    assertThat(report.sourceFailure()).isPresent();
    assertThat(report.journalFailure()).isEmpty();
    assertThat(report.counts().doneBefore()).isEqualTo(40);
  }

  @Test
  void a_stopped_run_over_a_collection_counts_items_done_before() {
    batch().run(items.subList(0, 60));
    Retry stopped = Retry.of(RetryPolicy.none());
    stopped.shutdown();
    BatchReport<Integer> report =
        Batch.of(stopped, this::send).journaledIn(disk.journal(), item -> item).run(items);

    assertThat(report.counts().doneBefore()).isEqualTo(60);
    assertThat(report.counts().notAttempted()).isEqualTo(40);
  }

  @Test
  void reading_waits_if_too_many_superseded_items_are_unrecorded() {
    int count = 150_000;
    Map<Integer, Integer> values = new HashMap<>();
    AtomicLong read = new AtomicLong();
    AtomicLong readAtFirstCall = new AtomicLong();
    BatchReport<Integer> report =
        Batch.<Integer>of(
                RetryPolicy.none(),
                chunk -> {
                  readAtFirstCall.compareAndSet(0, read.get());
                  for (int item : chunk) {
                    values.merge(item % 3, item, Math::max);
                  }
                  return BatchReply.allDone();
                })
            .parallelism(1)
            .keyedBy(item -> item % 3, SameKey.REPLACES)
            .journaledIn(disk.journal(), item -> item)
            .run(IntStream.range(0, count).boxed().peek(item -> read.incrementAndGet()).iterator());

    assertThat(report.allDone()).isTrue();
    assertThat(readAtFirstCall).hasValueLessThan(66_000);
    assertThat(report.counts().superseded()).isGreaterThan(count / 2);
    assertThat(values).containsOnlyKeys(0, 1, 2).containsValues(count - 1, count - 2, count - 3);
    BatchReport<Integer> again =
        Batch.<Integer>of(RetryPolicy.none(), chunk -> BatchReply.nothingDone())
            .journaledIn(disk.journal(), item -> item)
            .run(IntStream.range(0, count).iterator());
    assertThat(again.counts().superseded()).isEqualTo(report.counts().superseded());
    assertThat(again.allDone()).isTrue();
  }
}
