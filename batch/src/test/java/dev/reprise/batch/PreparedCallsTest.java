package dev.reprise.batch;

import static dev.reprise.batch.Batches.writes;
import static org.assertj.core.api.Assertions.assertThat;

import dev.reprise.Retry;
import dev.reprise.backoff.Backoff;
import dev.reprise.batch.journal.BatchJournal;
import dev.reprise.batch.operation.BatchReply;
import dev.reprise.batch.operation.ItemFailure;
import dev.reprise.batch.report.BatchCall;
import dev.reprise.batch.report.BatchListener;
import dev.reprise.batch.report.BatchReport;
import dev.reprise.classify.FailureKind;
import dev.reprise.decision.StopReason;
import dev.reprise.policy.RetryPolicy;
import java.nio.file.Path;
import java.time.Duration;
import java.util.AbstractCollection;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Runs on real threads, whose next calls are prepared while their calls are in progress. */
@Timeout(60)
class PreparedCallsTest {

  private static final RetryPolicy AT_ONCE =
      RetryPolicy.builder().maxAttempts(3).backoff(Backoff.fixed(Duration.ofNanos(1000))).build();

  private static final RetryPolicy IN_AN_HOUR =
      RetryPolicy.builder().withoutTimeLimit().backoff(Backoff.fixed(Duration.ofHours(1))).build();

  /** Items of which each that is read is reported. */
  private static final class Watched extends AbstractCollection<Write> {

    private final List<Write> items;
    private final AtomicInteger read = new AtomicInteger();
    private final Map<Integer, CountDownLatch> awaited = new ConcurrentHashMap<>();

    private Watched(int count) {
      items = writes(count);
    }

    private CountDownLatch whenRead(int count) {
      return awaited.computeIfAbsent(count, same -> new CountDownLatch(1));
    }

    @Override
    public int size() {
      return items.size();
    }

    @Override
    public Iterator<Write> iterator() {
      Iterator<Write> inner = items.iterator();
      return new Iterator<>() {
        @Override
        public boolean hasNext() {
          return inner.hasNext();
        }

        @Override
        public Write next() {
          Write item = inner.next();
          whenRead(read.incrementAndGet()).countDown();
          return item;
        }
      };
    }
  }

  @Test
  void the_next_call_is_prepared_while_one_is_in_progress() {
    Watched items = new Watched(30);
    BatchReport<Write> report =
        Batch.of(
                RetryPolicy.none(),
                (List<Write> chunk) -> {
                  items.whenRead(20).await();
                  return BatchReply.<Write>allDone();
                })
            .chunkSize(10)
            .parallelism(1)
            .run(items);

    assertThat(report.allDone()).isTrue();
    assertThat(report.counts().done()).isEqualTo(30);
  }

  @Test
  void with_a_journal_no_call_is_prepared(@TempDir Path folder) {
    Watched items = new Watched(50);
    List<Integer> readAtStart = Collections.synchronizedList(new ArrayList<>());
    BatchReport<Write> report =
        Batch.of(
                RetryPolicy.none(),
                (List<Write> chunk) -> {
                  readAtStart.add(items.read.get());
                  return BatchReply.<Write>allDone();
                })
            .chunkSize(10)
            .parallelism(1)
            .journaledIn(BatchJournal.in(folder.resolve("journal")), Write::hashCode)
            .run(items);

    assertThat(report.allDone()).isTrue();
    assertThat(readAtStart).containsExactly(10, 20, 30, 40, 50);
  }

  @Test
  void after_a_failure_that_stops_the_run_nothing_is_sent() {
    Watched items = new Watched(100);
    AtomicInteger calls = new AtomicInteger();
    BatchReport<Write> report =
        Batch.of(
                RetryPolicy.none(),
                (List<Write> chunk) -> {
                  items.whenRead(20).await();
                  calls.incrementAndGet();
                  throw new IllegalStateException("expired");
                })
            .chunkSize(10)
            .parallelism(1)
            .stoppingOn(failure -> true)
            .run(items);

    assertThat(calls).hasValue(1);
    assertThat(report.stopReason()).isEqualTo(StopReason.NOT_RETRYABLE);
    assertThat(report.counts().dead()).isEqualTo(10);
    assertThat(report.counts().notAttempted()).isEqualTo(90);
  }

  @Test
  void a_cancelled_run_accounts_for_prepared_items() {
    Watched items = new Watched(100);
    CountDownLatch entered = new CountDownLatch(1);
    BatchRun<Write> run =
        Batch.of(
                RetryPolicy.none(),
                (List<Write> chunk) -> {
                  entered.countDown();
                  new CountDownLatch(1).await();
                  return BatchReply.<Write>allDone();
                })
            .chunkSize(10)
            .parallelism(1)
            .start(items);
    await(entered);
    await(items.whenRead(20));
    run.cancel();
    BatchReport<Write> report = run.report().join();

    assertThat(report.stopReason()).isEqualTo(StopReason.CANCELLED);
    assertThat(report.counts().dead()).isEqualTo(10);
    assertThat(report.counts().notAttempted()).isEqualTo(90);
  }

