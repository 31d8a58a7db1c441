package dev.reprise.spring.http;

import dev.reprise.reactor.webclient.RetryFilter;
import dev.reprise.spring.policies.PerPolicy;
import java.util.List;
import java.util.function.Consumer;
import org.springframework.web.reactive.function.client.ExchangeFilterFunction;
import org.springframework.web.reactive.function.client.WebClient;

/**
 * Adds retries to {@code WebClient}s that are not beans. For beans, and for groups of HTTP
 * interfaces, the property {@code reprise.http.clients} is enough.
 *
 * <pre>{@code
 * WebClient payments = WebClient.builder().apply(clients.webClient("payments")).build();
 * }</pre>
 *
 * <p>The policy is looked up for each request, so that a reload takes effect. All clients with the
 * same policy share the budget of each host.
 */
public final class RetryingWebClients {

  private final PerPolicy<RetryFilter> filters;

  RetryingWebClients(PerPolicy<RetryFilter> filters) {
    this.filters = filters;
  }

  /**
   * Adds retries to a {@code WebClient}. They are the first filter, in place of earlier retries;
   * all others are called in every attempt.
   *
   * @param policy name of a policy
   * @return a function for {@code WebClient.Builder.apply}
   * @throws IllegalArgumentException if no policy has this name; the message lists the existing
   *     names
   */
  public Consumer<WebClient.Builder> webClient(String policy) {
    RetryFilter unused = filters.of(policy);
    return builder -> addTo(builder, policy);
  }

  /** The same for a policy that is checked later. */
  void addTo(WebClient.Builder builder, String policy) {
    builder.filters(before -> putFirst(new PolicyFilter(filters, policy), before));
  }

  private static void putFirst(PolicyFilter filter, List<ExchangeFilterFunction> filters) {
    filters.removeIf(PolicyFilter.class::isInstance);
    filters.add(0, filter);
  }
}
