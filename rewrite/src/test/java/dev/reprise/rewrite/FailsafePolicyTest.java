package dev.reprise.rewrite;

import org.junit.jupiter.api.Test;
import org.openrewrite.Recipe;

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
        import java.time.Duration;

        class Orders {
          private final RetryPolicy<String> policy =
              RetryPolicy.<String>builder()
                  .handle(IOException.class)
                  .withDelay(Duration.ofMillis(100))
                  .withMaxRetries(4)
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
          private final Retry policy =
              Retry.of(RetryPolicy.builder()
                  .maxAttempts(5)
                  .withoutTimeLimit()
                  .backoff(Backoff.fixed(Duration.ofMillis(100)))
                  .retryOn(IOException.class)
                  .build());
        }
        """);
  }

  @Test
  void checked_exceptions_stay_unchecked_for_the_caller() {
    migrates(
        """
        import dev.failsafe.Failsafe;
        import dev.failsafe.RetryPolicy;
        import java.io.IOException;

        class Orders {
          private final RetryPolicy<Object> policy = RetryPolicy.ofDefaults();

          String find(String id) {
            return Failsafe.with(policy).get(() -> fetch(id));
          }

          String findOrThrow(String id) throws IOException {
            return Failsafe.with(policy).get(() -> fetch(id));
          }

          private String fetch(String id) throws IOException {
            throw new IOException(id);
          }
        }
        """,
        """
        x
        """);
  }
}
