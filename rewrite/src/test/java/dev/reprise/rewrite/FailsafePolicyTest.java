package dev.reprise.rewrite;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledForJreRange;
import org.junit.jupiter.api.condition.JRE;
import org.openrewrite.Recipe;

/** Policies of Failsafe. */
@EnabledForJreRange(
    max = JRE.JAVA_20,
    disabledReason = "the parser of OpenRewrite for Java 17 runs on JDK 17 to 20")
class FailsafePolicyTest extends RecipeTest {

  @Override
  Recipe recipe() {
    return new FromFailsafe();
  }

  @Test
  void retries_become_attempts() {
    migrates(
        """
        import dev.failsafe.RetryPolicy;
        import java.io.IOException;

        class Orders {
          static final int RETRIES = 2;

          final RetryPolicy<String> four =
              RetryPolicy.<String>builder()
                  .handle(IOException.class)
                  .withMaxRetries(4)
                  .build();
          final RetryPolicy<String> named =
              RetryPolicy.<String>builder().handle(IOException.class).withMaxRetries(RETRIES).build();
          final RetryPolicy<String> attempts =
              RetryPolicy.<String>builder().handle(IOException.class).withMaxAttempts(5).build();
          final RetryPolicy<String> unlimited =
              RetryPolicy.<String>builder().handle(IOException.class).withMaxRetries(-1).build();
        }
        """,
        """
        import dev.reprise.Retry;
        import dev.reprise.backoff.Backoff;
        import dev.reprise.policy.RetryPolicy;

        import java.io.IOException;

        class Orders {
          static final int RETRIES = 2;

          // Reprise: the budget of a Retry also limits retries, so that they do not prolong an outage;
          // Failsafe has none. withBudget changes it.
          final Retry four =
              Retry.of(RetryPolicy.builder()
                  .maxAttempts(5)
                  .withoutTimeLimit()
                  .backoff(Backoff.none())
                  .retryOn(IOException.class)
                  .build());
          final Retry named =
              Retry.of(RetryPolicy.builder()
                  .maxAttempts(RETRIES + 1)
                  .withoutTimeLimit()
                  .backoff(Backoff.none())
                  .retryOn(IOException.class)
                  .build());
          final Retry attempts =
              Retry.of(RetryPolicy.builder()
                  .maxAttempts(5)
                  .withoutTimeLimit()
                  .backoff(Backoff.none())
                  .retryOn(IOException.class)
                  .build());
          final Retry unlimited =
              Retry.of(RetryPolicy.builder()
                  .unlimitedAttempts()
                  .withoutTimeLimit()
                  .backoff(Backoff.none())
                  .retryOn(IOException.class)
                  .build());
        }
        """);
  }

