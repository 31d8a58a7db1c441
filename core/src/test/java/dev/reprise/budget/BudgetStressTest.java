package dev.reprise.budget;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.time.Duration;
import java.util.Random;
import java.util.concurrent.Callable;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Four threads with 200,000 operations each: no budget grants more than it has, and no token is
 * lost.
 */
class BudgetStressTest {

  private static final int THREADS = 4;
  private static final int OPERATIONS = 200_000;

  @ParameterizedTest
  @ValueSource(strings = {"bucket(100, 5)", "bucket(1000, 7)", "standard"})
  void a_bucket_never_grants_more_than_it_received(String text) throws Exception {
    RetryBudget budget = RetryBudget.parse(text);
    long cost = budget instanceof StandardBudget ? 5 : text.contains("7") ? 7 : 5;
    long capacity = available(budget);
    long[] totals =
        inParallel(
            thread -> {
              Random random = new Random(thread);
              long rewards = 0;
              long granted = 0;
              for (int i = 0; i < OPERATIONS; i++) {
                if (random.nextInt(4) > 0) {
                  budget.firstAttemptSucceeded(0);
                  rewards++;
                } else if (budget.tryAcquire(0)) {
                  boolean success = random.nextInt(10) == 0;
                  budget.permitReturned(success, 0);
                  rewards += success ? cost : 0;
                  granted++;
                }
                long available = available(budget);
                assertTrue(available >= 0 && available <= capacity, "available " + available);
              }
              return new long[] {rewards, granted};
            });
    assertTrue(totals[1] * cost <= capacity + totals[0], totals[1] + " granted");
    assertTrue(totals[1] > 0);
  }

  private static long available(RetryBudget budget) {
    return budget instanceof StandardBudget standard
        ? standard.available()
        : ((BucketBudget) budget).available();
  }

  @ParameterizedTest
  @ValueSource(
      strings = {"standard", "bucket(1000000, 5)", "ratio(0%, 1000/s)", "inFlight(0%, min=100)"})
  void grants_all_of_a_full_budget_and_no_more(String text) throws Exception {
    RetryBudget budget = RetryBudget.parse(text);
    long held = budget instanceof InFlightBudget ? 100 : budget.retriesWhenFull();
    long[] totals =
        inParallel(
            thread -> {
              long granted = 0;
              for (int i = 0; i < OPERATIONS / 2; i++) {
                granted += budget.tryAcquire(0) ? 1 : 0;
              }
              return new long[] {granted};
            });
    assertEquals(held, totals[0]);
  }

  @Test
  void a_ratio_grants_its_share_of_all_calls_and_no_more() throws Exception {
    RetryBudget budget = RetryBudget.ratio(20, 0, Duration.ofSeconds(10));
    long[] totals =
        inParallel(
            thread -> {
              long granted = 0;
              for (int i = 0; i < OPERATIONS; i++) {
                budget.callStarted(0);
                granted += i % 3 == 0 && budget.tryAcquire(0) ? 1 : 0;
              }
              return new long[] {granted};
            });
    long share = THREADS * OPERATIONS / 5;
    assertTrue(totals[0] <= share, totals[0] + " of " + share);
    assertEquals(share - totals[0], Calls.drain(budget, 0));
  }

  @Test
  void calls_in_progress_never_exceed_their_common_limit() throws Exception {
    InFlightBudget budget = new InFlightBudget(20, 0);
    for (int i = 0; i < 40; i++) {
      budget.callStarted(0);
    }
    AtomicInteger held = new AtomicInteger();
    inParallel(
        thread -> {
          Random random = new Random(thread);
          int mine = 0;
          for (int i = 0; i < OPERATIONS; i++) {
            if (random.nextBoolean() && budget.tryAcquire(0)) {
              mine++;
              assertTrue(held.incrementAndGet() <= 8);
            } else if (mine > 0) {
              mine--;
              held.decrementAndGet();
              budget.permitReturned(random.nextBoolean(), 0);
            }
          }
          for (; mine > 0; mine--) {
            held.decrementAndGet();
            budget.permitReturned(false, 0);
          }
          return new long[0];
        });
    assertEquals(0, budget.retries());
  }

  @Test
  void the_count_of_calls_in_progress_returns_to_zero() throws Exception {
    RetryBudget budget = RetryBudget.envoy();
    inParallel(
        thread -> {
          Random random = new Random(thread);
          for (int i = 0; i < OPERATIONS / 2; i++) {
            Calls.call(budget, 3, 0, random::nextBoolean);
          }
          return new long[0];
        });
    assertTrue(budget.isFull(0));
  }

  @Test
  void a_throttle_stays_within_its_bounds() throws Exception {
    GrpcBudget budget = new GrpcBudget(10, 0.7);
    inParallel(
        thread -> {
          Random random = new Random(thread);
          for (int i = 0; i < OPERATIONS; i++) {
            if (random.nextBoolean()) {
              budget.firstAttemptSucceeded(0);
            } else {
              budget.firstAttemptFailed(0);
            }
            long left = budget.availableThousandths();
            assertTrue(left >= 0 && left <= 10_000, "left " + left);
          }
          return new long[0];
        });
  }

  @Test
  void a_window_loses_no_count_while_it_advances() throws Exception {
    CountWindow window = new CountWindow(10 * Calls.SECOND, 1);
    long[] totals =
        inParallel(
            thread -> {
              for (int i = 0; i < OPERATIONS; i++) {
                window.add(0, i * 9L * 1_000); // 9 s in all, so the window contains every event
              }
              return new long[] {OPERATIONS};
            });
    assertEquals(totals[0], window.sum(0, 0));
  }

  private interface Work {
    long[] run(int thread) throws Exception;
  }

  private static long[] inParallel(Work work) throws Exception {
    ExecutorService threads = Executors.newFixedThreadPool(THREADS);
    try {
      CountDownLatch ready = new CountDownLatch(THREADS);
      var futures =
          IntStream.range(0, THREADS).mapToObj(i -> threads.submit(task(work, ready, i))).toList();
      long[] totals = new long[2];
      for (Future<long[]> future : futures) {
        long[] part = future.get();
        for (int i = 0; i < part.length; i++) {
          totals[i] += part[i];
        }
      }
      return totals;
    } finally {
      threads.shutdownNow();
    }
  }

  private static Callable<long[]> task(Work work, CountDownLatch ready, int thread) {
    return () -> {
      ready.countDown();
      ready.await();
      return work.run(thread);
    };
  }
}
