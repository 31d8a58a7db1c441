package dev.reprise.spring.grpc;

import dev.reprise.Retry;
import dev.reprise.grpc.GrpcRetry;
import dev.reprise.grpc.RetryClientInterceptor;
import dev.reprise.registry.RetryRegistry;
import dev.reprise.spring.policies.PerPolicy;
import dev.reprise.spring.policies.RepriseAutoConfiguration;
import io.grpc.ManagedChannelBuilder;
import org.springframework.beans.factory.ObjectProvider;
import org.springframework.boot.autoconfigure.AutoConfiguration;
import org.springframework.boot.autoconfigure.condition.ConditionalOnClass;
import org.springframework.boot.autoconfigure.condition.ConditionalOnProperty;
import org.springframework.context.annotation.Bean;
import org.springframework.core.env.ConfigurableEnvironment;
import org.springframework.core.env.Environment;

/** Retries of gRPC channels, if Spring gRPC is on the class path. */
@AutoConfiguration(after = RepriseAutoConfiguration.class)
@ConditionalOnClass(
    name = {
      "org.springframework.grpc.client.GrpcChannelBuilderCustomizer",
      "dev.reprise.grpc.RetryClientInterceptor"
    })
@ConditionalOnProperty(name = "reprise.enabled", havingValue = "true", matchIfMissing = true)
public class GrpcChannelsAutoConfiguration {

  /** Creates the configuration; called by Spring. */
  public GrpcChannelsAutoConfiguration() {}

  @Bean
  ChannelPolicies repriseGrpcChannelPolicies(Environment environment) {
    return new ChannelPolicies(environment);
  }

  @Bean
  RetryingChannels repriseRetryingChannels(
      RetryRegistry registry, ObjectProvider<GrpcRetryCustomizer> customizers) {
    return new RetryingChannels(
        new PerPolicy<>(registry, (policy, retry) -> interceptor(policy, retry, customizers)));
  }

  private static RetryClientInterceptor interceptor(
      String policy, Retry retry, ObjectProvider<GrpcRetryCustomizer> customizers) {
    GrpcRetry settings = GrpcRetry.of(retry);
    for (GrpcRetryCustomizer customizer : customizers.orderedStream().toList()) {
      settings = customizer.customize(policy, settings);
    }
    return RetryClientInterceptor.of(settings);
  }

  @Bean
  <T extends ManagedChannelBuilder<T>> ChannelCustomizer<T> repriseGrpcChannelCustomizer(
      ChannelPolicies policies, ObjectProvider<RetryingChannels> channels) {
    return new ChannelCustomizer<>(policies, channels);
  }

  /** Static and with providers only, because it is created before all other beans. */
  @Bean
  static ChannelNamesCheck repriseGrpcChannelNamesCheck(
      ConfigurableEnvironment environment,
      ObjectProvider<ChannelPolicies> channels,
      ObjectProvider<RetryRegistry> registry) {
    return new ChannelNamesCheck(environment, channels, registry);
  }
}
