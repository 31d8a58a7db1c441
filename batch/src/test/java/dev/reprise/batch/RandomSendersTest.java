package dev.reprise.batch;

import static org.assertj.core.api.Assertions.assertThat;

import dev.reprise.Retry;
import dev.reprise.backoff.Backoff;
import dev.reprise.batch.operation.BatchReply;
import dev.reprise.batch.report.BatchCounts;
import dev.reprise.batch.report.BatchListener;
import dev.reprise.batch.report.BatchReport;
import dev.reprise.batch.report.DeadItemException;
import dev.reprise.batch.report.NotAttemptedException;
import dev.reprise.batch.report.SendResult;
import dev.reprise.batch.report.SenderClosedException;
import dev.reprise.budget.RetryBudget;
import dev.reprise.policy.RetryPolicy;
import java.io.IOException;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Queue;
import java.util.Random;
import java.util.TreeMap;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReference;
import java.util.logging.Level;
import java.util.logging.Logger;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Tests random senders, which several threads feed, flush and end at random; each has a seed. */
@Timeout(300)
class RandomSendersTest {

  private static final int SENDERS = 60;
  private static final int MANY_SENDERS = 1_000;
  private static final int MOST_ITEMS = 150;

  /** Referenced here, since loggers are held weakly. */
  private static final Logger LOGGER = Logger.getLogger("dev.reprise.batch");

  @BeforeAll
  static void silence_the_log() {
    LOGGER.setLevel(Level.OFF);
  }

  @AfterAll
  static void restore_the_log() {
    LOGGER.setLevel(null);
  }

  @Test
  void every_accepted_item_has_one_result_and_the_report_adds_up() {
    check(1, SENDERS);
  }

  @Test
  @Tag("proof")
  void a_thousand_senders_lose_and_duplicate_nothing() {
    check(SENDERS + 1, SENDERS + MANY_SENDERS);
  }

  private static void check(long from, long to) {
    for (long seed = from; seed <= to; seed++) {
      try {
        new RandomSender(seed).check();
      } catch (Throwable failure) {
        throw new AssertionError("seed " + seed, failure);
      }
    }
  }

  /** One sender, its producers, and the items that it accepted. */
  private static final class RandomSender {

    private final Random random;
    private final int keys;
    private final int room;
    private final Retry retry;
    private final ItemAccounts<Write> accounts = new ItemAccounts<>();
    private final AtomicInteger unsettled = new AtomicInteger();
    private final AtomicInteger mostUnsettled = new AtomicInteger();
    private final AtomicInteger versions = new AtomicInteger();
    private final Queue<CompletableFuture<SendResult>> accepted = new ConcurrentLinkedQueue<>();
    private final Queue<CompletableFuture<?>> flushes = new ConcurrentLinkedQueue<>();
    private final AtomicInteger completions = new AtomicInteger();
    private final Queue<Throwable> failures = new ConcurrentLinkedQueue<>();
    private final AtomicInteger endedEarly = new AtomicInteger();
    private final AtomicReference<@Nullable BatchReport<Write>> report = new AtomicReference<>();
    private final BatchSender<Write> sender;

    RandomSender(long seed) {
      random = new Random(seed);
      keys = random.nextBoolean() ? 5 : Integer.MAX_VALUE;
      retry = Retry.of(policy()).withBudget(RetryBudget.unlimited());
      int chunkSize = 1 + random.nextInt(8);
      int parallelism = 1 + random.nextInt(4);
      int kept = keys < Integer.MAX_VALUE ? 1 : 0;
      room = (4 + kept) * chunkSize * parallelism;
      Batch<Write> batch =
          random.nextBoolean()
              ? Batch.of(retry, this::answer)
              : Batch.ofAsync(retry, this::answerLater);
      sender = settings(batch.chunkSize(chunkSize).parallelism(parallelism)).sender();
    }

    private RetryPolicy policy() {
      return RetryPolicy.builder()
          .maxAttempts(1 + random.nextInt(4))
          .withoutTimeLimit()
          .backoff(Backoff.fixed(Duration.ofNanos(1 + random.nextInt(500_000))))
          .build();
    }

    private Batch<Write> settings(Batch<Write> batch) {
      Batch<Write> set =
          batch
              .linger(Duration.ofNanos(random.nextInt(2_000_000)))
              .stoppingOn(SecurityException.class::isInstance);
      if (keys < Integer.MAX_VALUE) {
        set =
            set.keyedBy(
                write -> write.key() % keys,
                random.nextBoolean() ? SameKey.WAITS : SameKey.REPLACES);
      }
      if (random.nextInt(4) == 0) {
        set = set.withListener(throwing());
      }
      if (random.nextInt(4) == 0) {
        set = set.maxWeight(10, write -> write.version() % 12);
      }
      return set.withListener(accounts)
          .withListener(
              new BatchListener<>() {
                @Override
                public void ended(BatchReport<Write> end) {
                  report.set(end);
                }
              });
    }

