package dev.reprise.spring.http;

import org.jspecify.annotations.Nullable;
import org.springframework.beans.factory.ObjectProvider;
import org.springframework.beans.factory.config.BeanPostProcessor;
import org.springframework.core.Ordered;
import org.springframework.web.client.RestClient;
import org.springframework.web.client.RestTemplate;

/** Adds retries to the beans that are HTTP clients with a policy. */
final class ClientPostProcessor implements BeanPostProcessor, Ordered {

  private final ObjectProvider<ClientPolicies> policies;
  private final ObjectProvider<RetryingClients> clients;

  ClientPostProcessor(
      ObjectProvider<ClientPolicies> policies, ObjectProvider<RetryingClients> clients) {
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
    if (bean instanceof RestClient client) {
      return withRetries(client, name);
    }
    if (bean instanceof RestClient.Builder builder) {
      String policy = policyOf(name);
      if (policy != null) {
        clients.getObject().addTo(builder, policy);
      }
    } else if (bean instanceof RestTemplate template) {
      String policy = policyOf(name);
      if (policy != null) {
        clients.getObject().addTo(template, policy);
      }
    }
    return bean;
  }

  private RestClient withRetries(RestClient client, String name) {
    String policy = policyOf(name);
    if (policy == null) {
      return client;
    }
    RestClient.Builder builder = client.mutate();
    if (builder == null) {
      return client; // a mock of a test
    }
    clients.getObject().addTo(builder, policy);
    return builder.build();
  }

  private @Nullable String policyOf(String name) {
    return policies.getObject().policyOf(name);
  }
}
