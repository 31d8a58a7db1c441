package dev.reprise.rewrite;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledForJreRange;
import org.junit.jupiter.api.condition.JRE;
import org.openrewrite.Recipe;

/** Code with Failsafe that stays as it is, with a comment. */
@EnabledForJreRange(
    max = JRE.JAVA_20,
    disabledReason = "the parser of OpenRewrite for Java 17 runs on JDK 17 to 20")
class FailsafeLeftoverTest extends RecipeTest {

  @Override
  Recipe recipe() {
    return new FromFailsafe();
  }

  @Test
  void listeners_of_a_policy_are_not_translated() {
    migrates(
        """
        import dev.failsafe.Failsafe;
        import dev.failsafe.RetryPolicy;

        class Orders {
          private final RetryPolicy<String> policy =
              RetryPolicy.<String>builder().onRetry(event -> System.out.println(event)).build();

          String find(String id) {
            return Failsafe.with(policy).get(() -> id);
          }
        }
        """,
        """
        import dev.failsafe.Failsafe;
        import dev.failsafe.RetryPolicy;

        class Orders {
          // Reprise: not migrated: onRetry has no counterpart; listeners are added to the Retry, with
          // withListener.
          private final RetryPolicy<String> policy =
              RetryPolicy.<String>builder().onRetry(event -> System.out.println(event)).build();

          String find(String id) {
            return Failsafe.with(policy).get(() -> id);
          }
        }
        """);
  }

  @Test
  void other_policies_are_not_translated() {
    migrates(
        """
        import dev.failsafe.CircuitBreaker;
        import dev.failsafe.Failsafe;
        import dev.failsafe.RetryPolicy;

        class Orders {
          private final RetryPolicy<String> policy = RetryPolicy.ofDefaults();
          private final CircuitBreaker<String> breaker = CircuitBreaker.ofDefaults();

          String find(String id) {
            return Failsafe.with(policy, breaker).get(() -> id);
          }
        }
        """,
        """
        import dev.failsafe.CircuitBreaker;
        import dev.failsafe.Failsafe;
        import dev.failsafe.RetryPolicy;

        class Orders {
          private final RetryPolicy<String> policy = RetryPolicy.ofDefaults();
          // Reprise: not migrated: CircuitBreaker of Failsafe has no counterpart here.
          private final CircuitBreaker<String> breaker = CircuitBreaker.ofDefaults();

          String find(String id) {
            // Reprise: not migrated: only a single retry policy has a counterpart; combine Reprise with a
            // circuit breaker, timeout or fallback as its guide describes.
            return Failsafe.with(policy, breaker).get(() -> id);
          }
        }
        """);
  }

  @Test
  void a_catch_clause_for_failsafe_exceptions_is_not_translated() {
    migrates(
        """
        import dev.failsafe.Failsafe;
        import dev.failsafe.FailsafeException;
        import dev.failsafe.RetryPolicy;

        class Orders {
          String find(RetryPolicy<String> policy, String id) {
            try {
              return Failsafe.with(policy).get(() -> id);
            } catch (FailsafeException failure) {
              return "none";
            }
          }
        }
        """,
        """
        import dev.failsafe.Failsafe;
        import dev.failsafe.FailsafeException;
        import dev.failsafe.RetryPolicy;

        class Orders {
          String find(RetryPolicy<String> policy, String id) {
            // Reprise: not migrated: Reprise throws the exception of the operation itself, so
            // FailsafeException has no counterpart.
            try {
              return Failsafe.with(policy).get(() -> id);
            } catch (FailsafeException failure) {
              return "none";
            }
          }
        }
        """);
  }

  @Test
  void settings_without_a_counterpart_are_not_translated() {
    migrates(
        """
        import dev.failsafe.RetryPolicy;
        import java.time.Duration;
        import java.util.List;

        class Orders {
          final RetryPolicy<Object> jitter =
              RetryPolicy.builder().withDelay(Duration.ofSeconds(1)).withJitter(Duration.ofMillis(5)).build();
          final RetryPolicy<List<String>> generic =
              RetryPolicy.<List<String>>builder().handleResultIf(list -> list.isEmpty()).build();
          final RetryPolicy<String> abort = RetryPolicy.<String>builder().abortWhen("no").build();

          void types(Class<? extends Throwable> type) {
            RetryPolicy<Object> computed = RetryPolicy.builder().handle(type).build();
          }
        }
        """,
        """
        import dev.failsafe.RetryPolicy;
        import java.time.Duration;
        import java.util.List;

        class Orders {
          // Reprise: not migrated: a jitter that is a duration has no counterpart; give the share of the
          // delay.
          final RetryPolicy<Object> jitter =
              RetryPolicy.builder().withDelay(Duration.ofSeconds(1)).withJitter(Duration.ofMillis(5)).build();
          // Reprise: not migrated: a condition on results with type arguments has no counterpart; use the
          // raw class.
          final RetryPolicy<List<String>> generic =
              RetryPolicy.<List<String>>builder().handleResultIf(list -> list.isEmpty()).build();
          // Reprise: not migrated: Reprise does not abort on results, only on failures.
          final RetryPolicy<String> abort = RetryPolicy.<String>builder().abortWhen("no").build();

          void types(Class<? extends Throwable> type) {
            // Reprise: not migrated: the classes of exceptions are not written here; name them with
            // retryOn.
            RetryPolicy<Object> computed = RetryPolicy.builder().handle(type).build();
          }
        }
        """);
  }

  @Test
  void a_condition_on_results_of_a_type_variable_is_not_translated() {
    migrates(
        """
        import dev.failsafe.RetryPolicy;

        class Orders<R> {
          final RetryPolicy<R> policy = RetryPolicy.<R>builder().handleResultIf(r -> r.equals("x")).build();
        }
        """,
        """
        import dev.failsafe.RetryPolicy;

        class Orders<R> {
          // Reprise: not migrated: a condition on results of a type variable has no counterpart; use a
          // class.
          final RetryPolicy<R> policy = RetryPolicy.<R>builder().handleResultIf(r -> r.equals("x")).build();
        }
        """);
  }
}
