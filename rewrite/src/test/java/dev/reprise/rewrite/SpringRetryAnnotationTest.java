package dev.reprise.rewrite;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledForJreRange;
import org.junit.jupiter.api.condition.JRE;
import org.openrewrite.Recipe;

/** Annotations of spring-retry. */
@EnabledForJreRange(
    max = JRE.JAVA_20,
    disabledReason = "the parser of OpenRewrite for Java 17 runs on JDK 17 to 20")
class SpringRetryAnnotationTest extends RecipeTest {

  @Override
  Recipe recipe() {
    return new FromSpringRetry();
  }

  @Test
  void attributes_are_kept() {
    migrates(
        """
        import java.io.IOException;
        import org.springframework.retry.annotation.Backoff;
        import org.springframework.retry.annotation.Retryable;

        class Orders {
          @Retryable
          public void defaults() {}

          @Retryable(retryFor = IOException.class, noRetryFor = IllegalStateException.class, maxAttempts = 5)
          public void failures() {}

          @Retryable(value = {IOException.class}, backoff = @Backoff(200))
          public void fixed() {}

          @Retryable(backoff = @Backoff(delay = 100, maxDelay = 500))
          public void uniform() {}

          @Retryable(backoff = @Backoff(delay = 100, multiplier = 1.5))
          public void exponential() {}

          @Retryable(backoff = @Backoff(delay = 100, multiplier = 2, maxDelay = 5000, random = true))
          public void random() {}
        }
        """,
        """
        import dev.reprise.declared.Retryable;

        import java.io.IOException;

        class Orders {
          // Reprise: the budget of a Retry also limits retries, so that they do not prolong an outage;
          // spring-retry has none. RetryBudget and the property budget change it.
          // Reprise: bugs such as NullPointerException and IllegalStateException are not retried unless
          // retryOn names them.
          @Retryable(maxAttempts = 3, within = "unlimited", backoff = "fixed(1s)")
          public void defaults() {}

          // Reprise: abortOn looks at the failure, and into wrappers, but not at other causes.
          @Retryable(
              maxAttempts = 5,
              within = "unlimited",
              backoff = "fixed(1s)",
              retryOnCause = IOException.class,
              abortOn = IllegalStateException.class)
          public void failures() {}

          @Retryable(
              maxAttempts = 3,
              within = "unlimited",
              backoff = "fixed(200ms)",
              retryOnCause = {IOException.class})
          public void fixed() {}

          @Retryable(maxAttempts = 3, within = "unlimited", backoff = "uniform(100ms, 500ms)")
          public void uniform() {}

          @Retryable(
              maxAttempts = 3,
              within = "unlimited",
              backoff = "exponential(100ms, x1.5, cap=30000ms)")
          public void exponential() {}

          // Reprise: the delay is drawn from the same range, written as its middle and a share of it; the
          // cap applies to the middle before the draw.
          @Retryable(
              maxAttempts = 3,
              within = "unlimited",
              backoff = "exponential(150ms, x2, cap=5000ms, jitter=proportional(0.333333))")
          public void random() {}
        }
        """);
  }

  @Test
  void recover_methods_become_fallbacks() {
    migrates(
        """
        import java.io.IOException;
        import org.springframework.retry.annotation.EnableRetry;
        import org.springframework.retry.annotation.Recover;
        import org.springframework.retry.annotation.Retryable;

        @EnableRetry
        class Orders {
          @Retryable(retryFor = IOException.class)
          public String find(String id, int version) throws IOException {
            throw new IOException(id);
          }

          /** Returns a copy. */
          @Recover
          public String copy(IOException failure, String id) {
            return id + failure;
          }

          @Retryable(recover = "forget")
          public void touch(String id) {}

          @Recover
          void forget() {}
        }
        """,
        """
        import dev.reprise.declared.Retryable;

        import java.io.IOException;

        // Reprise: nothing has to be enabled; retries are outside caches and transactions, in a fixed
        // order.
        class Orders {
          // Reprise: the budget of a Retry also limits retries, so that they do not prolong an outage;
          // spring-retry has none. RetryBudget and the property budget change it.
          // Reprise: a failure that the fallback does not accept is thrown itself, not inside an
          // ExhaustedRetryException.
          @Retryable(
              maxAttempts = 3,
              within = "unlimited",
              backoff = "fixed(1s)",
              retryOnCause = IOException.class,
              fallback = "copy")
          public String find(String id, int version) throws IOException {
            throw new IOException(id);
          }

          /** Returns a copy. */
          public String copy(String id, int version, IOException failure) {
            return id + failure;
          }

          // Reprise: bugs such as NullPointerException and IllegalStateException are not retried unless
          // retryOn names them.
          @Retryable(maxAttempts = 3, within = "unlimited", backoff = "fixed(1s)", fallback = "forget")
          public void touch(String id) {}

          void forget(String id, Throwable failure) {}
        }
        """);
  }