  /**
   * The first call leaves items for two reasons, so two retries wait; each of them has the place of
   * a parallel call, and the second call has none to pass on.
   */
  @Test
  void a_call_that_ends_while_waits_have_all_places_is_not_followed_by_another() {
    Thread coordinator = Thread.currentThread();
    Retry retry = Retry.of(IN_AN_HOUR);
    CountDownLatch inFlight = new CountDownLatch(1);
    CountDownLatch bothWait = new CountDownLatch(1);
    AtomicInteger calls = new AtomicInteger();
    BatchReport<Write> report =
        Batch.of(
                retry,
                (List<Write> chunk) -> {
                  calls.incrementAndGet();
                  if (chunk.get(0).version() == 0) {
                    inFlight.await();
                    return leftForTwoReasons();
                  }
                  inFlight.countDown();
                  bothWait.await();
                  while (coordinator.getState() != Thread.State.TIMED_WAITING) {
                    Thread.onSpinWait();
                  }
                  return BatchReply.<Write>allDone();
                })
            .chunkSize(10)
            .parallelism(2)
            .withListener(
                new BatchListener<Write>() {
                  @Override
                  public void callEnded(BatchCall call) {
                    if (call.unprocessed() > 0) {
                      bothWait.countDown();
                    } else {
                      retry.shutdown();
                    }
                  }
                })
            .run(writes(100));

    assertThat(calls).hasValue(2);
    assertThat(report.counts().done()).isEqualTo(10 + 4);
    assertThat(report.counts().dead()).isEqualTo(6);
    assertThat(report.counts().notAttempted()).isEqualTo(80);
  }

  private static BatchReply<Write> leftForTwoReasons() {
    BatchReply<Write> reply = BatchReply.allDone();
    for (int i = 0; i < 6; i++) {
      FailureKind kind = i < 3 ? FailureKind.THROTTLED : FailureKind.TRANSIENT;
      reply = reply.leavingAt(i, ItemFailure.of(kind, "busy"));
    }
    return reply;
  }

  /** Random replies: no item is lost, keys keep their order, and there are never too many calls. */
  @Test
  void random_replies_lose_no_item() {
    ExecutorService threads = Executors.newCachedThreadPool();
    try {
      for (long seed = 0; seed < 300; seed++) {
        randomRun(new Random(seed), threads);
      }
    } finally {
      threads.shutdown();
    }
  }

  private static void randomRun(Random random, ExecutorService threads) {
    int count = random.nextInt(400);
    int parallelism = 1 + random.nextInt(4);
    int failing = random.nextInt(3) * 10;
    boolean keyed = random.nextBoolean();
    AtomicInteger running = new AtomicInteger();
    Map<Write, AtomicInteger> sent = new ConcurrentHashMap<>();
    Map<Integer, Write> inProgress = new ConcurrentHashMap<>();
    Map<Integer, Integer> versions = new ConcurrentHashMap<>();
    ItemAccounts<Write> accounts = new ItemAccounts<>();
    List<Throwable> broken = Collections.synchronizedList(new ArrayList<>());
    long seed = random.nextLong();
    Batch<Write> batch =
        Batch.of(
                AT_ONCE,
                (List<Write> chunk) -> {
                  try {
                    assertThat(running.incrementAndGet()).isLessThanOrEqualTo(parallelism);
                    for (Write write : chunk) {
                      sent.computeIfAbsent(write, same -> new AtomicInteger()).incrementAndGet();
                      if (keyed) {
                        assertThat(inProgress.put(write.key(), write)).isNull();
                        assertThat(versions.merge(write.key(), write.version(), Math::max))
                            .isEqualTo(write.version());
                      }
                    }
                  } catch (AssertionError error) {
                    broken.add(error);
                  }
                  int dice =
                      new Random(
                              seed + sent.get(chunk.get(0)).get() * 31L + chunk.get(0).hashCode())
                          .nextInt(100);
                  chunk.forEach(write -> inProgress.remove(write.key()));
                  running.decrementAndGet();
                  if (dice < failing / 2) {
                    throw new IllegalStateException("fails");
                  }
                  return dice < failing
                      ? BatchReply.unprocessed(chunk.subList(0, (chunk.size() + 1) / 2))
                      : BatchReply.<Write>allDone();
                })
            .chunkSize(1 + random.nextInt(10))
            .parallelism(parallelism)
            .withListener(accounts);
    List<Write> items = IntStream.range(0, count).mapToObj(i -> new Write(i % 20, i)).toList();
    Batch<Write> ordered = keyed ? batch.keyedBy(Write::key) : batch;
    BatchReport<Write> report =
        (random.nextBoolean() ? ordered.withExecutor(threads) : ordered).run(items);

    assertThat(broken).isEmpty();
    assertThat(report.counts().accounted()).isEqualTo(count);
    assertThat(sent).hasSize(count);
    if (failing == 0) {
      assertThat(sent.values()).allMatch(times -> times.get() == 1);
    }
    accounts.agreeWith(report);
  }

  private static void await(CountDownLatch latch) {
    try {
      latch.await();
    } catch (InterruptedException interrupt) {
      throw new IllegalStateException(interrupt);
    }
  }
}
