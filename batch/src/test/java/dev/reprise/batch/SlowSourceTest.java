package dev.reprise.batch;

import static dev.reprise.batch.Batches.fourAttempts;
import static dev.reprise.batch.Batches.writes;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import dev.reprise.Retry;
import dev.reprise.batch.operation.BatchReply;
import dev.reprise.batch.report.BatchListener;
import dev.reprise.batch.report.BatchReport;
import dev.reprise.budget.RetryBudget;
import dev.reprise.decision.StopReason;
import dev.reprise.testing.VirtualTime;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Tests that a source that blocks, or a call that does not end, does not block the run. */
class SlowSourceTest {

  private static final long LIMIT_SECONDS = 60;

  private final BlockingQueue<Write> queue = new LinkedBlockingQueue<>();
  private final BlockingQueue<List<Write>> sent = new LinkedBlockingQueue<>();
  private final CountDownLatch never = new CountDownLatch(1);

  /** A source that blocks until an item is in the queue. */
  private Iterator<Write> endless() {
    return new Iterator<>() {
      @Override
      public boolean hasNext() {
        return true;
      }

      @Override
      public Write next() {
        try {
          return queue.take();
        } catch (InterruptedException stop) {
          throw new IllegalStateException(stop);
        }
      }
    };
  }

  /** A source whose {@code hasNext} ignores interrupts and never returns. */
  private Iterator<Write> deaf(CountDownLatch asked) {
    return new Iterator<>() {
      @Override
      public boolean hasNext() {
        asked.countDown();
        awaitForever();
        return false;
      }

      @Override
      public Write next() {
        throw new IllegalStateException();
      }
    };
  }

  private void awaitForever() {
    boolean open = true;
    while (open) {
      try {
        never.await();
        open = false;
      } catch (InterruptedException ignored) {
        open = true;
      }
    }
  }

  private static Retry retry() {
    return Retry.of(fourAttempts().build()).withBudget(RetryBudget.unlimited());
  }

  private Batch<Write> accepting() {
    return Batch.of(
        retry(),
        (List<Write> chunk) -> {
          sent.add(List.copyOf(chunk));
          return BatchReply.allDone();
        });
  }

  @Test
  void items_that_are_there_are_sent_while_the_source_blocks() throws Exception {
    queue.addAll(writes(10));
    BatchRun<Write> run = accepting().start(endless());
    List<Write> arrived = new ArrayList<>();
    while (arrived.size() < 10) {
      arrived.addAll(sent.poll(LIMIT_SECONDS, TimeUnit.SECONDS));
    }
    run.cancel();
    BatchReport<Write> report = run.report().get(LIMIT_SECONDS, TimeUnit.SECONDS);

    assertThat(arrived).containsExactlyElementsOf(writes(10));
    assertThat(report.stopReason()).isEqualTo(StopReason.CANCELLED);
    assertThat(report.counts().input()).isEqualTo(10);
    assertThat(report.counts().done() + report.counts().dead()).isEqualTo(10);
  }

  @Test
  void a_cancelled_run_ends_although_its_source_ignores_interrupts() throws Exception {
    CountDownLatch asked = new CountDownLatch(1);
    BatchRun<Write> run = accepting().start(deaf(asked));
    asked.await();
    run.cancel();

    BatchReport<Write> report = run.report().get(LIMIT_SECONDS, TimeUnit.SECONDS);
    assertThat(report.sourceExhausted()).isFalse();
    assertThat(report.counts().input()).isZero();
    never.countDown();
  }

  @Test
  void a_cancelled_run_accounts_for_a_call_that_ignores_interrupts() throws Exception {
    CountDownLatch called = new CountDownLatch(1);
    ItemAccounts<Write> accounts = new ItemAccounts<>();
    BatchRun<Write> run =
        Batch.of(
                retry(),
                (List<Write> chunk) -> {
                  called.countDown();
                  awaitForever();
                  return BatchReply.allDone();
                })
            .chunkSize(10)
            .parallelism(1)
            .withListener(accounts)
            .start(writes(100));
    called.await();
    run.cancel();

    BatchReport<Write> report = run.report().get(LIMIT_SECONDS, TimeUnit.SECONDS);
    assertThat(report.counts().dead()).isEqualTo(10);
    assertThat(report.counts().notAttempted()).isEqualTo(90);
    assertThat(report.deadLetters())
        .allMatch(dead -> dead.stopReason() == StopReason.CANCELLED && dead.attempts() == 1);
    accounts.agreeWith(report);
    never.countDown();
  }

  @Test
  void an_interrupted_caller_gets_the_report_although_the_source_blocks() throws Exception {
    AtomicReference<BatchReport<Write>> report = new AtomicReference<>();
    CountDownLatch asked = new CountDownLatch(1);
    Thread caller = new Thread(() -> report.set(accepting().run(deaf(asked))));
    caller.start();
    asked.await();
    caller.interrupt();
    caller.join();

    assertThat(report.get().stopReason()).isEqualTo(StopReason.INTERRUPTED);
    never.countDown();
  }

  @Test
  void a_late_result_of_a_call_that_was_given_up_changes_nothing() throws Exception {
    CountDownLatch called = new CountDownLatch(1);
    CountDownLatch returned = new CountDownLatch(1);
    ItemAccounts<Write> accounts = new ItemAccounts<>();
    BatchRun<Write> run =
        Batch.of(
                retry(),
                (List<Write> chunk) -> {
                  called.countDown();
                  awaitForever();
                  returned.countDown();
                  return BatchReply.allDone();
                })
            .withListener(accounts)
            .start(writes(5));
    called.await();
    run.cancel();
    BatchReport<Write> report = run.report().get(LIMIT_SECONDS, TimeUnit.SECONDS);
    never.countDown();
    returned.await();

    assertThat(accounts.done).isEmpty();
    accounts.agreeWith(report);
  }