  @Test
  void delays_become_backoffs() {
    migrates(
        """
        import dev.failsafe.RetryPolicy;
        import java.io.IOException;
        import java.time.Duration;
        import java.time.temporal.ChronoUnit;

        class Orders {
          final RetryPolicy<Object> fixed =
              RetryPolicy.builder().handle(IOException.class).withDelay(Duration.ofMillis(100)).build();
          final RetryPolicy<Object> between =
              RetryPolicy.builder().handle(IOException.class).withDelay(10, 50, ChronoUnit.MILLIS).build();
          final RetryPolicy<Object> backoff =
              RetryPolicy.builder().handle(IOException.class).withBackoff(1, 30, ChronoUnit.SECONDS).build();
          final RetryPolicy<Object> factor =
              RetryPolicy.builder()
                  .handle(IOException.class)
                  .withBackoff(Duration.ofMillis(100), Duration.ofSeconds(10), 1.5)
                  .withJitter(0.25)
                  .build();
        }
        """,
        """
        import dev.reprise.Retry;
        import dev.reprise.backoff.Backoff;
        import dev.reprise.backoff.Jitter;
        import dev.reprise.policy.RetryPolicy;

        import java.io.IOException;
        import java.time.Duration;

        class Orders {
          // Reprise: the budget of a Retry also limits retries, so that they do not prolong an outage;
          // Failsafe has none. withBudget changes it.
          final Retry fixed =
              Retry.of(RetryPolicy.builder()
                  .maxAttempts(3)
                  .withoutTimeLimit()
                  .backoff(Backoff.fixed(Duration.ofMillis(100)))
                  .retryOn(IOException.class)
                  .build());
          final Retry between =
              Retry.of(RetryPolicy.builder()
                  .maxAttempts(3)
                  .withoutTimeLimit()
                  .backoff(Backoff.uniform(Duration.ofMillis(10), Duration.ofMillis(50)))
                  .retryOn(IOException.class)
                  .build());
          final Retry backoff =
              Retry.of(RetryPolicy.builder()
                  .maxAttempts(3)
                  .withoutTimeLimit()
                  .backoff(Backoff.exponential(Duration.ofSeconds(1)).cappedAt(Duration.ofSeconds(30)))
                  .retryOn(IOException.class)
                  .build());
          // Reprise: jitter never exceeds the cap of the delays; that of Failsafe may.
          final Retry factor =
              Retry.of(RetryPolicy.builder()
                  .maxAttempts(3)
                  .withoutTimeLimit()
                  .backoff(Backoff.exponential(Duration.ofMillis(100), 1.5).cappedAt(Duration.ofSeconds(10)).jitter(Jitter.proportional(0.25)))
                  .retryOn(IOException.class)
                  .build());
        }
        """);
  }

  @Test
  void a_time_limit_is_kept_and_its_difference_named() {
    migrates(
        """
        import dev.failsafe.RetryPolicy;
        import java.io.IOException;
        import java.time.Duration;

        class Orders {
          final RetryPolicy<Object> policy =
              RetryPolicy.builder()
                  .handle(IOException.class)
                  .withMaxDuration(Duration.ofSeconds(30))
                  .build();
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
          // Failsafe has none. withBudget changes it.
          // Reprise: a call gives up before a wait that would end after its time limit; Failsafe shortens
          // that wait and makes one more attempt.
          final Retry policy =
              Retry.of(RetryPolicy.builder()
                  .maxAttempts(3)
                  .within(Duration.ofSeconds(30))
                  .backoff(Backoff.none())
                  .retryOn(IOException.class)
                  .build());
        }
        """);
  }

  @Test
  void conditions_on_failures_are_kept() {
    migrates(
        """
        import dev.failsafe.RetryPolicy;
        import java.io.FileNotFoundException;
        import java.io.IOException;
        import java.util.concurrent.TimeoutException;

        class Orders {
          final RetryPolicy<Object> policy =
              RetryPolicy.builder()
                  .handle(IOException.class, TimeoutException.class)
                  .handleIf(failure -> failure.getMessage() == null)
                  .abortOn(FileNotFoundException.class)
                  .abortOn(failure -> failure instanceof Error)
                  .build();
        }
        """,
        """
        import dev.reprise.Retry;
        import dev.reprise.backoff.Backoff;
        import dev.reprise.policy.RetryPolicy;

        import java.io.FileNotFoundException;
        import java.io.IOException;
        import java.util.concurrent.TimeoutException;

        class Orders {
          // Reprise: the predicate is not asked about bugs and errors; name them with retryOn.
          // Reprise: the budget of a Retry also limits retries, so that they do not prolong an outage;
          // Failsafe has none. withBudget changes it.
          final Retry policy =
              Retry.of(RetryPolicy.builder()
                  .maxAttempts(3)
                  .withoutTimeLimit()
                  .backoff(Backoff.none())
                  .retryOn(IOException.class, TimeoutException.class)
                  .retryIf(failure -> failure.getMessage() == null)
                  .abortOn(FileNotFoundException.class)
                  .abortIf(failure -> failure instanceof Error)
                  .build());
        }
        """);
  }

