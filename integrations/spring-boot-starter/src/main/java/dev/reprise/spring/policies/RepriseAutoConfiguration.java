package dev.reprise.spring.policies;

import dev.reprise.Retry;
import dev.reprise.registry.RetryRegistry;
import dev.reprise.spring.RetryCustomizer;
import java.util.Map;
import org.springframework.beans.factory.ObjectProvider;
import org.springframework.boot.autoconfigure.AutoConfiguration;
import org.springframework.boot.autoconfigure.condition.ConditionalOnMissingBean;
import org.springframework.boot.autoconfigure.condition.ConditionalOnProperty;
import org.springframework.context.annotation.Bean;

/** The registry of retries. Switched off by {@code reprise.enabled=false}. */
@AutoConfiguration
@ConditionalOnProperty(name = "reprise.enabled", havingValue = "true", matchIfMissing = true)
public class RepriseAutoConfiguration {

  /** Creates the configuration; called by Spring. */
  public RepriseAutoConfiguration() {}

  @Bean
  @ConditionalOnMissingBean
  RetryRegistry repriseRegistry(ObjectProvider<RetryCustomizer> customizers) {
    return RetryRegistry.builder()
        .eachRetry(retry -> customized(retry, customizers))
        .build(Map.of());
  }

  private static Retry customized(Retry retry, ObjectProvider<RetryCustomizer> customizers) {
    Retry customized = retry;
    for (RetryCustomizer customizer : customizers.orderedStream().toList()) {
      customized = customizer.customize(customized);
    }
    return customized;
  }
}
