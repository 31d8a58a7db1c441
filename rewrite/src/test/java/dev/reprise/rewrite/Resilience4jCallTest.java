package dev.reprise.rewrite;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledForJreRange;
import org.junit.jupiter.api.condition.JRE;
import org.openrewrite.Recipe;

/** Calls and annotations of Resilience4j. */
@EnabledForJreRange(
    max = JRE.JAVA_20,
    disabledReason = "the parser of OpenRewrite for Java 17 runs on JDK 17 to 20")
class Resilience4jCallTest extends RecipeTest {

  @Override
  Recipe recipe() {
    return new FromResilience4j();
  }

  @Test
  void calls_are_replaced() {
    migrates(
        """
        import io.github.resilience4j.retry.Retry;
        import java.io.IOException;
        import java.util.concurrent.Callable;
        import java.util.concurrent.CompletableFuture;
        import java.util.concurrent.CompletionStage;
        import java.util.concurrent.ScheduledExecutorService;
        import java.util.function.Supplier;

        class Orders {
          private Retry retry;
          private ScheduledExecutorService scheduler;

          String find(String id) {
            return retry.executeSupplier(() -> id);
          }

          String given(Supplier<String> supplier, Callable<String> callable) throws Exception {
            return retry.executeSupplier(supplier) + retry.executeCallable(callable);
          }

          void run() {
            retry.executeRunnable(() -> System.out.println(retry.getName()));
          }

          int caught(String id) {
            try {
              return retry.executeCallable(() -> id.length());
            } catch (IOException failure) {
              return 1;
            } catch (Exception failure) {
              return 2;
            }
          }

          CompletionStage<String> later(String id) {
            return retry.executeCompletionStage(scheduler, () -> CompletableFuture.completedFuture(id));
          }

          Supplier<String> decorated(String id) {
            return Retry.decorateSupplier(retry, () -> id);
          }
        }
        """,
        """
        import dev.reprise.Retry;

        import java.io.IOException;
        import java.util.concurrent.Callable;
        import java.util.concurrent.CompletableFuture;
        import java.util.concurrent.CompletionStage;
        import java.util.concurrent.ScheduledExecutorService;
        import java.util.function.Supplier;

        class Orders {
          private Retry retry;
          private ScheduledExecutorService scheduler;

          String find(String id) {
            return retry.call(() -> id);
          }

          String given(Supplier<String> supplier, Callable<String> callable) throws Exception {
            return retry.call(supplier::get) + retry.call(callable::call);
          }

          void run() {
            retry.run(() -> System.out.println(retry.name()));
          }

          int caught(String id) {
            try {
              return retry.decorateCallable(() -> id.length()).call();
            } catch (IOException failure) {
              return 1;
            } catch (Exception failure) {
              return 2;
            }
          }

          CompletionStage<String> later(String id) {
            // Reprise: no scheduler is needed; later attempts run on the executor of the Retry, see
            // withExecutor.
            return retry.callAsync(() -> CompletableFuture.completedFuture(id));
          }

          Supplier<String> decorated(String id) {
            return retry.decorateSupplier(() -> id);
          }
        }
        """);
  }

  @Test
  void a_registry_is_asked_for_a_name() {
    migrates(
        """
        import io.github.resilience4j.retry.RetryRegistry;

        class Orders {
          private final RetryRegistry registry;

          Orders(RetryRegistry registry) {
            this.registry = registry;
          }

          String find(String id) {
            return registry.retry("orders").executeSupplier(() -> id);
          }
        }
        """,
        """
        import dev.reprise.registry.RetryRegistry;

        class Orders {
          private final RetryRegistry registry;

          Orders(RetryRegistry registry) {
            this.registry = registry;
          }

          String find(String id) {
            // Reprise: a name without a policy in the configuration is an error; Resilience4j uses its
            // default configuration.
            return registry.retry("orders").call(() -> id);
          }
        }
        """);
  }

  @Test
  void an_annotation_keeps_name_and_fallback() {
    migrates(
        """
        import io.github.resilience4j.retry.annotation.Retry;
        import java.io.IOException;

        class Orders {
          @Retry(name = "orders", fallbackMethod = "cached")
          public String find(String id) throws IOException {
            throw new IOException(id);
          }

          String cached(String id, IOException failure) {
            return id;
          }
        }
        """,
        """
        import dev.reprise.declared.Retryable;

        import java.io.IOException;

        class Orders {
          // Reprise: reprise.policies.orders has to be defined; Resilience4j uses its default configuration
          // without it.
          // Reprise: the budget of a Retry also limits retries, so that they do not prolong an outage;
          // Resilience4j has none.
          @Retryable(name = "orders", fallback = "cached")
          public String find(String id) throws IOException {
            throw new IOException(id);
          }

          String cached(String id, IOException failure) {
            return id;
          }
        }
        """);
  }

