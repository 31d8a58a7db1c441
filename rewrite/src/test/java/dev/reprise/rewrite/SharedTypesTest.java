package dev.reprise.rewrite;

import static org.openrewrite.java.Assertions.java;

import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledForJreRange;
import org.junit.jupiter.api.condition.JRE;
import org.openrewrite.Recipe;

/** Files that exchange types of the library are migrated together or not at all. */
@EnabledForJreRange(
    max = JRE.JAVA_20,
    disabledReason = "the parser of OpenRewrite for Java 17 runs on JDK 17 to 20")
class SharedTypesTest extends RecipeTest {

  private static final String POLICIES =
      """
      import dev.failsafe.RetryPolicy;

      class Policies {
        static final RetryPolicy<Object> ONCE = RetryPolicy.builder().withMaxRetries(1).build();
      }
      """;

  private static final String USER =
      """
      import dev.failsafe.Failsafe;

      class User {
        String find(String id) {
          return Failsafe.with(Policies.ONCE).get(() -> id);
        }
      }
      """;

  @Override
  Recipe recipe() {
    return new FromFailsafe();
  }

  @Test
  void a_policy_of_one_file_is_used_in_another() {
    String policies =
        """
        import dev.reprise.Retry;
        import dev.reprise.backoff.Backoff;
        import dev.reprise.policy.RetryPolicy;

        class Policies {
          // Reprise: the budget of a Retry also limits retries, so that they do not prolong an outage;
          // Failsafe has none. withBudget changes it.
          // Reprise: bugs such as NullPointerException and IllegalStateException, and errors, are not
          // retried unless retryOn names them.
          static final Retry ONCE = Retry.of(RetryPolicy.builder()
              .maxAttempts(2)
              .withoutTimeLimit()
              .backoff(Backoff.none())
              .build());
        }
        """;
    String user =
        """
        class User {
          String find(String id) {
            return Policies.ONCE.call(() -> id);
          }
        }
        """;
    Compiler.compiles(List.of(policies + user));
    rewriteRun(java(POLICIES, policies), java(USER, user));
  }

  @Test
  void one_file_that_stays_keeps_the_others() {
    rewriteRun(
        java(
            POLICIES,
            POLICIES.replace(
                "class Policies",
                "// Reprise: not migrated: this file shares types of Failsafe with Other.java, which is"
                    + " not migrated.\nclass Policies")),
        java(
            USER,
            USER.replace(
                "class User",
                "// Reprise: not migrated: this file shares types of Failsafe with Policies.java, which"
                    + " is not\n// migrated.\nclass User")),
        java(
            """
            import dev.failsafe.Failsafe;

            class Other {
              void run() {
                Failsafe.with(Policies.ONCE).onFailure(event -> {}).run(() -> {});
              }
            }
            """,
            """
            import dev.failsafe.Failsafe;

            class Other {
              void run() {
                // Reprise: not migrated: FailsafeExecutor.onFailure of Failsafe has no counterpart here.
                Failsafe.with(Policies.ONCE).onFailure(event -> {}).run(() -> {});
              }
            }
            """));
  }

  @Test
  void a_file_without_a_tie_is_migrated_all_the_same() {
    rewriteRun(
        java(
            """
            import dev.failsafe.FailsafeExecutor;

            class Free {
              void run(FailsafeExecutor<Object> executor) {
                executor.run(() -> {});
              }
            }
            """,
            """
            import dev.reprise.Retry;

            class Free {
              void run(Retry executor) {
                executor.run(() -> {});
              }
            }
            """),
        java(
            """
            import dev.failsafe.Timeout;

            class Other {
              Timeout<Object> timeout;
            }
            """,
            """
            import dev.failsafe.Timeout;

            class Other {
              // Reprise: not migrated: Timeout of Failsafe has no counterpart here.
              Timeout<Object> timeout;
            }
            """));
  }

  @Test
  void a_bean_that_stays_keeps_the_classes_into_which_it_is_injected() {
    String service =
        """
        import dev.failsafe.FailsafeExecutor;

        class Service {
          private final FailsafeExecutor<Object> executor;

          Service(FailsafeExecutor<Object> executor) {
            this.executor = executor;
          }
        }
        """;
    String beans =
        """
        import dev.failsafe.Failsafe;
        import dev.failsafe.FailsafeExecutor;
        import dev.failsafe.RetryPolicy;

        class Beans {
          @interface Bean {}

          @Bean
          FailsafeExecutor<Object> executor() {
            return Failsafe.with(RetryPolicy.ofDefaults()).onFailure(event -> {});
          }
        }
        """;
    rewriteRun(
        java(
            service,
            service.replace(
                "class Service",
                "// Reprise: not migrated: this file shares types of Failsafe with Beans.java, which is"
                    + " not migrated.\nclass Service")),
        java(
            beans,
            beans.replace(
                "    return",
                "    // Reprise: not migrated: FailsafeExecutor.onFailure of Failsafe has no counterpart"
                    + " here.\n    return")));
  }
}
