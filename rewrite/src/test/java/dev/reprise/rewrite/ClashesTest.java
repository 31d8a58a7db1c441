package dev.reprise.rewrite;

import static org.openrewrite.java.Assertions.java;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledForJreRange;
import org.junit.jupiter.api.condition.JRE;
import org.openrewrite.Recipe;

/** Names and signatures that a migrated file would have twice. */
@EnabledForJreRange(
    max = JRE.JAVA_20,
    disabledReason = "the parser of OpenRewrite for Java 17 runs on JDK 17 to 20")
class ClashesTest extends RecipeTest {

  @Override
  Recipe recipe() {
    return new FromFailsafe();
  }

  @Test
  void a_class_with_the_name_of_one_of_ours_keeps_its_file() {
    rewriteRun(
        java(
            """
            import dev.failsafe.FailsafeExecutor;

            class Retry {
              FailsafeExecutor<String> executor;
            }
            """,
            """
            import dev.failsafe.FailsafeExecutor;

            // Reprise: not migrated: Retry is the name of another class here; the file needs dev.reprise.Retry.
            class Retry {
              FailsafeExecutor<String> executor;
            }
            """));
  }

  @Test
  void a_used_class_with_the_name_of_one_of_ours_keeps_the_file() {
    rewriteRun(
        java("class Backoff {}"),
        java(
            """
            import dev.failsafe.RetryPolicy;

            class Orders {
              Backoff other;
              RetryPolicy<String> policy = RetryPolicy.ofDefaults();
            }
            """,
            """
            import dev.failsafe.RetryPolicy;

            class Orders {
              // Reprise: not migrated: Backoff is the name of another class here; the file needs
              // dev.reprise.backoff.Backoff.
              Backoff other;
              RetryPolicy<String> policy = RetryPolicy.ofDefaults();
            }
            """));
  }

  @Test
  void overloads_that_would_be_the_same_keep_the_file() {
    rewriteRun(
        java(
            """
            import dev.failsafe.FailsafeExecutor;
            import dev.failsafe.RetryPolicy;

            class Orders {
              void use(RetryPolicy<String> policy) {}

              void use(FailsafeExecutor<String> executor) {}
            }
            """,
            """
            import dev.failsafe.FailsafeExecutor;
            import dev.failsafe.RetryPolicy;

            class Orders {
              void use(RetryPolicy<String> policy) {}

              // Reprise: not migrated: two methods named use would have the same parameters.
              void use(FailsafeExecutor<String> executor) {}
            }
            """));
  }

  @Test
  void new_variables_get_free_names() {
    migrates(
        """
        import dev.failsafe.FailsafeExecutor;
        import dev.failsafe.RetryPolicy;
        import java.io.IOException;

        class Orders {
          FailsafeExecutor<String> executor;

          String find(String failure) {
            return executor.get(() -> fetch());
          }

          Object policy(String result) {
            return RetryPolicy.<String>builder().handle(IOException.class).handleResult("").build();
          }

          String fetch() throws IOException {
            return "";
          }
        }
        """,
        """
        import dev.reprise.Retry;
        import dev.reprise.backoff.Backoff;
        import dev.reprise.policy.RetryPolicy;

        import java.io.IOException;
        import java.io.UncheckedIOException;

        class Orders {
          Retry executor;

          String find(String failure) {
            // Reprise: checked exceptions arrive in the unchecked exception that the operation throws, not
            // in a FailsafeException.
            return executor.call(() -> {
              try {
                return fetch();
              } catch (IOException failure2) {
                throw new UncheckedIOException(failure2);
              }
            });
          }

          Object policy(String result) {
            // Reprise: the budget of a Retry also limits retries, so that they do not prolong an outage;
            // Failsafe has none. withBudget changes it.
            return Retry.of(RetryPolicy.builder()
                .maxAttempts(3)
                .withoutTimeLimit()
                .backoff(Backoff.none())
                .retryOn(IOException.class)
                .retryOnResult(String.class, result2 -> result2.equals(""))
                .returningRejected()
                .build());
          }

          String fetch() throws IOException {
            return "";
          }
        }
        """);
  }
}
