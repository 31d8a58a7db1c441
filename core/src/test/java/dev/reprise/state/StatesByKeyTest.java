package dev.reprise.state;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotSame;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.reprise.budget.RetryBudget;
import dev.reprise.time.TickSource;
import java.lang.reflect.Proxy;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.function.Predicate;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class StatesByKeyTest {

  private static final int MAX_KEYS = StatesByKey.MAX_KEYS;
  private static final int CANDIDATES = StatesByKey.CANDIDATES;
  private static final TickSource NO_CLOCK =
      () -> {
        throw new IllegalStateException("no clock");
      };

  private final StatesByKey states = new StatesByKey(RetryBudget.aws());
  private long now;

  private RetryState on(Object key) {
    return states.on(key, () -> now);
  }

  /** Fills all slots with keys and returns their states. */
  private Map<Object, RetryState> fill(Predicate<Integer> spent) {
    Map<Object, RetryState> made = new LinkedHashMap<>();
    for (int key = 0; key < MAX_KEYS; key++) {
      RetryState state = on(key);
      made.put(key, spent.test(key) ? spend(state) : state);
    }
    return made;
  }

  private static RetryState spend(RetryState state) {
    assertTrue(state.budget().tryAcquire(0));
    state.budget().permitReturned(false, 0);
    return state;
  }

  /** Selects more keys, whose states have used tokens if {@code spent} is true. */
  private void bring(int count, boolean spent) {
    for (int i = 0; i < count; i++) {
      RetryState state = on(new Object());
      if (spent) {
        spend(state);
      }
    }
  }

  @Test
  void return_the_same_state_for_the_same_key() {
    assertSame(on("a"), on(new String("a")));
    assertNotSame(on("a"), on("b"));
    assertEquals(2, states.size());
  }

  @Test
  void have_a_separate_budget_for_each_key() {
    RetryState one = on("one");
    RetryState other = on("other");

    while (one.budget().tryAcquire(1)) {
      one.budget().permitReturned(false, 1);
    }

    assertTrue(other.budget().tryAcquire(1));
  }

  @Test
  void read_the_clock_only_for_a_new_key() {
    RetryState known = on("known");

    assertSame(known, states.on("known", NO_CLOCK));
  }

  @Test
  void keep_nothing_for_a_key_if_the_clock_threw() {
    assertThrows(IllegalStateException.class, () -> states.on("new", NO_CLOCK));
    assertEquals(0, states.size());
  }

  /** For any order and any number of selections. */
  @ParameterizedTest
  @ValueSource(strings = {"unlimited", "standard", "bucket(500, 5)", "ratio(20%, 10/s, ttl=10s)"})
  void keep_all_states_up_to_their_bound(String budget) {
    StatesByKey own = new StatesByKey(RetryBudget.parse(budget));
    RetryState[] first = new RetryState[MAX_KEYS];
    Random random = new Random(MAX_KEYS);
    for (int call = 0; call < 5 * MAX_KEYS; call++) {
      int key = call < MAX_KEYS ? call : random.nextInt(MAX_KEYS);
      RetryState state = own.on(key, () -> now);
      first[key] = first[key] == null ? state : first[key];
      assertSame(first[key], state);
    }
    assertEquals(MAX_KEYS, own.size());
  }

  @ParameterizedTest
  @ValueSource(strings = {"unlimited", "standard", "bucket(500, 5)", "ratio(20%, 10/s, ttl=10s)"})
  void never_exceed_their_bound(String budget) {
    StatesByKey own = new StatesByKey(RetryBudget.parse(budget));
    for (int key = 0; key < 3 * MAX_KEYS; key++) {
      RetryState state = own.on(key, () -> now);
      state.callStarted(now);
      state.firstAttemptAccepted(now);
      assertEquals(Math.min(key + 1, MAX_KEYS), own.size());
    }
  }

  @Test
  void drop_idle_and_full_ones_first() {
    Map<Object, RetryState> made = fill(key -> key < MAX_KEYS / 2);

    bring(3 * MAX_KEYS, false);

    for (int key = 0; key < MAX_KEYS / 2; key++) {
      assertSame(made.get(key), on(key));
    }
  }

  /** Of the candidate groups, one in 32 is then completely spent, and loses a state. */
  @Test
  void drop_few_spent_ones_if_half_of_all_are_spent_at_random() {
    Random random = new Random(MAX_KEYS);
    Set<Object> spent = new HashSet<>();
    Map<Object, RetryState> made = fill(key -> random.nextBoolean() && spent.add(key));

    bring(3 * MAX_KEYS, false);

    long lost = spent.stream().filter(key -> on(key) != made.get(key)).count();
    assertTrue(lost <= 2 * (MAX_KEYS / CANDIDATES >> CANDIDATES), "lost " + lost);
  }

  @Test
  void find_the_only_idle_and_full_one_in_one_round() {
    Map<Object, RetryState> made = fill(key -> key != MAX_KEYS / 3);

    bring(MAX_KEYS / CANDIDATES, true);

    assertNotSame(made.get(MAX_KEYS / 3), on(MAX_KEYS / 3));
  }

  @Test
  void keep_a_full_one_whose_callers_are_retrying() {
    RetryState busy = on("busy");
    busy.retryingStarted();

    fill(key -> true);
    bring(3 * MAX_KEYS, true);

    assertSame(busy, on("busy"));
  }

  @Test
  void keep_a_full_one_whose_server_requested_a_pause() {
    RetryState paused = on("paused");
    paused.pause(1, now);

    fill(key -> false);
    bring(3 * MAX_KEYS, false);
    assertSame(paused, on("paused"));
  }

  @Test
  void keep_states_that_were_selected_again_while_others_were_not() {
    Map<Object, RetryState> made = fill(key -> true);
    for (int round = 0; round < 3 * CANDIDATES; round++) {
      for (int key = 0; key < MAX_KEYS / 10; key++) {
        assertSame(made.get(key), on(key));
      }
      bring(MAX_KEYS / CANDIDATES, true);
    }
  }

  @ParameterizedTest
  @ValueSource(booleans = {true, false})
  void keep_all_new_keys_that_alternate_after_others_are_no_longer_selected(boolean spent) {
    fill(key -> spent);
    Map<Object, RetryState> made = new LinkedHashMap<>();
    for (int key = MAX_KEYS; key < MAX_KEYS + MAX_KEYS / 2; key++) {
      RetryState state = on(key);
      made.put(key, spent ? spend(state) : state);
    }

    made.forEach((key, state) -> assertSame(state, on(key)));
  }

  /** One round examines all states, so one that was selected before it is not the oldest. */
  @Test
  void then_drop_those_that_were_not_selected_for_longest() {
    Map<Object, RetryState> made = fill(key -> true);
    bring(MAX_KEYS / CANDIDATES, true);
    for (int key = MAX_KEYS / 2; key < MAX_KEYS; key++) {
      made.put(key, spend(on(key)));
    }

    bring(MAX_KEYS / CANDIDATES, true);

    for (int key = MAX_KEYS / 2; key < MAX_KEYS; key++) {
      assertSame(made.get(key), on(key));
    }
  }

  @Test
  void drop_a_retrying_one_if_all_are_retrying() {
    fill(key -> true).values().forEach(RetryState::retryingStarted);

    RetryState further = on("further");

    assertSame(further, on("further"));
    assertEquals(MAX_KEYS, states.size());
  }

  @Test
  void return_the_state_that_another_thread_created_in_the_meantime() {
    RetryState[] other = new RetryState[1];
    RetryState state =
        states.on(
            "key",
            () -> {
              other[0] = on("key");
              return 0;
            });

    assertSame(other[0], state);
    assertEquals(1, states.size());
  }

  /**
   * All other keys are selected while one key searches, so that another thread uses the chosen
   * slot.
   */
  @Test
  void search_again_if_another_thread_used_the_chosen_slot() {
    Deque<Runnable> hooks = new ArrayDeque<>();
    StatesByKey own = new StatesByKey(neverFull(hooks));
    for (int key = 0; key < MAX_KEYS; key++) {
      own.on(key, () -> 0);
    }
    Runnable round =
        () -> {
          for (int key = 0; key < MAX_KEYS / CANDIDATES; key++) {
            own.on(MAX_KEYS + key, () -> 0);
          }
        };
    hooks.add(round);

    RetryState further = own.on("further", () -> 0);

    assertTrue(hooks.isEmpty());
    assertSame(further, own.on("further", NO_CLOCK));
    assertEquals(MAX_KEYS, own.size());
  }

  /** Runs a hook, if there is one, in each query whether it is full. */
  private static RetryBudget neverFull(Deque<Runnable> hooks) {
    return (RetryBudget)
        Proxy.newProxyInstance(
            RetryBudget.class.getClassLoader(),
            new Class<?>[] {RetryBudget.class},
            (proxy, method, args) -> {
              if (method.getName().equals("newInstance")) {
                return proxy;
              }
              if (method.getName().equals("isFull")) {
                if (!hooks.isEmpty()) {
                  hooks.remove().run();
                }
                return false;
              }
              return method.invoke(RetryBudget.none(), args);
            });
  }
}