  @Test
  void what_has_no_counterpart_stays() {
    migrates(
        """
        import io.github.resilience4j.retry.Retry;
        import io.github.resilience4j.retry.RetryConfig;
        import io.github.resilience4j.retry.RetryRegistry;

        class Orders {
          private final RetryRegistry registry = RetryRegistry.ofDefaults();
          private final RetryConfig config =
              RetryConfig.from(RetryConfig.ofDefaults()).intervalBiFunction((attempt, result) -> 1L).build();

          Orders(Retry retry) {
            retry.getEventPublisher().onRetry(event -> System.out.println(event));
          }
        }
        """,
        """
        import io.github.resilience4j.retry.Retry;
        import io.github.resilience4j.retry.RetryConfig;
        import io.github.resilience4j.retry.RetryRegistry;

        class Orders {
          // Reprise: not migrated: RetryRegistry.ofDefaults of Resilience4j has no counterpart here.
          private final RetryRegistry registry = RetryRegistry.ofDefaults();
          // Reprise: not migrated: RetryConfig.Builder.build of Resilience4j has no counterpart here.
          private final RetryConfig config =
              RetryConfig.from(RetryConfig.ofDefaults()).intervalBiFunction((attempt, result) -> 1L).build();

          Orders(Retry retry) {
            // Reprise: not migrated: listeners are added when the Retry is created, with withListener, not
            // afterwards.
            retry.getEventPublisher().onRetry(event -> System.out.println(event));
          }
        }
        """);
  }

  @Test
  void a_catch_clause_of_any_statement_around_a_call_still_compiles() {
    migrates(
        """
        import io.github.resilience4j.retry.Retry;
        import java.io.IOException;
        import java.util.concurrent.TimeoutException;

        class Orders {
          int finallyAround(Retry retry) throws Exception {
            try {
              try {
                return retry.executeCallable(() -> 1);
              } finally {
                System.out.println();
              }
            } catch (IOException | TimeoutException failure) {
              return 2;
            }
          }

          int checked(Retry retry) throws Throwable {
            try {
              return retry.executeCheckedSupplier(() -> 1);
            } catch (IOException failure) {
              return 2;
            }
          }

          int thrown(Retry retry) throws Exception {
            try {
              return retry.executeCallable(() -> System.in.read());
            } catch (IOException failure) {
              return 2;
            }
          }

          int inClause(Retry retry) throws Exception {
            try {
              System.out.println();
            } catch (IllegalStateException failure) {
              return retry.executeCallable(() -> 1);
            }
            return 2;
          }
        }
        """,
        """
        import dev.reprise.Retry;

        import java.io.IOException;
        import java.util.concurrent.TimeoutException;

        class Orders {
          int finallyAround(Retry retry) throws Exception {
            try {
              try {
                return retry.decorateCallable(() -> 1).call();
              } finally {
                System.out.println();
              }
            } catch (IOException | TimeoutException failure) {
              return 2;
            }
          }

          int checked(Retry retry) throws Throwable {
            try {
              return retry.decorateCallable(() -> 1).call();
            } catch (IOException failure) {
              return 2;
            }
          }

          int thrown(Retry retry) throws Exception {
            try {
              return retry.call(() -> System.in.read());
            } catch (IOException failure) {
              return 2;
            }
          }

          int inClause(Retry retry) throws Exception {
            try {
              System.out.println();
            } catch (IllegalStateException failure) {
              return retry.call(() -> 1);
            }
            return 2;
          }
        }
        """);
  }

  @Test
  void a_fallback_that_takes_only_the_failure_of_a_method_with_parameters_stays() {
    migrates(
        """
        import io.github.resilience4j.retry.annotation.Retry;

        class Orders extends Fallbacks {
          @Retry(name = "orders", fallbackMethod = "none")
          String find(String id) {
            return id;
          }
        }

        class Fallbacks {
          String none(Exception failure) {
            return "";
          }
        }
        """,
        """
        import io.github.resilience4j.retry.annotation.Retry;

        class Orders extends Fallbacks {
          // Reprise: not migrated: the fallback none takes only the failure; let it take the parameters of
          // the method before it.
          @Retry(name = "orders", fallbackMethod = "none")
          String find(String id) {
            return id;
          }
        }

        class Fallbacks {
          String none(Exception failure) {
            return "";
          }
        }
        """);
  }

  @Test
  void a_fallback_of_a_method_without_parameters_takes_only_the_failure() {
    migrates(
        """
        import io.github.resilience4j.retry.annotation.Retry;

        class Orders {
          @Retry(name = "orders", fallbackMethod = "none")
          String first() {
            return "";
          }

          String none(Exception failure) {
            return "";
          }
        }
        """,
        """
        import dev.reprise.declared.Retryable;

        class Orders {
          // Reprise: reprise.policies.orders has to be defined; Resilience4j uses its default configuration
          // without it.
          // Reprise: the budget of a Retry also limits retries, so that they do not prolong an outage;
          // Resilience4j has none.
          @Retryable(name = "orders", fallback = "none")
          String first() {
            return "";
          }

          String none(Exception failure) {
            return "";
          }
        }
        """);
  }
}
