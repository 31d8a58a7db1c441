package dev.reprise.rewrite;

import org.openrewrite.InMemoryExecutionContext;
import org.openrewrite.java.JavaParser;
import org.openrewrite.java.internal.JavaTypeCache;

/**
 * The types of the JDK and of the libraries, which are the same in all tests. Reading them takes
 * most of the time of a test, so one source that uses them is read first.
 */
final class LibraryTypes {

  private static final String USES =
      """
      import java.io.IOException;
      import java.io.UncheckedIOException;
      import java.time.Duration;
      import java.util.Map;
      import java.util.concurrent.*;
      import java.util.function.*;

      class Warm {
        dev.failsafe.RetryPolicy<Object> failsafe;
        dev.failsafe.FailsafeExecutor<Object> executor;
        io.github.resilience4j.retry.Retry resilience4j;
        io.github.resilience4j.retry.RetryConfig config;
        org.springframework.retry.support.RetryTemplate template;
        dev.reprise.Retry retry;
        dev.reprise.policy.RetryPolicy policy;
        Map<String, CompletableFuture<Supplier<Callable<Predicate<Duration>>>>> more;
        ExecutorService pool;
        TimeoutException failure;

        void run() throws IOException {
          System.out.println("x".length());
        }
      }
      """;

  private static final JavaTypeCache READ = read();

  private LibraryTypes() {}

  /** A cache for one parser. */
  static JavaTypeCache cache() {
    return JavaTypeCache.withBase(READ);
  }

  private static JavaTypeCache read() {
    JavaTypeCache cache = new JavaTypeCache();
    long sources =
        JavaParser.fromJavaVersion()
            .typeCache(cache)
            .classpath(Compiler.libraries())
            .build()
            .parse(new InMemoryExecutionContext(), USES)
            .count();
    if (sources != 1) {
      throw new IllegalStateException("the source was not read");
    }
    return cache;
  }
}
