package dev.reprise.idempotency.testing;

import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.reprise.idempotency.store.Claim;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.junit.jupiter.api.Test;

/** Several threads that claim the same key at the same time. */
class ConcurrencyScenarios extends StoreScenarios {

  private static final int THREADS = 8;
  private static final int ROUNDS = 20;

  ConcurrencyScenarios(StoreFactory factory) {
    super(factory);
  }

  @Test
  void grants_a_key_to_one_of_many_threads() throws Exception {
    for (int round = 0; round < ROUNDS; round++) {
      String key = key("round " + round);
      List<Claim> claims = inParallel(THREADS, () -> store.claim(key, REQUEST));
      assertEquals(1, claims.stream().filter(Claim.Granted.class::isInstance).count());
    }
  }

  @Test
  void grants_a_crashed_holders_key_to_one_of_many_threads() throws Exception {
    for (int round = 0; round < ROUNDS; round++) {
      String key = key("round " + round);
      granted(key);
      clock.move(LEASE);
      List<Claim> claims = inParallel(THREADS, () -> store.claim(key, REQUEST));
      assertEquals(1, claims.stream().filter(Claim.Granted.class::isInstance).count());
    }
  }

  @Test
  void records_one_outcome_of_many_threads() throws Exception {
    for (int round = 0; round < ROUNDS; round++) {
      String key = key("round " + round);
      long token = granted(key);
      List<Boolean> records = inParallel(THREADS, () -> store.record(key, token, OUTCOME));
      assertEquals(1, records.stream().filter(recorded -> recorded).count());
    }
  }

  @Test
  void records_one_outcome_of_a_stale_holder_and_newer_ones() throws Exception {
    for (int round = 0; round < ROUNDS; round++) {
      String key = key("round " + round);
      long stale = granted(key);
      clock.move(LEASE);
      List<Boolean> records =
          inParallel(THREADS, () -> store.record(key, takenOver(key, stale), OUTCOME));
      assertEquals(1, records.stream().filter(recorded -> recorded).count());
    }
  }

  @Test
  void grants_many_threads_different_tokens() throws Exception {
    List<Long> tokens = inParallel(THREADS, () -> granted(key(Thread.currentThread().getName())));
    assertEquals(THREADS, tokens.stream().distinct().count());
  }

  /** Returns a new token, or the stale one if a different call has claimed the key. */
  private long takenOver(String key, long stale) {
    return store.claim(key, REQUEST) instanceof Claim.Granted granted ? granted.token() : stale;
  }

  private static <R> List<R> inParallel(int threads, Callable<R> work) throws Exception {
    CountDownLatch ready = new CountDownLatch(threads);
    ExecutorService pool = Executors.newFixedThreadPool(threads);
    try {
      List<Future<R>> futures = new ArrayList<>();
      for (int thread = 0; thread < threads; thread++) {
        futures.add(
            pool.submit(
                () -> {
                  ready.countDown();
                  ready.await();
                  return work.call();
                }));
      }
      List<R> results = new ArrayList<>();
      for (Future<R> future : futures) {
        results.add(future.get());
      }
      return results;
    } finally {
      pool.shutdownNow();
    }
  }
}
