package dev.reprise.state;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotSame;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.reprise.LogCapture;
import dev.reprise.budget.RetryBudget;
import java.lang.reflect.Proxy;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.OptionalDouble;
import java.util.logging.Level;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

class GuardedBudgetTest {

  private final List<String> told = new ArrayList<>();

  /**
   * A budget that does not belong to this library: returns the given value, or throws if there is
   * none.
   */
  private RetryBudget foreign(Map<String, ?> answers) {
    return (RetryBudget)
        Proxy.newProxyInstance(
            RetryBudget.class.getClassLoader(),
            new Class<?>[] {RetryBudget.class},
            (proxy, method, args) -> {
              if (method.getName().equals("toString")) {
                return "foreign";
              }
              told.add(method.getName() + (args == null ? "" : Arrays.asList(args)));
              if (method.getReturnType() == void.class && answers.containsKey("void")) {
                return null;
              }
              @Nullable Object answer = answers.get(method.getName());
              if (answer == null && !answers.containsKey(method.getName())) {
                throw new IllegalStateException("a bug in a budget");
              }
              return answer;
            });
  }

  @Test
  void budgets_of_the_library_need_no_guard() {
    RetryBudget own = RetryBudget.standard();
    assertSame(own, GuardedBudget.of(own));

    RetryBudget guarded = GuardedBudget.of(foreign(Map.of()));
    assertTrue(guarded instanceof GuardedBudget);
    assertSame(guarded, GuardedBudget.of(guarded));
  }

  @Test
  void one_that_throws_grants_nothing_and_is_logged_once() {
    for (String first :
        List.of("tell", "readsTicks", "ask", "price", "newInstance", "full", "level", "pays")) {
      try (LogCapture log = new LogCapture(Level.WARNING)) {
        RetryBudget budget = GuardedBudget.of(foreign(Map.of()));
        use(first, budget);
        assertEquals(1, log.lines().size(), first);
        assertTrue(log.lines().get(0).contains("this is logged only once"), first);
        use("tell", budget);
        use("ask", budget);
        assertEquals(1, log.lines().size(), first);
      }
    }
  }

  private static void use(String what, RetryBudget budget) {
    switch (what) {
      case "tell" -> budget.callStarted(1);
      case "readsTicks" -> assertTrue(budget.readsTicks(), "it may");
      case "ask" -> assertFalse(budget.tryAcquire(1));
      case "price" -> assertFalse(budget.tryAcquire(2, 1));
      case "newInstance" -> assertSame(budget, budget.newInstance());
      case "full" -> assertFalse(budget.isFull(1));
      case "level" -> assertEquals(OptionalDouble.empty(), budget.level(1));
      default -> assertEquals(0, budget.retriesWhenFull());
    }
  }

  @Test
  void one_that_does_not_throw_is_called_unchanged() {
    RetryBudget other = RetryBudget.none();
    for (boolean answer : new boolean[] {true, false}) {
      RetryBudget budget =
          GuardedBudget.of(
              foreign(
                  Map.of(
                      "void", "",
                      "readsTicks", answer,
                      "tryAcquire", answer,
                      "isFull", answer,
                      "newInstance", other,
                      "level", OptionalDouble.of(0.5),
                      "retriesWhenFull", 7L)));
      assertEquals(answer, budget.readsTicks());
      assertEquals(answer, budget.tryAcquire(1));
      assertEquals(answer, budget.tryAcquire(3, 1));
      assertEquals(answer, budget.isFull(1));
      assertSame(other, budget.newInstance());
      assertEquals(0.5, budget.level(1).orElseThrow());
      assertEquals(7, budget.retriesWhenFull());
      assertEquals("foreign", budget.toString());
    }
  }

  @Test
  void all_notifications_reach_it() {
    RetryBudget budget = GuardedBudget.of(foreign(Map.of("void", "")));
    budget.callStarted(1);
    budget.firstAttemptSucceeded(2);
    budget.firstAttemptFailed(3);
    budget.permitReturned(true, 4);
    budget.permitReturned(5, false, 5);
    budget.callFinished(6);
    assertEquals(
        List.of(
            "callStarted[1]",
            "firstAttemptSucceeded[2]",
            "firstAttemptFailed[3]",
            "permitReturned[true, 4]",
            "permitReturned[5, false, 5]",
            "callFinished[6]"),
        told);
  }

  @Test
  void each_key_gets_its_own_guarded_budget() {
    StatesByKey states = new StatesByKey(foreign(Map.of("newInstance", foreign(Map.of()))));
    RetryState one = states.on("one", () -> 0);
    assertNotSame(one.budget(), one.permits());
    try (LogCapture log = new LogCapture(Level.WARNING)) {
      assertFalse(one.tryAcquire(1));
      assertEquals(1, log.lines().size());
    }
  }
}