  @Test
  void conditions_on_results_are_kept() {
    migrates(
        """
        import dev.failsafe.RetryPolicy;
        import java.util.Objects;

        class Orders {
          final RetryPolicy<String> policy =
              RetryPolicy.<String>builder()
                  .handleResult("pending")
                  .handleResult(null)
                  .handleResultIf(result -> result.isEmpty())
                  .build();
          final RetryPolicy<String> none =
              RetryPolicy.<String>builder().handleResultIf(Objects::isNull).build();
        }
        """,
        """
        import dev.reprise.Retry;
        import dev.reprise.backoff.Backoff;
        import dev.reprise.policy.RetryPolicy;

        class Orders {
          // Reprise: the budget of a Retry also limits retries, so that they do not prolong an outage;
          // Failsafe has none. withBudget changes it.
          // Reprise: bugs such as NullPointerException and IllegalStateException, and errors, are not
          // retried unless retryOn names them.
          final Retry policy =
              Retry.of(RetryPolicy.builder()
                  .maxAttempts(3)
                  .withoutTimeLimit()
                  .backoff(Backoff.none())
                  .retryOnResult(String.class, result -> result.equals("pending"))
                  .retryOnNull()
                  .retryOnResult(String.class, result -> result.isEmpty())
                  .returningRejected()
                  .build());
          final Retry none =
              Retry.of(RetryPolicy.builder()
                  .maxAttempts(3)
                  .withoutTimeLimit()
                  .backoff(Backoff.none())
                  .retryOnNull()
                  .returningRejected()
                  .build());
        }
        """);
  }

  @Test
  void attempts_that_are_computed_stay_computed() {
    migrates(
        """
        import dev.failsafe.RetryPolicy;
        import java.io.IOException;

        class Orders {
          RetryPolicy<Object> policy(boolean slow) {
            return RetryPolicy.builder().handle(IOException.class).withMaxRetries(slow ? 1 : 4).build();
          }
        }
        """,
        """
        import dev.reprise.Retry;
        import dev.reprise.backoff.Backoff;
        import dev.reprise.policy.RetryPolicy;

        import java.io.IOException;

        class Orders {
          Retry policy(boolean slow) {
            // Reprise: the budget of a Retry also limits retries, so that they do not prolong an outage;
            // Failsafe has none. withBudget changes it.
            return Retry.of(RetryPolicy.builder()
                .maxAttempts((slow ? 1 : 4) + 1)
                .withoutTimeLimit()
                .backoff(Backoff.none())
                .retryOn(IOException.class)
                .build());
          }
        }
        """);
  }

  @Test
  void the_default_policy_names_what_it_means() {
    migrates(
        """
        import dev.failsafe.RetryPolicy;

        class Orders {
          /** Shared by all. */
          static final RetryPolicy<Object> POLICY = RetryPolicy.ofDefaults();
        }
        """,
        """
        import dev.reprise.Retry;
        import dev.reprise.backoff.Backoff;
        import dev.reprise.policy.RetryPolicy;

        class Orders {
          // Reprise: the budget of a Retry also limits retries, so that they do not prolong an outage;
          // Failsafe has none. withBudget changes it.
          // Reprise: bugs such as NullPointerException and IllegalStateException, and errors, are not
          // retried unless retryOn names them.
          /** Shared by all. */
          static final Retry POLICY = Retry.of(RetryPolicy.builder()
              .maxAttempts(3)
              .withoutTimeLimit()
              .backoff(Backoff.none())
              .build());
        }
        """);
  }

