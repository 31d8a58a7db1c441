package dev.reprise.state;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotSame;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.reprise.budget.RetryBudget;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CyclicBarrier;
import org.junit.jupiter.api.Test;

class StatesByKeyTest {

  private static final int MOST = StatesByKey.MOST;

  private final StatesByKey states = new StatesByKey(RetryBudget.aws());

  @Test
  void answer_with_the_same_state_for_the_same_key() {
    assertSame(states.on("a", 1), states.on(new String("a"), 2));
    assertNotSame(states.on("a", 3), states.on("b", 3));
    assertEquals(2, states.size());
  }

  @Test
  void have_a_budget_each() {
    RetryState one = states.on("one", 1);
    RetryState other = states.on("other", 1);

    while (one.budget().tryAcquire(1)) {
      one.budget().permitReturned(false, 1);
    }

    assertTrue(other.budget().tryAcquire(1));
  }

  @Test
  void never_become_more_than_their_bound() {
    for (int key = 0; key < 10 * MOST; key++) {
      states.on(key, key);
      assertTrue(states.size() <= MOST, "after key " + key);
    }
  }

  @Test
  void let_those_go_first_that_are_idle_and_full() {
    List<RetryState> spent = new ArrayList<>();
    for (int key = 0; key < MOST / 2; key++) {
      spent.add(spend(states.on(key, key)));
    }
    for (int key = MOST / 2; key <= MOST; key++) {
      states.on(key, key);
    }

    assertTrue(states.size() < MOST);
    for (int key = 0; key < MOST / 2; key++) {
      assertSame(spent.get(key), states.on(key, 2 * MOST));
    }
  }

  @Test
  void keep_a_full_one_whose_callers_are_retrying() {
    RetryState busy = states.on("busy", 0);
    busy.retryingBegins();
    for (int key = 0; key < MOST; key++) {
      states.on(key, key);
    }

    assertSame(busy, states.on("busy", MOST));
  }

  @Test
  void let_those_go_next_that_were_not_used_for_longest() {
    List<RetryState> first = new ArrayList<>();
    for (int key = 0; key < MOST; key++) {
      first.add(spend(states.on(key, key)));
    }
    states.on(0, MOST);

    spend(states.on("one too many", MOST + 1));

    assertTrue(states.size() < MOST);
    assertSame(first.get(0), states.on(0, MOST + 2));
    assertSame(first.get(MOST - 1), states.on(MOST - 1, MOST + 2));
    assertNotSame(first.get(1), states.on(1, MOST + 2));
  }

  @Test
  void order_ticks_across_their_wrap() {
    long start = Long.MAX_VALUE - MOST / 2;
    List<RetryState> all = new ArrayList<>();
    for (int key = 0; key <= MOST; key++) {
      all.add(spend(states.on(key, start + key)));
    }

    assertSame(all.get(MOST - 1), states.on(MOST - 1, start + MOST + 1));
    assertNotSame(all.get(0), states.on(0, start + MOST + 1));
  }

  @Test
  void never_let_the_one_go_that_is_asked_for() {
    for (int key = 0; key < MOST; key++) {
      spend(states.on(key, MOST));
    }

    RetryState asked = states.on("asked", 0);

    assertSame(asked, states.on("asked", MOST));
  }

  @Test
  void stay_within_their_bound_when_many_threads_bring_keys() throws Exception {
    int threads = 4;
    CyclicBarrier together = new CyclicBarrier(threads);
    List<Thread> running = new ArrayList<>();
    for (int thread = 0; thread < threads; thread++) {
      int first = thread * 5_000;
      running.add(new Thread(() -> bring(together, first)));
    }
    running.forEach(Thread::start);
    for (Thread thread : running) {
      thread.join();
    }

    assertTrue(states.size() <= MOST + threads, "size " + states.size());
  }

  private void bring(CyclicBarrier together, int first) {
    try {
      together.await();
    } catch (Exception failure) {
      throw new IllegalStateException(failure);
    }
    for (int key = first; key < first + 5_000; key++) {
      spend(states.on(key, key));
    }
  }

  private static RetryState spend(RetryState state) {
    assertTrue(state.budget().tryAcquire(0));
    state.budget().permitReturned(false, 0);
    return state;
  }
}