  @Test
  void a_call_that_the_source_does_not_fill_is_sent_after_the_linger() {
    VirtualTime time = VirtualTime.seeded(1);
    List<Duration> calls = new ArrayList<>();
    List<Integer> sizes = new ArrayList<>();
    BatchReport<Write> report =
        time.await(
                Batch.of(
                        Batches.fourAttempts(time),
                        (List<Write> chunk) -> {
                          calls.add(time.elapsed());
                          sizes.add(chunk.size());
                          return BatchReply.<Write>allDone();
                        })
                    .chunkSize(100)
                    .parallelism(1)
                    .linger(Duration.ofSeconds(1))
                    .runAsync(everyHundredMillis(time, writes(25).iterator())))
            .join();

    assertThat(report.allDone()).isTrue();
    assertThat(calls).hasSizeBetween(3, 4).allMatch(at -> at.toMillis() <= 3_500);
    assertThat(sizes).allMatch(size -> size <= 11);
  }

  private static Iterator<Write> everyHundredMillis(VirtualTime time, Iterator<Write> items) {
    return new Iterator<>() {
      @Override
      public boolean hasNext() {
        return items.hasNext();
      }

      @Override
      public Write next() {
        try {
          time.pass(Duration.ofMillis(100));
        } catch (InterruptedException stop) {
          Thread.currentThread().interrupt();
        }
        return items.next();
      }
    };
  }

  @Test
  void an_iterator_can_be_read_on_the_thread_of_the_caller() {
    List<Thread> threads = new ArrayList<>();
    Iterator<Write> items = writes(60).iterator();
    BatchReport<Write> report =
        accepting()
            .readingOn(Runnable::run)
            .run(
                new Iterator<>() {
                  @Override
                  public boolean hasNext() {
                    return items.hasNext();
                  }

                  @Override
                  public Write next() {
                    threads.add(Thread.currentThread());
                    return items.next();
                  }
                });

    assertThat(report.allDone()).isTrue();
    assertThat(threads).hasSize(60).containsOnly(Thread.currentThread());
  }

  @Test
  void items_that_were_read_ahead_are_accounted_for_when_the_run_stops() throws Exception {
    queue.addAll(writes(1_000));
    CountDownLatch called = new CountDownLatch(1);
    ItemAccounts<Write> accounts = new ItemAccounts<>();
    BatchRun<Write> run =
        Batch.of(
                retry(),
                (List<Write> chunk) -> {
                  called.countDown();
                  new CountDownLatch(1).await();
                  return BatchReply.<Write>allDone();
                })
            .parallelism(2)
            .withListener(accounts)
            .start(endless());
    called.await();
    run.cancel();
    BatchReport<Write> report = run.report().get(LIMIT_SECONDS, TimeUnit.SECONDS);

    accounts.agreeWith(report);
    assertThat(report.counts().input() + queue.size()).isBetween(999L, 1_000L);
  }

  @Test
  void a_negative_linger_is_refused() {
    assertThatIllegalArgumentException()
        .isThrownBy(() -> accepting().linger(Duration.ofMillis(-1)))
        .withMessageContaining("linger must be at least 0");
  }

  @Test
  void a_listener_that_counts_sees_the_end_once() throws Exception {
    CountDownLatch ends = new CountDownLatch(1);
    List<BatchReport<Write>> reports = new ArrayList<>();
    CountDownLatch asked = new CountDownLatch(1);
    BatchRun<Write> run =
        accepting()
            .withListener(
                new BatchListener<>() {
                  @Override
                  public void ended(BatchReport<Write> report) {
                    reports.add(report);
                    ends.countDown();
                  }
                })
            .start(deaf(asked));
    asked.await();
    run.cancel();
    run.cancel();
    ends.await();
    never.countDown();

    assertThat(run.report().get(LIMIT_SECONDS, TimeUnit.SECONDS)).isSameAs(reports.get(0));
    assertThat(reports).hasSize(1);
  }

  /** A source that waits until it is interrupted, and then ends in one of two ways. */
  private static Iterator<Write> interruptible(CountDownLatch asked, boolean throwing) {
    return new Iterator<>() {
      @Override
      public boolean hasNext() {
        asked.countDown();
        try {
          new CountDownLatch(1).await();
        } catch (InterruptedException stop) {
          if (throwing) {
            throw new IllegalStateException(stop);
          }
        }
        return false;
      }

      @Override
      public Write next() {
        throw new IllegalStateException();
      }
    };
  }

  @ParameterizedTest
  @ValueSource(booleans = {true, false})
  void the_interrupt_of_a_source_is_neither_its_failure_nor_its_end(boolean throwing)
      throws Exception {
    CountDownLatch asked = new CountDownLatch(1);
    BatchRun<Write> run = accepting().start(interruptible(asked, throwing));
    asked.await();
    run.cancel();
    BatchReport<Write> report = run.report().get(LIMIT_SECONDS, TimeUnit.SECONDS);

    assertThat(report.stopReason()).isEqualTo(StopReason.CANCELLED);
    assertThat(report.sourceFailure()).isEmpty();
    assertThat(report.sourceExhausted()).isFalse();
  }
}