  @Test
  void a_class_that_includes_bugs_gets_the_comment_on_them() {
    migrates(
        """
        import dev.failsafe.RetryPolicy;

        class Orders {
          final RetryPolicy<Object> policy = RetryPolicy.builder().handle(Exception.class).build();
        }
        """,
        """
        import dev.reprise.Retry;
        import dev.reprise.backoff.Backoff;
        import dev.reprise.policy.RetryPolicy;

        class Orders {
          // Reprise: the budget of a Retry also limits retries, so that they do not prolong an outage;
          // Failsafe has none. withBudget changes it.
          // Reprise: bugs such as NullPointerException and IllegalStateException, and errors, are not
          // retried unless retryOn names them.
          final Retry policy = Retry.of(RetryPolicy.builder()
              .maxAttempts(3)
              .withoutTimeLimit()
              .backoff(Backoff.none())
              .retryOn(Exception.class)
              .build());
        }
        """);
  }

  @Test
  void only_a_comparison_of_the_result_with_null_retries_null() {
    migrates(
        """
        import dev.failsafe.RetryPolicy;
        import java.io.IOException;

        class Orders {
          String other;
          RetryPolicy<String> policy =
              RetryPolicy.<String>builder().handle(IOException.class).handleResultIf(r -> other == null).build();
        }
        """,
        """
        import dev.reprise.Retry;
        import dev.reprise.backoff.Backoff;
        import dev.reprise.policy.RetryPolicy;

        import java.io.IOException;

        class Orders {
          String other;
          // Reprise: the predicate of results is not asked about null; retryOnNull is.
          // Reprise: the budget of a Retry also limits retries, so that they do not prolong an outage;
          // Failsafe has none. withBudget changes it.
          Retry policy =
              Retry.of(RetryPolicy.builder()
                  .maxAttempts(3)
                  .withoutTimeLimit()
                  .backoff(Backoff.none())
                  .retryOn(IOException.class)
                  .retryOnResult(String.class, r -> other == null)
                  .returningRejected()
                  .build());
        }
        """);
  }

  @Test
  void comments_inside_replaced_code_move_above_it() {
    migrates(
        """
        import dev.failsafe.Failsafe;
        import dev.failsafe.RetryPolicy;
        import java.io.IOException;

        class Orders {
          static final RetryPolicy<String> POLICY = RetryPolicy.<String>builder()
              // one call in ten fails
              .withMaxRetries(2)
              .handle(IOException.class) // the others are bugs
              .build();

          String find() {
            // first
            return Failsafe.with(/* shared */ POLICY).get(() -> "a"); // last
          }
        }
        """,
        """
        import dev.reprise.Retry;
        import dev.reprise.backoff.Backoff;
        import dev.reprise.policy.RetryPolicy;

        import java.io.IOException;

        class Orders {
          // Reprise: the budget of a Retry also limits retries, so that they do not prolong an outage;
          // Failsafe has none. withBudget changes it.
          // one call in ten fails
          // the others are bugs
          static final Retry POLICY = Retry.of(RetryPolicy.builder()
              .maxAttempts(3)
              .withoutTimeLimit()
              .backoff(Backoff.none())
              .retryOn(IOException.class)
              .build());

          String find() {
            // first
            /* shared */
            return POLICY.call(() -> "a"); // last
          }
        }
        """);
  }

  @Test
  void the_largest_number_of_retries_is_no_limit() {
    migrates(
        """
        import dev.failsafe.RetryPolicy;

        class Orders {
          RetryPolicy<Object> retries = RetryPolicy.builder().withMaxRetries(Integer.MAX_VALUE).build();
        }
        """,
        """
        import dev.reprise.Retry;
        import dev.reprise.backoff.Backoff;
        import dev.reprise.policy.RetryPolicy;

        class Orders {
          // Reprise: the budget of a Retry also limits retries, so that they do not prolong an outage;
          // Failsafe has none. withBudget changes it.
          // Reprise: bugs such as NullPointerException and IllegalStateException, and errors, are not
          // retried unless retryOn names them.
          Retry retries = Retry.of(RetryPolicy.builder()
              .unlimitedAttempts()
              .withoutTimeLimit()
              .backoff(Backoff.none())
              .build());
        }
        """);
  }
}