  @Test
  void what_has_no_counterpart_stays() {
    migrates(
        """
        import org.springframework.retry.annotation.Backoff;
        import org.springframework.retry.annotation.CircuitBreaker;
        import org.springframework.retry.annotation.Recover;
        import org.springframework.retry.annotation.Retryable;

        class Orders {
          @Retryable(stateful = true)
          public void stateful() {}

          @Retryable(maxAttemptsExpression = "${attempts}")
          public void expression() {}

          @Retryable(backoff = @Backoff(delayExpression = "${delay}"))
          public int delay() {
            return 1;
          }

          @CircuitBreaker
          public long breaker() {
            return 1;
          }
        }
        """,
        """
        import org.springframework.retry.annotation.Backoff;
        import org.springframework.retry.annotation.CircuitBreaker;
        import org.springframework.retry.annotation.Recover;
        import org.springframework.retry.annotation.Retryable;

        class Orders {
          // Reprise: not migrated: stateful retries, which remember failures between calls, have no
          // counterpart.
          @Retryable(stateful = true)
          public void stateful() {}

          // Reprise: not migrated: maxAttemptsExpression of @Retryable has no counterpart.
          @Retryable(maxAttemptsExpression = "${attempts}")
          public void expression() {}

          // Reprise: not migrated: only a backoff of plain numbers has a counterpart.
          @Retryable(backoff = @Backoff(delayExpression = "${delay}"))
          public int delay() {
            return 1;
          }

          // Reprise: not migrated: Reprise has no circuit breaker; its guide shows how to combine it with
          // one.
          @CircuitBreaker
          public long breaker() {
            return 1;
          }
        }
        """);
  }

  @Test
  void recover_methods_that_do_not_fit_stay() {
    migrates(
        """
        import org.springframework.retry.annotation.Recover;
        import org.springframework.retry.annotation.Retryable;

        class Orders {
          @Retryable
          public int count() {
            return 1;
          }

          @Retryable
          public long size(String id) {
            return 1;
          }

          @Recover
          public long one(Exception failure) {
            return size("x");
          }

          @Recover
          public long two(Exception failure, String id) {
            return one(failure);
          }

          @Recover
          public String unused(Exception failure) {
            return "";
          }
        }
        """,
        """
        import org.springframework.retry.annotation.Recover;
        import org.springframework.retry.annotation.Retryable;

        class Orders {
          // Reprise: not migrated: no @Recover method fits this method.
          @Retryable
          public int count() {
            return 1;
          }

          // Reprise: not migrated: several @Recover methods with different names fit this method.
          @Retryable
          public long size(String id) {
            return 1;
          }

          // Reprise: not migrated: no @Retryable method of this class uses this @Recover method.
          @Recover
          public long one(Exception failure) {
            return size("x");
          }

          // Reprise: not migrated: no @Retryable method of this class uses this @Recover method.
          @Recover
          public long two(Exception failure, String id) {
            return one(failure);
          }

          // Reprise: not migrated: no @Retryable method of this class uses this @Recover method.
          @Recover
          public String unused(Exception failure) {
            return "";
          }
        }
        """);
  }

  @Test
  void a_class_that_includes_bugs_gets_the_comment_on_them_and_comments_are_kept() {
    migrates(
        """
        import java.io.IOException;
        import org.springframework.retry.annotation.Retryable;

        class Orders {
          @Retryable(
              // all of them
              retryFor = {IOException.class, RuntimeException.class})
          public void send() {}
        }
        """,
        """
        import dev.reprise.declared.Retryable;

        import java.io.IOException;

        class Orders {
          // Reprise: the budget of a Retry also limits retries, so that they do not prolong an outage;
          // spring-retry has none. RetryBudget and the property budget change it.
          // Reprise: bugs such as NullPointerException and IllegalStateException are not retried unless
          // retryOn names them.
          // all of them
          @Retryable(
              maxAttempts = 3,
              within = "unlimited",
              backoff = "fixed(1s)",
              retryOnCause = {IOException.class, RuntimeException.class})
          public void send() {}
        }
        """);
  }

  @Test
  void an_annotation_that_has_it_is_migrated() {
    migrates(
        """
        import java.lang.annotation.Retention;
        import java.lang.annotation.RetentionPolicy;
        import org.springframework.retry.annotation.Retryable;

        @Retention(RetentionPolicy.RUNTIME)
        @Retryable(maxAttempts = 5, retryFor = IllegalStateException.class)
        @interface Remote {}
        """,
        """
        import dev.reprise.declared.Retryable;

        import java.lang.annotation.Retention;
        import java.lang.annotation.RetentionPolicy;

        // Reprise: the budget of a Retry also limits retries, so that they do not prolong an outage;
        // spring-retry has none. RetryBudget and the property budget change it.
        @Retention(RetentionPolicy.RUNTIME)
        @Retryable(
            maxAttempts = 5,
            within = "unlimited",
            backoff = "fixed(1s)",
            retryOnCause = IllegalStateException.class)
        @interface Remote {}
        """);
  }

  @Test
  void aliases_of_its_attributes_stay() {
    migrates(
        """
        import java.lang.annotation.Retention;
        import java.lang.annotation.RetentionPolicy;
        import org.springframework.core.annotation.AliasFor;
        import org.springframework.retry.annotation.Retryable;

        @Retention(RetentionPolicy.RUNTIME)
        @Retryable(retryFor = IllegalStateException.class)
        @interface Remote {
          @AliasFor(annotation = Retryable.class, attribute = "maxAttempts")
          int attempts() default 4;
        }
        """,
        """
        import java.lang.annotation.Retention;
        import java.lang.annotation.RetentionPolicy;
        import org.springframework.core.annotation.AliasFor;
        import org.springframework.retry.annotation.Retryable;

        @Retention(RetentionPolicy.RUNTIME)
        @Retryable(retryFor = IllegalStateException.class)
        @interface Remote {
          // Reprise: not migrated: class literals of spring-retry are not migrated.
          @AliasFor(annotation = Retryable.class, attribute = "maxAttempts")
          int attempts() default 4;
        }
        """);
  }
}
