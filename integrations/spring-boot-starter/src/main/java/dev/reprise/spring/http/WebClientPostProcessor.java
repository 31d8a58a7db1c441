package dev.reprise.spring.http;

import org.jspecify.annotations.Nullable;
import org.springframework.beans.factory.ObjectProvider;
import org.springframework.beans.factory.config.BeanPostProcessor;
import org.springframework.core.Ordered;
import org.springframework.web.reactive.function.client.WebClient;

/** Adds retries to the beans that are a {@code WebClient}, or a builder of one, with a policy. */
final class WebClientPostProcessor implements BeanPostProcessor, Ordered {

  private final ObjectProvider<ClientPolicies> policies;
  private final ObjectProvider<RetryingWebClients> clients;

  WebClientPostProcessor(
      ObjectProvider<ClientPolicies> policies, ObjectProvider<RetryingWebClients> clients) {
    this.policies = policies;
    this.clients = clients;
  }

  /** Before proxies are made. */
  @Override
  public int getOrder() {
    return HIGHEST_PRECEDENCE;
  }

  @Override
  public Object postProcessAfterInitialization(Object bean, String name) {
    if (bean instanceof WebClient client) {
      String policy = policyOf(name);
      if (policy == null) {
        return client;
      }
      WebClient.Builder builder = client.mutate();
      if (builder == null) {
        return client; // a mock of a test
      }
      clients.getObject().addTo(builder, policy);
      return builder.build();
    }
    if (bean instanceof WebClient.Builder builder) {
      String policy = policyOf(name);
      if (policy != null) {
        clients.getObject().addTo(builder, policy);
      }
    }
    return bean;
  }

  private @Nullable String policyOf(String name) {
    return policies.getObject().policyOf(name);
  }
}
