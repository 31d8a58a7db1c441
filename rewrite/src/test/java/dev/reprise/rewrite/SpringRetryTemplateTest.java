package dev.reprise.rewrite;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledForJreRange;
import org.junit.jupiter.api.condition.JRE;
import org.openrewrite.Recipe;

/** Templates of spring-retry. */
@EnabledForJreRange(
    max = JRE.JAVA_20,
    disabledReason = "the parser of OpenRewrite for Java 17 runs on JDK 17 to 20")
class SpringRetryTemplateTest extends RecipeTest {

  @Override
  Recipe recipe() {
    return new FromSpringRetry();
  }

  @Test
  void a_template_becomes_a_retry() {
    migrates(
        """
        import java.io.IOException;
        import org.springframework.retry.support.RetryTemplate;

        class Orders {
          final RetryTemplate defaults = RetryTemplate.defaultInstance();
          final RetryTemplate fixed =
              RetryTemplate.builder().maxAttempts(4).fixedBackoff(100).retryOn(IOException.class).build();
          final RetryTemplate exponential =
              RetryTemplate.builder()
                  .infiniteRetry()
                  .exponentialBackoff(100, 2, 1000)
                  .notRetryOn(IllegalStateException.class)
                  .build();
          final RetryTemplate uniform =
              RetryTemplate.builder()
                  .withTimeout(5000)
                  .uniformRandomBackoff(10, 50)
                  .retryOn(IOException.class)
                  .traversingCauses()
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
          // spring-retry has none. withBudget changes it.
          // Reprise: bugs such as NullPointerException and IllegalStateException are not retried unless
          // retryOn names them.
          final Retry defaults = Retry.of(RetryPolicy.builder()
              .maxAttempts(3)
              .withoutTimeLimit()
              .backoff(Backoff.none())
              .build());
          final Retry fixed =
              Retry.of(RetryPolicy.builder()
                  .maxAttempts(4)
                  .withoutTimeLimit()
                  .backoff(Backoff.fixed(Duration.ofMillis(100)))
                  .retryOn(IOException.class)
                  .build());
          final Retry exponential =
              Retry.of(RetryPolicy.builder()
                  .unlimitedAttempts()
                  .withoutTimeLimit()
                  .backoff(Backoff.exponential(Duration.ofMillis(100), 2).cappedAt(Duration.ofMillis(1000)))
                  .abortOn(IllegalStateException.class)
                  .build());
          // Reprise: a call gives up before a wait that would end after its time limit; spring-retry waits
          // first.
          final Retry uniform =
              Retry.of(RetryPolicy.builder()
                  .unlimitedAttempts()
                  .within(Duration.ofMillis(5000))
                  .backoff(Backoff.uniform(Duration.ofMillis(10), Duration.ofMillis(50)))
                  .retryOnCause(IOException.class)
                  .build());
        }
        """);
  }

  @Test
  void a_random_backoff_keeps_its_range() {
    migrates(
        """
        import org.springframework.retry.support.RetryTemplate;

        class Orders {
          final RetryTemplate template =
              RetryTemplate.builder().exponentialBackoff(100, 2, 1000, true).build();
        }
        """,
        """
        import dev.reprise.Retry;
        import dev.reprise.backoff.Backoff;
        import dev.reprise.backoff.Jitter;
        import dev.reprise.policy.RetryPolicy;

        import java.time.Duration;

        class Orders {
          // Reprise: the delay is drawn from the same range, written as its middle and a share of it; the
          // cap applies to the middle before the draw.
          // Reprise: the budget of a Retry also limits retries, so that they do not prolong an outage;
          // spring-retry has none. withBudget changes it.
          // Reprise: bugs such as NullPointerException and IllegalStateException are not retried unless
          // retryOn names them.
          final Retry template =
              Retry.of(RetryPolicy.builder()
                  .maxAttempts(3)
                  .withoutTimeLimit()
                  .backoff(Backoff.exponential(Duration.ofMillis(150), 2).cappedAt(Duration.ofMillis(1000)).jitter(Jitter.proportional(0.333333)))
                  .build());
        }
        """);
  }

  @Test
  void calls_are_replaced() {
    migrates(
        """
        import java.io.IOException;
        import org.springframework.retry.RetryOperations;
        import org.springframework.retry.support.RetryTemplate;

        class Orders {
          private final RetryTemplate template;
          private final RetryOperations operations;

          Orders(RetryTemplate template, RetryOperations operations) {
            this.template = template;
            this.operations = operations;
          }

          String find(String id) throws IOException {
            return template.execute(context -> "attempt " + context.getRetryCount() + fetch(id));
          }

          String findOrNone(String id) {
            return operations.execute(context -> id, context -> "none: " + context.getLastThrowable());
          }

          private String fetch(String id) throws IOException {
            throw new IOException(id);
          }
        }
        """,
        """
        import dev.reprise.Retry;

        import java.io.IOException;

        class Orders {
          private final Retry template;
          private final Retry operations;

          Orders(Retry template, Retry operations) {
            this.template = template;
            this.operations = operations;
          }

          String find(String id) throws IOException {
            return template.callWith(context -> "attempt " + (context.number() - 1) + fetch(id));
          }

          String findOrNone(String id) {
            return operations.callWithOrElse(context -> id, context -> "none: " + context.failure());
          }

          private String fetch(String id) throws IOException {
            throw new IOException(id);
          }
        }
        """);
  }

  @Test
  void what_has_no_counterpart_stays() {
    migrates(
        """
        import org.springframework.retry.policy.SimpleRetryPolicy;
        import org.springframework.retry.support.RetryTemplate;

        class Orders {
          RetryTemplate template() {
            RetryTemplate template = new RetryTemplate();
            template.setRetryPolicy(new SimpleRetryPolicy(3));
            return template;
          }

          String find(RetryTemplate template, String id) {
            return template.execute(context -> id, context -> context.getAttribute("x") + id);
          }
        }
        """,
        """
        import org.springframework.retry.policy.SimpleRetryPolicy;
        import org.springframework.retry.support.RetryTemplate;

        class Orders {
          RetryTemplate template() {
            // Reprise: not migrated: a template that is assembled by setters has no counterpart; use
            // RetryTemplate.builder().
            RetryTemplate template = new RetryTemplate();
            // Reprise: not migrated: RetryTemplate.setRetryPolicy of spring-retry has no counterpart here.
            template.setRetryPolicy(new SimpleRetryPolicy(3));
            return template;
          }

          String find(RetryTemplate template, String id) {
            // Reprise: not migrated: stateful retries and recoveries that use the context have no
            // counterpart.
            return template.execute(context -> id, context -> context.getAttribute("x") + id);
          }
        }
        """);
  }

  @Test
  void type_arguments_are_kept_because_a_catch_clause_may_need_them() {
    migrates(
        """
        import java.io.IOException;
        import org.springframework.retry.support.RetryTemplate;

        class Orders {
          String find(RetryTemplate template) {
            try {
              return template.<String, IOException>execute(context -> "a");
            } catch (IOException failure) {
              return "b";
            }
          }
        }
        """,
        """
        import dev.reprise.Retry;

        import java.io.IOException;

        class Orders {
          String find(Retry template) {
            try {
              return template.<String, IOException>callWith(context -> "a");
            } catch (IOException failure) {
              return "b";
            }
          }
        }
        """);
  }
}