    private static BatchListener<Write> throwing() {
      return new BatchListener<>() {
        @Override
        public void itemsDone(List<Write> items) {
          throw new IllegalStateException("a listener that throws");
        }
      };
    }

    private @Nullable BatchReply<Write> answer(List<Write> chunk) throws Exception {
      int kind = ThreadLocalRandom.current().nextInt(400);
      if (kind == 0) {
        throw new SecurityException("expired");
      }
      return switch (kind / 10) {
        case 0 -> throw new IOException("refused");
        case 1 -> throw new AssertionError("a bug of the operation");
        case 2 -> null;
        case 3 -> throw new InterruptedException("somebody else's");
        case 4, 5, 6 -> BatchReply.nothingDone();
        case 7, 8, 9 -> BatchReply.unprocessed(chunk.subList(0, chunk.size() / 2));
        case 10 -> BatchReply.<Write>allDone().rejecting(chunk.get(0), "no");
        case 11 -> BatchReply.invalid("bad");
        default -> BatchReply.allDone();
      };
    }

    private CompletableFuture<BatchReply<Write>> answerLater(List<Write> chunk) {
      return CompletableFuture.supplyAsync(
          () -> {
            try {
              return answer(chunk);
            } catch (Exception failure) {
              throw new CompletionException(failure);
            }
          });
    }

    void check() throws InterruptedException {
      Thread[] producers = new Thread[1 + random.nextInt(4)];
      for (int i = 0; i < producers.length; i++) {
        Random own = new Random(random.nextLong());
        producers[i] = new Thread(() -> produce(own));
        producers[i].start();
      }
      for (Thread producer : producers) {
        producer.join();
      }
      sender.close();
      assertThat(failures).isEmpty();
      checkFutures(Objects.requireNonNull(report.get()));
    }

    private void produce(Random own) {
      try {
        int count = own.nextInt(MOST_ITEMS);
        for (int i = 0; i < count; i++) {
          step(own);
        }
      } catch (SenderClosedException ended) {
        endedEarly.incrementAndGet();
      } catch (Throwable failure) {
        failures.add(failure);
      }
    }

    private void step(Random own) throws InterruptedException {
      Write write = new Write(own.nextInt(1_000), versions.getAndIncrement());
      switch (own.nextInt(60)) {
        case 0, 1, 2 -> flushes.add(sender.flush());
        case 3 -> flushes.add(sender.whenRoom());
        case 4, 5, 6, 7 -> sender.trySend(write).ifPresent(this::follow);
        case 8 -> end(own);
        default -> follow(sender.send(write));
      }
    }

    private void end(Random own) {
      switch (own.nextInt(30)) {
        case 0 -> sender.cancel();
        case 1 -> sender.closeAsync();
        case 2 -> retry.shutdown();
        case 3 -> sender.close();
        case 4 -> sender.report().cancel(true);
        default -> flushes.add(sender.flush());
      }
    }

    /**
     * Counts an item until its future is complete. The end is counted first, because the future may
     * be complete already, and its room be used by another item.
     */
    private void follow(CompletableFuture<SendResult> future) {
      accepted.add(future);
      CompletableFuture<?> unused =
          future.whenComplete(
              (result, failure) -> {
                unsettled.decrementAndGet();
                completions.incrementAndGet();
              });
      mostUnsettled.accumulateAndGet(unsettled.incrementAndGet(), Math::max);
    }

    private void checkFutures(BatchReport<Write> end) {
      accounts.agreeBesideOthers(end);
      BatchCounts counts = end.counts();
      assertThat(counts.input()).isEqualTo(accepted.size());
      assertThat(completions).hasValue(accepted.size());
      assertThat(mostUnsettled.get()).isLessThanOrEqualTo(room);
      assertThat(flushes).allMatch(CompletableFuture::isDone);
      Map<String, Long> results = new TreeMap<>();
      accepted.forEach(future -> results.merge(resultOf(future), 1L, Long::sum));
      Map<String, Long> expected = new TreeMap<>();
      expected.put("DONE", counts.done());
      expected.put("SUPERSEDED", counts.superseded());
      expected.put("dead", counts.dead());
      expected.put("not attempted", counts.notAttempted());
      expected.values().removeIf(count -> count == 0);
      assertThat(results).isEqualTo(expected);
    }

    private static String resultOf(CompletableFuture<SendResult> future) {
      try {
        return String.valueOf(future.getNow(null));
      } catch (CompletionException failed) {
        if (failed.getCause() instanceof DeadItemException) {
          return "dead";
        }
        return failed.getCause() instanceof NotAttemptedException
            ? "not attempted"
            : String.valueOf(failed.getCause());
      }
    }
  }
}
