package dev.reprise.verification.spring.test;

import dev.reprise.Retry;
import dev.reprise.registry.RetryRegistry;
import dev.reprise.spring.RetryCustomizer;
import java.util.Map;
import java.util.concurrent.atomic.AtomicInteger;
import org.springframework.boot.SpringBootConfiguration;
import org.springframework.boot.autoconfigure.EnableAutoConfiguration;
import org.springframework.context.annotation.Bean;

/** An application with three policies, which counts its starts. */
@SpringBootConfiguration
@EnableAutoConfiguration
class RetriedApplication {

  static final AtomicInteger STARTS = new AtomicInteger();
  static final String RANDOM = "maxAttempts=2 within=none backoff=uniform(1m, 59m)";

  RetriedApplication() {
    STARTS.incrementAndGet();
  }

  @Bean
  RetryRegistry registry(java.util.List<RetryCustomizer> customizers) {
    return RetryRegistry.builder()
        .eachRetry(
            retry -> {
              Retry customized = retry;
              for (RetryCustomizer customizer : customizers) {
                customized = customizer.customize(customized);
              }
              return customized;
            })
        .build(
            Map.of(
                "reprise.policies.orders",
                "maxAttempts=4 within=none backoff=exponential(1h, x2)",
                "reprise.policies.tight",
                "maxAttempts=2 backoff=fixed(1h) within=none",
                "reprise.policies.tight.budget",
                "bucket(1, 1)",
                "reprise.policies.random",
                RANDOM));
  }
}
