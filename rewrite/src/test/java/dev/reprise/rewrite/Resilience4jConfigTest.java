package dev.reprise.rewrite;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledForJreRange;
import org.junit.jupiter.api.condition.JRE;
import org.openrewrite.Recipe;

/** Configurations of Resilience4j in code. */
@EnabledForJreRange(
    max = JRE.JAVA_20,
    disabledReason = "the parser of OpenRewrite for Java 17 runs on JDK 17 to 20")
class Resilience4jConfigTest extends RecipeTest {

  @Override
  Recipe recipe() {
    return new FromResilience4j();
  }

  @Test
  void a_configuration_becomes_a_policy() {
    migrates(
        """
        import io.github.resilience4j.retry.Retry;
        import io.github.resilience4j.retry.RetryConfig;
        import java.io.IOException;
        import java.time.Duration;

        class Orders {
          private final RetryConfig config =
              RetryConfig.custom()
                  .maxAttempts(4)
                  .waitDuration(Duration.ofMillis(100))
                  .retryExceptions(IOException.class)
                  .ignoreExceptions(IllegalStateException.class)
                  .writableStackTraceEnabled(false)
                  .build();
          private final Retry retry = Retry.of("orders", config);
          private final Retry defaults = Retry.ofDefaults("defaults");
        }
        """,
        """
        import dev.reprise.Retry;
        import dev.reprise.backoff.Backoff;
        import dev.reprise.policy.RetryPolicy;

        import java.io.IOException;
        import java.time.Duration;

        class Orders {
          // Reprise: the budget of a Retry also limits retries, so that they do not prolong an outage;
          // Resilience4j has none. withBudget changes it.
          private final RetryPolicy config =
              RetryPolicy.builder()
                  .maxAttempts(4)
                  .withoutTimeLimit()
                  .backoff(Backoff.fixed(Duration.ofMillis(100)))
                  .retryOn(IOException.class)
                  .abortOn(IllegalStateException.class)
                  .build();
          private final Retry retry = Retry.of(config).named("orders");
          // Reprise: bugs such as NullPointerException and IllegalStateException are not retried unless
          // retryOn names them.
          private final Retry defaults = Retry.of(RetryPolicy.builder()
              .maxAttempts(3)
              .withoutTimeLimit()
              .backoff(Backoff.fixed(Duration.ofMillis(500)))
              .build()).named("defaults");
        }
        """);
  }

