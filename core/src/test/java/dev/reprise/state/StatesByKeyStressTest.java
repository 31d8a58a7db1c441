package dev.reprise.state;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.reprise.budget.RetryBudget;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicReferenceArray;
import java.util.function.IntConsumer;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Four threads that select keys at once, known keys and new ones. */
class StatesByKeyStressTest {

  private static final int MAX_KEYS = StatesByKey.MAX_KEYS;
  private static final int THREADS = 4;
  private static final int KEYS = 5 * MAX_KEYS;

  private StatesByKey states = new StatesByKey(RetryBudget.aws());

  private static void inParallel(IntConsumer work) throws Exception {
    CountDownLatch together = new CountDownLatch(THREADS);
    ExecutorService pool = Executors.newFixedThreadPool(THREADS);
    try {
      List<Future<?>> running = new ArrayList<>();
      for (int thread = 0; thread < THREADS; thread++) {
        int number = thread;
        running.add(
            pool.submit(
                () -> {
                  together.countDown();
                  together.await();
                  work.accept(number);
                  return null;
                }));
      }
      for (Future<?> one : running) {
        one.get();
      }
    } finally {
      pool.shutdownNow();
    }
  }

  private RetryState on(Object key) {
    return states.on(key, () -> 0);
  }

  /**
   * All threads select the same keys, each in a different order, so that they select new keys at
   * the same time.
   */
  @Test
  void all_threads_get_the_same_state_of_a_key_up_to_the_bound() throws Exception {
    AtomicReferenceArray<RetryState> made = new AtomicReferenceArray<>(MAX_KEYS);
    inParallel(
        thread -> {
          Random random = new Random(thread);
          for (int call = 0; call < KEYS; call++) {
            int key = call < MAX_KEYS ? (call + thread) % MAX_KEYS : random.nextInt(MAX_KEYS);
            RetryState state = on(key);
            made.compareAndSet(key, null, state);
            assertSame(made.get(key), state);
          }
        });
    assertEquals(MAX_KEYS, states.size());
  }

  /** One state more for each thread while they select keys, and no more afterwards. */
  @ParameterizedTest
  @ValueSource(strings = {"unlimited", "standard", "bucket(500, 5)"})
  void a_flood_of_keys_respects_the_bound(String budget) throws Exception {
    states = new StatesByKey(RetryBudget.parse(budget));
    inParallel(
        thread -> {
          Random random = new Random(thread);
          for (int call = 0; call < KEYS; call++) {
            RetryState state = on(random.nextInt(3 * MAX_KEYS));
            if (random.nextInt(4) == 0 && state.tryAcquire(0)) {
              state.permitUnused(0);
            }
            int size = states.size();
            assertTrue(size <= MAX_KEYS + THREADS, "size " + size);
          }
        });
    assertEquals(MAX_KEYS, states.size());
    for (int key = 0; key < MAX_KEYS; key++) {
      on(new Object());
      assertEquals(MAX_KEYS, states.size());
    }
  }

  @Test
  void a_flood_of_keys_keeps_the_states_of_calls_that_retry() throws Exception {
    RetryState[] busy = new RetryState[MAX_KEYS / 10];
    Arrays.setAll(busy, key -> on("busy " + key));
    Arrays.stream(busy).forEach(RetryState::retryingStarted);
    inParallel(
        thread -> {
          for (int call = 0; call < KEYS; call++) {
            RetryState state = on(call * THREADS + thread);
            assertTrue(state.tryAcquire(0));
            state.permitUnused(0);
            int key = call % busy.length;
            assertSame(busy[key], on("busy " + key));
          }
        });
  }
}