  @Test
  void interval_functions_become_backoffs() {
    migrates(
        """
        import io.github.resilience4j.core.IntervalFunction;
        import io.github.resilience4j.retry.RetryConfig;
        import java.io.IOException;
        import java.time.Duration;

        class Orders {
          final RetryConfig c0 =
              RetryConfig.custom()
                  .retryExceptions(IOException.class)
                  .intervalFunction(IntervalFunction.ofDefaults())
                  .build();
          final RetryConfig c1 =
              RetryConfig.custom()
                  .retryExceptions(IOException.class)
                  .intervalFunction(IntervalFunction.of(200))
                  .build();
          final RetryConfig c2 =
              RetryConfig.custom()
                  .retryExceptions(IOException.class)
                  .intervalFunction(IntervalFunction.of(Duration.ofMillis(5)))
                  .build();
          final RetryConfig c3 =
              RetryConfig.custom()
                  .retryExceptions(IOException.class)
                  .intervalFunction(IntervalFunction.ofRandomized(200))
                  .build();
          final RetryConfig c4 =
              RetryConfig.custom()
                  .retryExceptions(IOException.class)
                  .intervalFunction(IntervalFunction.ofRandomized(Duration.ofMillis(5), 0.2))
                  .build();
          final RetryConfig c5 =
              RetryConfig.custom()
                  .retryExceptions(IOException.class)
                  .intervalFunction(IntervalFunction.ofExponentialBackoff())
                  .build();
          final RetryConfig c6 =
              RetryConfig.custom()
                  .retryExceptions(IOException.class)
                  .intervalFunction(IntervalFunction.ofExponentialBackoff(200))
                  .build();
          final RetryConfig c7 =
              RetryConfig.custom()
                  .retryExceptions(IOException.class)
                  .intervalFunction(IntervalFunction.ofExponentialBackoff(Duration.ofMillis(5), 2))
                  .build();
          final RetryConfig c8 =
              RetryConfig.custom()
                  .retryExceptions(IOException.class)
                  .intervalFunction(IntervalFunction.ofExponentialBackoff(200, 2, 5000))
                  .build();
          final RetryConfig c9 =
              RetryConfig.custom()
                  .retryExceptions(IOException.class)
                  .intervalFunction(IntervalFunction.ofExponentialRandomBackoff(200))
                  .build();
          final RetryConfig c10 =
              RetryConfig.custom()
                  .retryExceptions(IOException.class)
                  .intervalFunction(IntervalFunction.ofExponentialRandomBackoff(200, 2.0))
                  .build();
          final RetryConfig c11 =
              RetryConfig.custom()
                  .retryExceptions(IOException.class)
                  .intervalFunction(IntervalFunction.ofExponentialRandomBackoff(200, 2.0, 0.3))
                  .build();
          final RetryConfig c12 =
              RetryConfig.custom()
                  .retryExceptions(IOException.class)
                  .intervalFunction(IntervalFunction.ofExponentialRandomBackoff(200, 2.0, 5000L))
                  .build();
          final RetryConfig c13 =
              RetryConfig.custom()
                  .retryExceptions(IOException.class)
                  .intervalFunction(IntervalFunction.ofExponentialRandomBackoff(Duration.ofMillis(5), 2.0, 0.3, Duration.ofSeconds(1)))
                  .build();
        }
        """,
        """
        import dev.reprise.backoff.Backoff;
        import dev.reprise.backoff.Jitter;
        import dev.reprise.policy.RetryPolicy;

        import java.io.IOException;
        import java.time.Duration;

        class Orders {
          // Reprise: the budget of a Retry also limits retries, so that they do not prolong an outage;
          // Resilience4j has none. withBudget changes it.
          final RetryPolicy c0 =
              RetryPolicy.builder()
                  .maxAttempts(3)
                  .withoutTimeLimit()
                  .backoff(Backoff.fixed(Duration.ofMillis(500)))
                  .retryOn(IOException.class)
                  .build();
          final RetryPolicy c1 =
              RetryPolicy.builder()
                  .maxAttempts(3)
                  .withoutTimeLimit()
                  .backoff(Backoff.fixed(Duration.ofMillis(200)))
                  .retryOn(IOException.class)
                  .build();
          final RetryPolicy c2 =
              RetryPolicy.builder()
                  .maxAttempts(3)
                  .withoutTimeLimit()
                  .backoff(Backoff.fixed(Duration.ofMillis(5)))
                  .retryOn(IOException.class)
                  .build();
          final RetryPolicy c3 =
              RetryPolicy.builder()
                  .maxAttempts(3)
                  .withoutTimeLimit()
                  .backoff(Backoff.fixed(Duration.ofMillis(200)).jitter(Jitter.proportional(0.5)))
                  .retryOn(IOException.class)
                  .build();
          final RetryPolicy c4 =
              RetryPolicy.builder()
                  .maxAttempts(3)
                  .withoutTimeLimit()
                  .backoff(Backoff.fixed(Duration.ofMillis(5)).jitter(Jitter.proportional(0.2)))
                  .retryOn(IOException.class)
                  .build();
          final RetryPolicy c5 =
              RetryPolicy.builder()
                  .maxAttempts(3)
                  .withoutTimeLimit()
                  .backoff(Backoff.exponential(Duration.ofMillis(500), 1.5))
                  .retryOn(IOException.class)
                  .build();
          final RetryPolicy c6 =
              RetryPolicy.builder()
                  .maxAttempts(3)
                  .withoutTimeLimit()
                  .backoff(Backoff.exponential(Duration.ofMillis(200), 1.5))
                  .retryOn(IOException.class)
                  .build();
          final RetryPolicy c7 =
              RetryPolicy.builder()
                  .maxAttempts(3)
                  .withoutTimeLimit()
                  .backoff(Backoff.exponential(Duration.ofMillis(5), 2))
                  .retryOn(IOException.class)
                  .build();
          final RetryPolicy c8 =
              RetryPolicy.builder()
                  .maxAttempts(3)
                  .withoutTimeLimit()
                  .backoff(Backoff.exponential(Duration.ofMillis(200), 2).cappedAt(Duration.ofMillis(5000)))
                  .retryOn(IOException.class)
                  .build();
          final RetryPolicy c9 =
              RetryPolicy.builder()
                  .maxAttempts(3)
                  .withoutTimeLimit()
                  .backoff(Backoff.exponential(Duration.ofMillis(200), 1.5).jitter(Jitter.proportional(0.5)))
                  .retryOn(IOException.class)
                  .build();
          final RetryPolicy c10 =
              RetryPolicy.builder()
                  .maxAttempts(3)
                  .withoutTimeLimit()
                  .backoff(Backoff.exponential(Duration.ofMillis(200), 2.0).jitter(Jitter.proportional(0.5)))
                  .retryOn(IOException.class)
                  .build();
          final RetryPolicy c11 =
              RetryPolicy.builder()
                  .maxAttempts(3)
                  .withoutTimeLimit()
                  .backoff(Backoff.exponential(Duration.ofMillis(200), 2.0).jitter(Jitter.proportional(0.3)))
                  .retryOn(IOException.class)
                  .build();
          // Reprise: a randomized delay is drawn below the cap; Resilience4j shortens longer draws to the
          // cap, so that many delays equal it.
          final RetryPolicy c12 =
              RetryPolicy.builder()
                  .maxAttempts(3)
                  .withoutTimeLimit()
                  .backoff(Backoff.exponential(Duration.ofMillis(200), 2.0).cappedAt(Duration.ofMillis(5000L)).jitter(Jitter.proportional(0.5)))
                  .retryOn(IOException.class)
                  .build();
          final RetryPolicy c13 =
              RetryPolicy.builder()
                  .maxAttempts(3)
                  .withoutTimeLimit()
                  .backoff(Backoff.exponential(Duration.ofMillis(5), 2.0).cappedAt(Duration.ofSeconds(1)).jitter(Jitter.proportional(0.3)))
                  .retryOn(IOException.class)
                  .build();
        }
        """);
  }

  @Test
  void results_are_kept_with_their_end() {
    migrates(
        """
        import io.github.resilience4j.retry.RetryConfig;
        import java.io.IOException;

        class Orders {
          final RetryConfig returning =
              RetryConfig.<String>custom()
                  .retryExceptions(IOException.class)
                  .retryOnResult(result -> result.isEmpty())
                  .build();
          final RetryConfig failing =
              RetryConfig.<String>custom()
                  .retryOnResult(result -> result == null)
                  .retryOnException(failure -> failure instanceof IOException)
                  .failAfterMaxAttempts(true)
                  .build();
        }
        """,
        """
        import dev.reprise.backoff.Backoff;
        import dev.reprise.policy.RetryPolicy;

        import java.io.IOException;
        import java.time.Duration;

        class Orders {
          // Reprise: the predicate of results is not asked about null; retryOnNull is.
          // Reprise: the budget of a Retry also limits retries, so that they do not prolong an outage;
          // Resilience4j has none. withBudget changes it.
          final RetryPolicy returning =
              RetryPolicy.builder()
                  .maxAttempts(3)
                  .withoutTimeLimit()
                  .backoff(Backoff.fixed(Duration.ofMillis(500)))
                  .retryOn(IOException.class)
                  .retryOnResult(String.class, result -> result.isEmpty())
                  .returningRejected()
                  .build();
          // Reprise: the predicate is not asked about bugs and errors; name them with retryOn.
          // Reprise: after the last attempt with a rejected result, ResultRejectedException is thrown
          // instead of MaxRetriesExceededException.
          final RetryPolicy failing =
              RetryPolicy.builder()
                  .maxAttempts(3)
                  .withoutTimeLimit()
                  .backoff(Backoff.fixed(Duration.ofMillis(500)))
                  .retryOnNull()
                  .retryIf(failure -> failure instanceof IOException)
                  .build();
        }
        """);
  }

  @Test
  void a_class_that_includes_bugs_gets_the_comment_on_them() {
    migrates(
        """
        import io.github.resilience4j.retry.RetryConfig;

        class Orders {
          RetryConfig config = RetryConfig.custom().retryExceptions(Exception.class).build();
        }
        """,
        """
        import dev.reprise.backoff.Backoff;
        import dev.reprise.policy.RetryPolicy;

        import java.time.Duration;

        class Orders {
          // Reprise: the budget of a Retry also limits retries, so that they do not prolong an outage;
          // Resilience4j has none. withBudget changes it.
          // Reprise: bugs such as NullPointerException and IllegalStateException are not retried unless
          // retryOn names them.
          RetryPolicy config = RetryPolicy.builder()
              .maxAttempts(3)
              .withoutTimeLimit()
              .backoff(Backoff.fixed(Duration.ofMillis(500)))
              .retryOn(Exception.class)
              .build();
        }
        """);
  }

  @Test
  void the_last_value_of_a_setting_counts() {
    migrates(
        """
        import io.github.resilience4j.retry.RetryConfig;
        import java.io.IOException;
        import java.util.concurrent.TimeoutException;

        class Orders {
          RetryConfig classes =
              RetryConfig.custom()
                  .retryExceptions(TimeoutException.class)
                  .retryExceptions(IOException.class)
                  .ignoreExceptions(IllegalStateException.class)
                  .ignoreExceptions(IllegalArgumentException.class)
                  .build();
          RetryConfig conditions =
              RetryConfig.<String>custom()
                  .retryOnException(failure -> failure instanceof TimeoutException)
                  .retryOnException(failure -> failure instanceof IOException)
                  .retryOnResult(result -> result == null)
                  .retryOnResult(result -> result.isEmpty())
                  .build();
        }
        """,
        """
        import dev.reprise.backoff.Backoff;
        import dev.reprise.policy.RetryPolicy;

        import java.io.IOException;
        import java.time.Duration;

        class Orders {
          // Reprise: the budget of a Retry also limits retries, so that they do not prolong an outage;
          // Resilience4j has none. withBudget changes it.
          RetryPolicy classes =
              RetryPolicy.builder()
                  .maxAttempts(3)
                  .withoutTimeLimit()
                  .backoff(Backoff.fixed(Duration.ofMillis(500)))
                  .retryOn(IOException.class)
                  .abortOn(IllegalArgumentException.class)
                  .build();
          // Reprise: the predicate is not asked about bugs and errors; name them with retryOn.
          // Reprise: the predicate of results is not asked about null; retryOnNull is.
          RetryPolicy conditions =
              RetryPolicy.builder()
                  .maxAttempts(3)
                  .withoutTimeLimit()
                  .backoff(Backoff.fixed(Duration.ofMillis(500)))
                  .retryIf(failure -> failure instanceof IOException)
                  .retryOnResult(String.class, result -> result.isEmpty())
                  .returningRejected()
                  .build();
        }
        """);
  }
}
